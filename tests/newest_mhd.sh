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
mkdir -p "$work"/apt/lists/partial "$work"/apt/cache/archives/partial "$work"/source

skip() { echo "skipped: $*"; exit 0; }
step() { "$@" >>"$log" 2>&1; }
: >"$log"

command -v apt-get >/dev/null || skip "there is no apt-get here"
key=/usr/share/keyrings/debian-archive-keyring.gpg
[ -e "$key" ] || skip "there are no keys of the Debian archive here"
# The mirror is the one this machine uses.
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
  sed -n 's/^URIs: *\(http[^ ]*\/debian\)\/*$/\1/p; s/^deb .*\(http[^ ]*\/debian\)\/* .*/\1/p' | head -1)
[ -n "$mirror" ] || skip "this machine has no Debian mirror"

for suite in $suites; do echo "deb-src [signed-by=$key] $mirror $suite main"; done >"$work/apt/sources.list"
apt() {
  local tool=$1
  shift
  "$tool" -q -o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=- \
    -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" -o APT::Sandbox::User=root "$@"
}
step apt apt-get update || skip "the lists of $suites cannot be had (see $log)"
version=$(apt apt-cache showsrc libmicrohttpd 2>/dev/null | sed -n 's/^Version: //p' | sort -V | tail -1)
[ -n "$version" ] || skip "there is no source of libmicrohttpd in $suites"
upstream=${version%-*}
prefix=$work/$upstream

if [ ! -e "$prefix/lib/libmicrohttpd.so" ]; then
  echo "building libmicrohttpd $upstream"
  (cd "$work/source" && step apt apt-get source --download-only "libmicrohttpd=$version") ||
    skip "the source of $version cannot be had (see $log)"
  rm -rf "$work/source/tree"
  mkdir "$work/source/tree"
  for archive in "$work"/source/libmicrohttpd_"$upstream".orig.tar.?z; do # not the signature beside it
    tar -xf "$archive" --strip-components=1 -C "$work/source/tree"
  done
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
  tests/run.sh "${tests[@]}"
done
