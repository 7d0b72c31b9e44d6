#!/usr/bin/env bash
# run.sh - run test programs, as many at a time as there are cores, and show what each said, as it ends.
#
# usage: tests/run.sh 'COMMAND [ARGUMENT...]'...
#
# Exit 1 when a command fails, dies by a signal or takes longer than TEST_SECONDS (default 900), or leaves
# something running. What hangs is told sooner: what uses no processor for 60 s, and a release build that
# uses 100 s of processor time, four times what the longest test does. A slow machine makes neither happen.
# What failed is said again at the end, with the test and the line.
set -u
# shellcheck source=tests/within.sh
. tests/within.sh
# shellcheck source=tests/failed.sh
. tests/failed.sh
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
jobs=${TEST_JOBS:-$(nproc 2>/dev/null || echo 2)}

export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1 second_deadlock_stack=1}
# TSan wants the address space it was built for; kernels with more randomness than that confuse it.
fixed=
case "$*" in *build/tsan/*) setarch -R true 2>/dev/null && fixed='setarch -R' ;; esac

run_one() { # index, command line
  local began=$SECONDS rc=0
  case $2 in build/release/*) ulimit -t 100 ;; esac
  # shellcheck disable=SC2086
  "$within" "${TEST_SECONDS:-900}" 60 $fixed $2 >"$logs/$1.log" 2>&1 </dev/null || rc=$?
  {
    flock 8 # one at a time
    echo "== $2 ($((SECONDS - began)) s)"
    cat "$logs/$1.log"
    sed -n "s#^\[  SKIPPED \] \([a-zA-Z0-9_]*\)\$#${2%% *}: \1#p" "$logs/$1.log" | sort -u >>"$logs/skipped"
    [ $rc = 0 ] || failed "$2 (exit $rc)" "$(where_c <"$logs/$1.log")" | tee -a "$logs/failed" >&2
  } 8>"$logs/lock"
}

n=0
for command in "$@"; do
  while [ "$(jobs -pr | wc -l)" -ge "$jobs" ]; do wait -n; done
  run_one $n "$command" &
  n=$((n + 1))
done
wait

[ -z "${SKIPPED:-}" ] || cat "$logs/skipped" >>"$SKIPPED"
left="$(wc -l <"$logs/skipped") tests left out$(sed '1s/^/: /; 2,$s/^/, /' "$logs/skipped" | tr -d '\n')"
if [ -s "$logs/failed" ]; then
  cat "$logs/failed" >&2
  echo "$((n - $(grep -c '^failed: ' "$logs/failed"))) of $n test programs passed; $left" >&2
  exit 1
fi
echo "$n test programs passed; $left"
