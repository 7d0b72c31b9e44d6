# node_tests.sh - the tests of Node, with an end. Sourced, not run.
# shellcheck source=tests/within.sh
. tests/within.sh

# The report goes to the log; what failed, or how far it came, to standard error.
node_tests() { # seconds at most, log, arguments of node --test
  local seconds=$1 log=$2
  shift 2
  "$within" "$seconds" node --test --test-reporter=tap "$@" >"$log" 2>&1 && return
  grep -B2 -A30 '^ *not ok\|^within: ' "$log" >&2 || tail -20 "$log" >&2
  return 1
}
