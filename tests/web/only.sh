#!/usr/bin/env bash
# only.sh - some tests of the console: pure modules in Node, pages in Chromium.
#
# usage: tests/web/only.sh PROGRAM [FILE.test.js]...
set -eu
program=$1
shift
pure=() pages=()
for file in "$@"; do
  case $file in */browser/*) pages+=("$file") ;; *) pure+=("$file") ;; esac
done
[ ${#pure[@]} = 0 ] || node --test "${pure[@]}"
[ ${#pages[@]} = 0 ] || tests/web/check_console.sh "$program" "${pages[@]}"
