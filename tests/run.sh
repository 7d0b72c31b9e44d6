#!/usr/bin/env bash
# run.sh - run test programs, as many at a time as there are cores, and show what each said, in order.
#
# usage: tests/run.sh 'COMMAND [ARGUMENT...]'...
#
# Exit 1 when a command fails, dies by a signal or takes longer than TEST_SECONDS (default 900), or leaves
# something running.
set -u
# shellcheck source=tests/within.sh
. tests/within.sh
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
  local began=$SECONDS
  # shellcheck disable=SC2086
  "$within" "${TEST_SECONDS:-900}" $fixed $2 >"$logs/$1.log" 2>&1 </dev/null
  echo "$? $((SECONDS - began))" >"$logs/$1.rc"
}

n=0
for command in "$@"; do
  while [ "$(jobs -pr | wc -l)" -ge "$jobs" ]; do wait -n; done
  run_one $n "$command" &
  n=$((n + 1))
done
wait

failed=()
for ((i = 0; i < n; i++)); do
  command=${*:i + 1:1}
  read -r rc seconds <"$logs/$i.rc"
  echo "== $command (${seconds} s)"
  cat "$logs/$i.log"
  [ "$rc" = 0 ] || failed+=("$command (exit $rc)")
done
if [ ${#failed[@]} -gt 0 ]; then
  printf 'failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
echo "$n test programs passed"
