#!/usr/bin/env bash
# bench.sh - measure the console in Chromium, and the service that hands it out.
#
# usage: tests/web/bench.sh OUT     OUT has ddzd and tests/load/load
set -eu
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/../npm.sh"
tools/packages.sh node browser
npm_packages || { echo "nothing measured: $npm_reason" >&2; exit 1; }
DDZD=$1/ddzd MODULES=$modules node "$here/bench.mjs" "$1"
