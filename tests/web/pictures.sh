#!/usr/bin/env bash
# pictures.sh - pictures of the running console into docs/pictures.
#
# usage: tests/web/pictures.sh PROGRAM
set -eu
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/../npm.sh"
tools/packages.sh node browser
npm_packages || { echo "no pictures: $npm_reason" >&2; exit 1; }
mkdir -p docs/pictures
DDZD=$1 MODULES=$modules node "$here/pictures.mjs" docs/pictures
ls -l docs/pictures
