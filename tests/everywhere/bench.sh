#!/usr/bin/env bash
# bench.sh - a question in process against the engine alone, and WebAssembly in Node against native, side by side.
#
# usage: tests/everywhere/bench.sh OUT [GAMES]     OUT has tests/everywhere/bench_lib; build/wasm/package is built
set -eu
out=$1 games=${2:-20} here=$(dirname "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bench=$out/tests/everywhere/bench_lib
"$bench" engine "$games"
"$bench" questions "$games" >"$dir/questions"
# Native and WebAssembly in turn, so that what else the machine does meets both; the faster of three counts.
for _ in 1 2 3; do
  "$bench" ask 5 <"$dir/questions" >>"$dir/native"
  node "$here/bench_wasm.mjs" build/wasm/package models 5 <"$dir/questions" >>"$dir/wasm"
done
for kind in net prompt search; do
  fastest() { awk -v kind=$kind '$1 == kind && (best == "" || $3 < best) { best = $3; n = $2 } END { print n, best }' "$1"; }
  echo "$kind $(fastest "$dir/native") $(fastest "$dir/wasm")" |
    awk '{ printf "%-8s %5d questions: native %9.1f us, WebAssembly %9.1f us, %.2f times\n", $1, $2, $3, $5, $5 / $3 }'
done
