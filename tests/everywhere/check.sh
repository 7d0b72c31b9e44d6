#!/usr/bin/env bash
# check.sh - every door gives the same answers: the service, libddz, the WebAssembly module, each client.
#
# usage: tests/everywhere/check.sh OUT [COUNT]     OUT has ddzd and libddz.so; COUNT random questions, 5,000 by default
set -u
out=$1 count=${2:-5000} seed=${DDZ_SEED:-1}
here=$(dirname "$0")
# shellcheck source=tests/skip.sh
. tests/skip.sh
# shellcheck source=tests/node_tests.sh
. tests/node_tests.sh
dir=$(mktemp -d)
service=
export GOCACHE=${GOCACHE:-$PWD/build/gocache}
trap '[ -z "$service" ] || kill "$service" 2>/dev/null; rm -rf "$dir"' EXIT
faults=0
fault() {
  echo "everywhere: $*" >&2
  faults=$((faults + 1))
}

# What hangs on time and not on the question.
plain() { sed -E 's/"elapsed_us":[0-9]+/"elapsed_us":0/g; s/"waited_ms":[0-9]+,//g'; }

python3 "$here/questions.py" "$seed" "$count" >"$dir/questions"
cc -O2 -D_GNU_SOURCE -Ilib -I. "$here/ask_lib.c" -L"$out" -lddz -ljansson -o "$dir/ask_lib" || fault "ask_lib does not build"
LD_LIBRARY_PATH=$out "$dir/ask_lib" models/ddz.net <"$dir/questions" | plain >"$dir/lib"
lines=$(wc -l <"$dir/lib")
[ "$lines" = "$(wc -l <"$dir/questions")" ] || fault "libddz gave $lines answers"
echo "everywhere: $lines answers of libddz (seed $seed): $(cut -c1-3 "$dir/lib" | sort | uniq -c | awk '{ printf "%s%d of %s", (NR > 1 ? ", " : ""), $1, $2 }')"

compare() { # door
  if cmp -s "$dir/lib" "$dir/$1"; then
    echo "everywhere: $1 answers alike"
  else
    local line
    line=$(cmp "$dir/lib" "$dir/$1" 2>&1 | sed -n 's/.*line \([0-9]*\).*/\1/p')
    fault "$1 answers differently (seed $seed): $(sed -n "${line:-1}p" "$dir/questions") gave $(sed -n "${line:-1}p" "$dir/$1" | cut -c1-300), libddz $(sed -n "${line:-1}p" "$dir/lib" | cut -c1-300)"
  fi
}

if [ -e build/wasm/package/ddz.wasm ]; then
  node "$here/ask_wasm.mjs" build/wasm/package models <"$dir/questions" | plain >"$dir/wasm"
  compare wasm
else
  skip "the WebAssembly module is not built"
fi

# The service, and each client that asks it.
serve() { # sets service and url
  : >"$dir/log"
  "$out/ddzd" --port 0 --log-level notice --model models/ddz.net >"$dir/log" 2>&1 &
  service=$!
  local port try
  for try in $(seq 600); do
    port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$dir/log" | head -1)
    [ -n "$port" ] && break
    sleep 0.1
  done
  url=http://127.0.0.1:${port:-0}
}
ask() { # door, command...
  local door=$1
  shift
  "$@" <"$dir/questions" 2>"$dir/error" | plain >"$dir/$door"
  [ ! -s "$dir/error" ] || fault "$door: $(tail -3 "$dir/error")"
  compare "$door"
}
module=$(sed -n 's/^module //p' clients/go/go.mod)
mkdir -p "$dir/gopath/src/${module%/*}"
ln -s "$PWD/clients/go" "$dir/gopath/src/$module"
go_build() { GO111MODULE=off GOPATH=$dir/gopath go build -o "$dir/$1" "$2" || fault "$1 does not build"; }
go_build ddz-ask clients/go/cmd/ddz-ask/main.go
go_build ddz-play "$here/play_client.go"
serve
ask python-in-process python3 "$here/ask_client.py" "$out/libddz.so" models/ddz.net
ask python-http python3 "$here/ask_client.py" "$url"
ask javascript-http node "$here/ask_client.mjs" "$url"
ask go-http "$dir/ddz-ask" "$url"

# The worked game by the methods of each client: the same games, and no method is forgotten.
game() { # door, command...
  local door=$1
  shift
  "$@" >"$dir/game-$door" 2>"$dir/error" || fault "$door plays no game: $(tail -3 "$dir/error")"
  cmp -s "$dir/game-$door" "$dir/game-python-http" || fault "$door plays otherwise: $(diff "$dir/game-$door" "$dir/game-python-http")"
}
game python-http python3 "$here/play_client.py" "$url"
game python-in-process python3 "$here/play_client.py" "$out/libddz.so" models/ddz.net
game javascript-http node "$here/play_client.mjs" "$url"
game go-http "$dir/ddz-play" "$url"
grep -qx ddzd "$dir/game-python-http" || fault "the worked game says $(cat "$dir/game-python-http")"
[ $faults = 0 ] && echo "everywhere: $(grep -c ' landlord' "$dir/game-python-http") worked games are the same through each client"

# Every example of openapi.yaml through each door, with the shipped nets as there.
python3 "$here/examples.py" ask "$out/openapi.json" >"$dir/examples" || fault "openapi.yaml cannot be read"
replay() { # door, command...
  local door=$1
  shift
  "$@" <"$dir/examples" 2>"$dir/error" | python3 "$here/examples.py" judge "$out/openapi.json" >"$dir/said" 2>&1 ||
    fault "$door: $(cat "$dir/error" "$dir/said")"
  [ ! -s "$dir/said" ] || echo "everywhere: $door answers $(head -1 "$dir/said")"
}
replay python-in-process python3 "$here/ask_client.py" "$out/libddz.so" models/ddz.net
replay python-http python3 "$here/ask_client.py" "$url"
replay javascript-http node "$here/ask_client.mjs" "$url"
replay go-http "$dir/ddz-ask" "$url"
[ ! -e build/wasm/package/ddz.wasm ] || replay wasm node "$here/ask_wasm.mjs" build/wasm/package models

# A seed deals the same cards through each door.
deals() { # door, command...
  local door=$1
  shift
  "$@" <tests/data/deals.jsonl 2>"$dir/error" | python3 "$here/deals.py" >"$dir/said" 2>&1 ||
    fault "$door: $(cat "$dir/error" "$dir/said")"
  [ ! -s "$dir/said" ] || echo "everywhere: $door deals $(head -1 "$dir/said")"
}
deals python-in-process python3 "$here/ask_client.py" "$out/libddz.so" none
[ ! -e build/wasm/package/ddz.wasm ] || deals wasm node "$here/ask_wasm.mjs" build/wasm/package

# The clients' own tests.
"$here/python.sh" "$out" || fault "the Python client"
node_tests 300 "$dir/said" clients/js/tests || fault "the tests of the JavaScript client"
description=$(realpath "$out/openapi.json")
(cd clients/go && go vet ./... >"$dir/said" 2>&1 && DDZ_OPENAPI=$description GOFLAGS=-mod=mod go test ./... >"$dir/said" 2>&1) || fault "the tests of the Go client: $(tail -20 "$dir/said")"
[ $faults = 0 ] && echo "everywhere: the tests of the clients pass"

[ $faults = 0 ]
