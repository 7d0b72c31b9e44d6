# failed.sh - what failed, for the eyes: at once, and again at the end of `make test`. Sourced, not run.
#
# tests/all.sh names a file in FAILURES; what is written there it shows at once, also from parts whose output waits.

# Says "failed: WHAT" and the places, each on a line.
failed() { # what, places
  local text="failed: $1${2:+$'\n'}${2:-}"
  echo "$text"
  [ -z "${FAILURES:-}" ] || echo "$text" >>"$FAILURES"
}

# From what a program of cmocka said: each failed test with its line. From a sanitizer: its summary.
where_c() {
  awk '/^\[ RUN/ { last = "" }
    /error: Failure!|SUMMARY: |Assertion .* failed|^within: / { last = $0; sub(/.*\[   LINE   \] --- /, "", last); sub(/: error: Failure!.*/, "", last) }
    /SUMMARY: |Assertion .* failed|^within: / { print "  " last }
    /^\[  FAILED  \] [a-z_A-Z0-9]+$/ && last != "" { print "  " $4 " (" last ")"; last = "" }'
}
