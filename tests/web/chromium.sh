# chromium.sh - run tests in Chromium. Sourced by check_console.sh and check_site.sh, not run.
#
# Chromium and a Chinese font come from Debian, playwright-core and axe-core from npm; where these cannot be had this says
# so and passes, unless CI is set.
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/../npm.sh"
# shellcheck source=tests/skip.sh
. "$here/../skip.sh"
# shellcheck source=tests/node_tests.sh
. tests/node_tests.sh
faults=0

fault() {
  echo "$what: $*" >&2
  faults=1
}

# Ends the script: 0 when all is well, or nothing could be looked at.
in_chromium() { # what is looked at, words for the last line, arguments of node --test
  what=$1
  local words=$2 log=$modules/$1.log began=$SECONDS
  shift 2
  tools/packages.sh node browser || { skip "not looked at, Chromium is not here and could not be installed"; exit $faults; }
  npm_packages || { skip "not looked at, $npm_reason"; exit $faults; }
  rm -f "$modules/failed"
  MODULES=$modules FAILED=$modules/failed node_tests 900 "$log" "$@" || fault "see $log"
  grep -h '^# first load' "$log" | sed 's/^# //' || true
  [ $faults -ne 0 ] || echo "$what: $(grep -c '^ *ok' "$log") tests in Chromium$words, $((SECONDS - began)) s"
  exit $faults
}
