#!/usr/bin/env bash
# check.sh - every door gives the same answers: the service, libddz, the WebAssembly module, each client.
#
# usage: tests/everywhere/check.sh OUT [COUNT]     OUT has ddzd and libddz.so; COUNT random questions, 5,000 by default
set -u
out=$1
here=$(dirname "$0")
# shellcheck source=tests/script.sh
. tests/script.sh everywhere
# shellcheck source=tests/everywhere/doors.sh
. tests/everywhere/doors.sh
# shellcheck source=tests/node_tests.sh
. tests/node_tests.sh

ask_first "$out" "${2:-5000}"
echo "everywhere: $count answers of libddz (seed $seed): $(cut -c1-3 "$dir/first" | sort | uniq -c | awk '{ printf "%s%d of %s", (NR > 1 ? ", " : ""), $1, $2 }')"

if [ -e build/wasm/package/ddz.wasm ]; then
  ask wasm node "$here/ask_wasm.mjs" build/wasm/package models
else
  skip "the WebAssembly module is not built"
fi

# The service, and each client that asks it.
go_build ddz-ask clients/go/cmd/ddz-ask/main.go
go_build ddz-play "$here/play_client.go"
by_service python-http "$out/ddzd"
ask python-in-process python3 "$here/ask_client.py" "$out/libddz.so" models/ddz.net
ask javascript-http node "$here/ask_client.mjs" "$url"
ask go-http "$dir/ddz-ask" "$url"

# The worked game by the methods of each client: the same games, and no method is forgotten.
game() { # door, command...
  "${@:2}" >"$dir/game-$1" 2>"$dir/error" || fault "$1 plays no game: $(tail -3 "$dir/error")"
  cmp -s "$dir/game-$1" "$dir/game-python-http" || fault "$1 plays otherwise: $(diff "$dir/game-$1" "$dir/game-python-http")"
}
game python-http python3 "$here/play_client.py" "$url"
game python-in-process python3 "$here/play_client.py" "$out/libddz.so" models/ddz.net
game javascript-http node "$here/play_client.mjs" "$url"
game go-http "$dir/ddz-play" "$url"
grep -qx ddzd "$dir/game-python-http" || fault "the worked game says $(cat "$dir/game-python-http")"
sound && echo "everywhere: $(grep -c ' landlord' "$dir/game-python-http") worked games are the same through each client"

# Every example of openapi.yaml through each door, with the shipped nets as there.
python3 "$here/examples.py" ask "$out/openapi.json" >"$dir/examples" || fault "openapi.yaml cannot be read"
judged() { # door, what it does, file of questions, who judges, command
  "${@:5}" <"$3" 2>"$dir/error" | python3 $4 >"$dir/said" 2>&1 || fault "$1: $(cat "$dir/error" "$dir/said")"
  [ ! -s "$dir/said" ] || echo "everywhere: $1 $2 $(head -1 "$dir/said")"
}
replay() { judged "$1" answers "$dir/examples" "$here/examples.py judge $out/openapi.json" "${@:2}"; } # door, command
replay python-in-process python3 "$here/ask_client.py" "$out/libddz.so" models/ddz.net
replay python-http python3 "$here/ask_client.py" "$url"
replay javascript-http node "$here/ask_client.mjs" "$url"
replay go-http "$dir/ddz-ask" "$url"
[ ! -e build/wasm/package/ddz.wasm ] || replay wasm node "$here/ask_wasm.mjs" build/wasm/package models

# A seed deals the same cards through each door.
deals() { judged "$1" deals tests/data/deals.jsonl "$here/deals.py" "${@:2}"; } # door, command
deals python-in-process python3 "$here/ask_client.py" "$out/libddz.so" none
[ ! -e build/wasm/package/ddz.wasm ] || deals wasm node "$here/ask_wasm.mjs" build/wasm/package

# The clients' own tests.
"$here/python.sh" "$out" || fault "the Python client"
node_tests 300 "$dir/said" clients/js/tests || fault "the tests of the JavaScript client"
description=$(realpath "$out/openapi.json")
(cd clients/go && go vet ./... >"$dir/said" 2>&1 && DDZ_OPENAPI=$description GOFLAGS=-mod=mod go test ./... >"$dir/said" 2>&1) || fault "the tests of the Go client: $(tail -20 "$dir/said")"
verdict "the tests of the clients pass"
