#!/usr/bin/env bash
# check_site.sh - the console without a service, in Chromium, from a plain file server.
#
# usage: tests/web/check_site.sh FOLDER     what `make site` made
#
# What it needs, and what is said where that cannot be had, is as in check_console.sh.
set -eu
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/../npm.sh"
# shellcheck source=tests/skip.sh
. "$here/../skip.sh"
faults=0
fault() {
  echo "site: $*" >&2
  faults=1
}

tools/packages.sh node browser || { skip "not looked at, Chromium is not here and could not be installed"; exit $faults; }
npm_packages || { skip "not looked at, $npm_reason"; exit $faults; }
log=$modules/site.log
began=$SECONDS
SITE=$1 MODULES=$modules node --test --test-reporter=tap "$here"/site/*.test.js >"$log" 2>&1 || {
  grep -A20 '^ *not ok' "$log" >&2
  fault "see $log"
}
[ $faults -ne 0 ] || echo "site: $(grep -c '^ *ok' "$log") tests in Chromium without a service, $((SECONDS - began)) s"
exit $faults
