#!/usr/bin/env bash
# build.sh - which build a program is, as C: its version, the commit and the date of that.
#
# usage: tools/build.sh [COMMIT]    COMMIT: "HASH, DATE"; by default what generated/commit or git says
#
# A + behind the hash: files differ from that commit. Where nothing is known, the version stands alone.
set -eu
commit=${1:-$(cat generated/commit 2>/dev/null || git log -1 --format='%h, %cs' 2>/dev/null || true)}
[ -n "${1:-}" ] || [ -e generated/commit ] || [ -z "$commit" ] || git diff --quiet HEAD 2>/dev/null || commit=${commit/,/+,}
version=$(sed -n 's/.*DDZ_VERSION "\(.*\)"/\1/p' api/version.h)
echo '#include "api/version.h"'
echo "const char ddz_build[] = \"$version${commit:+ ($commit)}\";"
