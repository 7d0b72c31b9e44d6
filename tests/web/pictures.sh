#!/usr/bin/env bash
# pictures.sh - pictures of the running console into docs/pictures.
#
# usage: tests/web/pictures.sh PROGRAM
set -eu
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/../npm.sh"
tools/packages.sh node browser film
npm_packages || { echo "no pictures: $npm_reason" >&2; exit 1; }
frames=$(mktemp -d)
trap 'rm -rf "$frames"' EXIT
mkdir -p docs/pictures
DDZD=$1 MODULES=$modules node "$here/pictures.mjs" docs/pictures "$frames"
mapfile -t all < <(printf '%s\n' "$frames"/*.png)
img2webp -loop 0 -lossy -q 50 -m 6 -d 700 "${all[@]::${#all[@]}-1}" -d 3000 "${all[-1]}" -o docs/pictures/game.webp
ls -l docs/pictures
