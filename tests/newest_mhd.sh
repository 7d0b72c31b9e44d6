#!/usr/bin/env bash
# newest_mhd.sh - the service and its tests against the newest libmicrohttpd there is in Debian's development
# suites, beside the one of this machine: built from its source into a private folder, used by nobody else.
#
# usage: tests/newest_mhd.sh [SUITE...]      default: sid
#
# Skipped, with the reason, where no such source can be had. Nothing of the system is changed.
set -eu
suites=${*:-sid}
root=$(pwd)
work=$root/${BUILD:-build}/mhd
log=$work/log
mkdir -p "$work"

skip() { echo "skipped: $*"; exit 0; }
step() { "$@" >>"$log" 2>&1; }
: >"$log"

for suite in $suites; do
  tools/debian_source.sh libmicrohttpd "$suite" "$work/source" 2>"$work/why" || skip "$(cat "$work/why")"
done
upstream=$(cat "$work/source/version")
prefix=$work/$upstream

if [ ! -e "$prefix/lib/libmicrohttpd.so" ]; then
  echo "building libmicrohttpd $upstream"
  (cd "$work/source/tree" && step ./configure --prefix="$prefix" --disable-doc --disable-examples --disable-tools \
    --disable-curl --disable-static && step make -j2 && step make install) || { tail -20 "$log"; exit 1; }
fi

echo "the service and its tests with libmicrohttpd $upstream"
for mode in ${MODES:-release asan}; do
  tests=()
  for source in tests/service/test_*.c; do tests+=("$work/build/$mode/${source%.c}"); done
  make --no-print-directory MODE="$mode" BUILD="$work/build" CPPFLAGS="-I$prefix/include" \
    LDFLAGS="-L$prefix/lib -Wl,-rpath,$prefix/lib" \
    "$work/build/$mode/ddzd" "${tests[@]}" >>"$log" 2>&1 ||
    { tail -30 "$log"; exit 1; }
  ldd "$work/build/$mode/ddzd" | grep -q "$prefix" || { echo "the wrong library is linked" >&2; exit 1; }
  tests/run.sh "tests/service/test_program.py $work/build/$mode" "${tests[@]}"
done
