#!/usr/bin/env bash
# same.sh - is an answer the same, byte for byte, however the engine is built and however many workers it has?
#
# usage: tests/same.sh OUT [COUNT]      OUT has ddzd and libddz.so of gcc; COUNT random questions, 200 by default
#
# Asked: libddz as it is; the service with 1, 2 and 4 workers; libddz by clang, and for x86-64-v3 where this processor is
# one; the WebAssembly module and arm64 in emulation where those are built. Times alone may differ.
# check-everywhere asks more questions of fewer builds.
set -u
cd "$(dirname "$0")/.." || exit 1
out=$1 count=${2:-200} seed=${DDZ_SEED:-1}
everywhere=tests/everywhere
# shellcheck source=tests/skip.sh
. tests/skip.sh
dir=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill "$service" 2>/dev/null; rm -rf "$dir"' EXIT
faults=0
fault() {
  echo "same: $*" >&2
  faults=$((faults + 1))
}
plain() { sed -E 's/"elapsed_us":[0-9]+/"elapsed_us":0/g; s/"waited_ms":[0-9]+,?//g'; }

compare() { # who
  if [ -s "$dir/$1" ] && cmp -s "$dir/gcc" "$dir/$1"; then
    echo "same: $1 answers alike"
  else
    fault "$1 answers differently (seed $seed): $(diff "$dir/gcc" "$dir/$1" | head -4 | cut -c1-300)"
  fi
}

by_library() { # who, folder of libddz.so
  [ -e "$dir/ask_lib" ] || cc -O2 -D_GNU_SOURCE -Ilib -I. "$everywhere/ask_lib.c" -L"$2" -lddz -ljansson -o "$dir/ask_lib" || fault "ask_lib does not build"
  LD_LIBRARY_PATH=$2 "$dir/ask_lib" models/ddz.net <"$dir/questions" | plain >"$dir/$1"
}

built() { # who, make's variables: libddz of its own folder
  local who=$1
  shift
  "${MAKE:-make}" --no-print-directory MODE=release BUILD="build/same-$who" "$@" "build/same-$who/release/libddz.so" >"$dir/log" 2>&1 ||
    { fault "$who does not build: $(tail -3 "$dir/log")"; return; }
  by_library "$who" "build/same-$who/release"
  compare "$who"
}

by_service() { # workers
  local port try
  "$out/ddzd" --port 0 --log-level notice --workers "$1" --threads 2 --model models/ddz.net >"$dir/log" 2>&1 &
  service=$!
  for try in $(seq 600); do
    port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$dir/log" | head -1)
    [ -n "$port" ] && break
    sleep 0.1
  done
  python3 "$everywhere/ask_client.py" "http://127.0.0.1:${port:-0}" <"$dir/questions" | plain >"$dir/workers-$1"
  compare "workers-$1"
  kill "$service"
  wait "$service" || fault "the service ended with $?"
  service=
}

python3 "$everywhere/questions.py" "$seed" "$count" >"$dir/questions"
by_library gcc "$out"
count=$(wc -l <"$dir/questions")
[ "$(wc -l <"$dir/gcc")" = "$count" ] || fault "libddz gave $(wc -l <"$dir/gcc") answers of $count"
for workers in 1 2 4; do by_service $workers; done
if command -v clang >/dev/null; then built clang CC=clang; else skip "no clang here"; fi
if grep -qw avx2 /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo; then built v3 CFLAGS=-march=x86-64-v3; else skip "this processor is no x86-64-v3"; fi
if [ -e build/wasm/package/ddz.wasm ] && command -v node >/dev/null; then
  node "$everywhere/ask_wasm.mjs" build/wasm/package models <"$dir/questions" | plain >"$dir/wasm"
  compare wasm
else
  skip "the WebAssembly module is not built"
fi
if command -v qemu-aarch64 >/dev/null && [ -e build/arm64/release/ddzd ]; then
  qemu-aarch64 -L build/arm64/sysroot build/arm64/release/ddzd --port 0 --log-level notice --model models/ddz.net --sandbox off >"$dir/log" 2>&1 &
  service=$!
  for _ in $(seq 600); do grep -q '"port"' "$dir/log" && break; sleep 0.1; done
  python3 "$everywhere/ask_client.py" "http://127.0.0.1:$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$dir/log" | head -1)" <"$dir/questions" | plain >"$dir/arm64"
  compare arm64
else
  echo "same: arm64 is left out: no emulation or no build here (make check-arm64 has both)"
fi
[ $faults = 0 ] && echo "same: $count questions, seed $seed"
exit $((faults > 0))
