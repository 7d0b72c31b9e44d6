#!/usr/bin/env bash
# check.sh - every door gives the same answers: the service, libddz, the WebAssembly module, each client.
#
# usage: tests/everywhere/check.sh OUT [COUNT]     OUT has ddzd and libddz.so; COUNT random questions, 5,000 by default
set -u
out=$1 count=${2:-5000} seed=${DDZ_SEED:-1}
here=$(dirname "$0")
# shellcheck source=tests/skip.sh
. tests/skip.sh
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
plain() { sed -E 's/"elapsed_us":[0-9]+/"elapsed_us":0/g'; }

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
"$out/ddzd" --port 0 --log-level notice --model models/ddz.net >"$dir/log" 2>&1 &
service=$!
for _ in $(seq 600); do
  port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$dir/log" | head -1)
  [ -n "$port" ] && break
  sleep 0.1
done
url=http://127.0.0.1:${port:-0}
ask() { # door, command...
  local door=$1
  shift
  "$@" <"$dir/questions" 2>"$dir/error" | plain >"$dir/$door"
  [ ! -s "$dir/error" ] || fault "$door: $(tail -3 "$dir/error")"
  compare "$door"
}
ask python-in-process python3 "$here/ask_client.py" "$out/libddz.so" models/ddz.net
ask python-http python3 "$here/ask_client.py" "$url"
ask javascript-http node "$here/ask_client.mjs" "$url"
(cd clients/go && GOFLAGS=-mod=mod go build -o "$dir/ddz-ask" ./cmd/ddz-ask) || fault "ddz-ask does not build"
ask go-http "$dir/ddz-ask" "$url"

# The clients' own tests.
LIBRARY=$(realpath "$out/libddz.so")
DDZ_LIBRARY=$LIBRARY python3 -m unittest discover -s clients/python/tests >"$dir/said" 2>&1 || fault "the tests of the Python client: $(tail -20 "$dir/said")"
node --test clients/js/tests >"$dir/said" 2>&1 || fault "the tests of the JavaScript client: $(grep -A12 '^not ok' "$dir/said")"
(cd clients/go && GOFLAGS=-mod=mod go test ./... >"$dir/said" 2>&1) || fault "the tests of the Go client: $(tail -20 "$dir/said")"
[ $faults = 0 ] && echo "everywhere: the tests of the clients pass"

[ $faults = 0 ]
