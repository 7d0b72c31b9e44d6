#!/usr/bin/env bash
# sysroot.sh - headers and libraries of another processor's Debian, unpacked and never run, to compile against.
#
# usage: tools/sysroot.sh ARCH FOLDER      as root on a Debian; does nothing when FOLDER is there
set -euo pipefail
arch=$1 folder=$2
[ ! -e "$folder/usr/include/seccomp.h" ] || exit 0
# shellcheck source=tests/sources.sh
. "$(dirname "$0")/../tests/sources.sh"
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
copy_sources "$work"
mkdir -p "$(dirname "$folder")"
mmdebstrap --quiet --aptopt="$work/apt.conf" --variant=extract --architectures="$arch" \
  --include=libc6-dev,libjansson-dev,libmicrohttpd-dev,libseccomp-dev bookworm "$folder" "$(first_source)"
