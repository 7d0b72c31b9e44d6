#!/usr/bin/env bash
# check_console.sh - the console in Chromium, against the real program.
#
# usage: tests/web/check_console.sh PROGRAM
#
# Chromium and a Chinese font come from Debian, playwright-core and axe-core from npm; where these cannot be had this says
# so and passes, unless CI is set.
set -eu
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/../npm.sh"
# shellcheck source=tests/skip.sh
. "$here/../skip.sh"
faults=0
fault() {
  echo "console: $*" >&2
  faults=1
}

tools/packages.sh node browser || { skip "not looked at, Chromium is not here and could not be installed"; exit $faults; }
npm_packages || { skip "not looked at, $npm_reason"; exit $faults; }
log=$modules/console.log
began=$SECONDS
DDZD=$1 MODULES=$modules node --test --test-concurrency=2 --test-reporter=tap "$here"/browser/*.test.js >"$log" 2>&1 || {
  grep -A20 '^ *not ok' "$log" >&2
  fault "see $log"
}
grep -h '^# first load' "$log" | sed 's/^# //' || true
[ $faults -ne 0 ] || echo "console: $(grep -c '^ *ok' "$log") tests in Chromium, $((SECONDS - began)) s"
exit $faults
