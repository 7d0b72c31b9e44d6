#!/usr/bin/env bash
# parts.sh - run tests one after another, each with a title, a time of its own at most, and the times it took.
#
# usage: tests/parts.sh < LINES     a line: SECONDS|TITLE|COMMAND
#        . tests/parts.sh           for the function `part`
#
# Stops at the first that fails. Whatever a part began has ended when it is over.
set -eu
# shellcheck source=tests/within.sh
. tests/within.sh
# shellcheck source=tests/failed.sh
. tests/failed.sh

part() { # seconds at most, title, command
  local seconds=$1 title=$2 rc=0 TIMEFORMAT="---- $2: %0R s, %0U s of user and %0S s of system time"
  shift 2
  printf '\n---- %s\n' "$title"
  time "$within" "$seconds" "$seconds" "$@" </dev/null || rc=$?
  [ $rc = 0 ] || {
    failed "$title (exit $rc)" >&2
    return $rc
  }
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  while IFS='|' read -r seconds title command; do
    [ -z "$seconds" ] || part "$seconds" "$title" bash -c "$command" || exit $?
  done
  printf '\nall of it in %d s\n' $SECONDS
fi
