#!/usr/bin/env bash
# debian_source.sh - unpack the source of a Debian package into a folder, changing nothing of the system.
#
# usage: tools/debian_source.sh PACKAGE SUITE FOLDER
#        FOLDER/tree holds the upstream source, FOLDER/version its version, FOLDER/log what was done
#
# The mirror is the one this machine uses; signatures are checked with the keys of the Debian archive.
# Exit 3, with the reason on standard error, when the source cannot be had.
set -eu
package=$1 suite=$2 folder=$3
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
log=$folder/log
: >"$log"
fail() { echo "$*" >&2; exit 3; }

command -v apt-get >/dev/null || fail "there is no apt-get here"
key=/usr/share/keyrings/debian-archive-keyring.gpg
[ -e "$key" ] || fail "there are no keys of the Debian archive here"
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
  sed -n 's/^URIs: *\(http[^ ]*\/debian\)\/*$/\1/p; s/^deb .*\(http[^ ]*\/debian\)\/* .*/\1/p' | head -1)
[ -n "$mirror" ] || fail "this machine has no Debian mirror"

mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
echo "deb-src [signed-by=$key] $mirror $suite main" >"$folder/apt/sources.list"
apt() {
  local tool=$1
  shift
  "$tool" -q -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=- \
    -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" -o APT::Sandbox::User=root "$@"
}
apt apt-get update >>"$log" 2>&1 || fail "the lists of $suite cannot be had (see $log)"
version=$(apt apt-cache showsrc "$package" 2>/dev/null | sed -n 's/^Version: //p' | sort -V | tail -1)
[ -n "$version" ] || fail "there is no source of $package in $suite"
upstream=${version%-*}
if [ "$(cat "$folder/version" 2>/dev/null)" != "$upstream" ]; then
  (cd "$folder" && apt apt-get source --download-only "$package=$version") >>"$log" 2>&1 ||
    fail "the source of $package $version cannot be had (see $log)"
  rm -rf "$folder/tree"
  mkdir "$folder/tree"
  for archive in "$folder/${package}_$upstream".orig.tar.?z; do # not the signature beside it
    tar -xf "$archive" --strip-components=1 -C "$folder/tree"
  done
  echo "$upstream" >"$folder/version"
fi
