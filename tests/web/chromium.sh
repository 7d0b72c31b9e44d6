# chromium.sh - run tests in Chromium. Sourced by check_console.sh and check_site.sh, not run.
#
# Chromium and a Chinese font come from Debian, playwright-core and axe-core from npm; where these cannot be had this says
# so and passes, unless CI is set.
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/../npm.sh"
# shellcheck source=tests/script.sh
. "$here/../script.sh" chromium
# shellcheck source=tests/node_tests.sh
. tests/node_tests.sh

# Ends the script: 0 when all is well, or nothing could be looked at.
in_chromium() { # what is looked at, words for the last line, arguments of node --test
  me=$1
  local words=$2 log=$modules/$1.log began=$SECONDS
  shift 2
  tools/packages.sh node browser || { skip "not looked at, Chromium is not here and could not be installed"; verdict "not looked at"; }
  npm_packages || { skip "not looked at, $npm_reason"; verdict "not looked at"; }
  rm -f "$modules/failed"
  MODULES=$modules FAILED=$modules/failed node_tests 900 "$log" "$@" || fault "see $log"
  grep -h '^# first load' "$log" | sed 's/^# //' || true
  verdict "$(grep -c '^ *ok' "$log") tests in Chromium$words, $((SECONDS - began)) s"
}
