# node_tests.sh - the tests of Node, with an end. Sourced, not run.
# shellcheck source=tests/within.sh
. tests/within.sh
# shellcheck source=tests/failed.sh
. tests/failed.sh

# The report goes to the log. What failed goes to standard error, as it happens: the name and the first place in tests/.
node_tests() { # seconds at most, log, arguments of node --test
  local seconds=$1 log=$2 file
  shift 2
  "$within" "$seconds" "$seconds" node --test --test-reporter=tap "$@" 2>&1 | tee "$log" | tests/not_ok.awk | while IFS= read -r line; do failed "$line" >&2; done
  [ "${PIPESTATUS[0]}" = 0 ] && return
  grep -B2 -A30 '^ *not ok\|^within: ' "$log" >&2 || tail -20 "$log" >&2
  return 1
}
