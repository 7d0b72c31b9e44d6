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
# shellcheck source=tests/script.sh
. tests/script.sh same
# shellcheck source=tests/everywhere/doors.sh
. tests/everywhere/doors.sh
out=$1

built() { # who, make's variables: libddz of its own folder
  local made=build/same-$1
  "${MAKE:-make}" --no-print-directory MODE=release BUILD="$made" "${@:2}" "$made/release/libddz.so" >"$dir/log" 2>&1 ||
    { fault "$1 does not build: $(tail -3 "$dir/log")"; return; }
  ask "$1" ask_libddz "$made/release"
}
serving() { # who, program, options
  by_service "$@"
  end ddzd || fault "the service ended with $?"
}

ask_first "$out" "${2:-200}"
for workers in 1 2 4; do serving workers-$workers "$out/ddzd" --workers $workers --threads 2; done
if command -v clang >/dev/null; then built clang CC=clang; else skip "no clang here"; fi
if grep -qw avx2 /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo; then built v3 CFLAGS=-march=x86-64-v3; else skip "this processor is no x86-64-v3"; fi
if [ -e build/wasm/package/ddz.wasm ] && command -v node >/dev/null; then
  ask wasm node tests/everywhere/ask_wasm.mjs build/wasm/package models
else
  skip "the WebAssembly module is not built"
fi
if command -v qemu-aarch64 >/dev/null && [ -e build/arm64/release/ddzd ]; then
  serving arm64 qemu-aarch64 -L build/arm64/sysroot build/arm64/release/ddzd --sandbox off
else
  left_out "arm64: no emulation or no build here (make check-arm64 has both)"
fi
verdict "$count questions, seed $seed"
