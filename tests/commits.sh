#!/usr/bin/env bash
# commits.sh - does every commit say whether play or speed of the engine changed?
#
# usage: tests/commits.sh [BASE]        commits after BASE; without it since the first that had to
#        tests/commits.sh --self-test   shows on small messages that a fault is found
#
# The last line of a message is `No functional change`, or `Bench: ` and the first eight digits of the three
# signatures that `make bench-search` prints. Where the history is not here, that is a fault: a clone that is not deep enough,
# or that belongs to another user, says nothing about its commits. A tarball has no commits, and says so.
set -u
first=3c479bc

# What is wrong with a message, or nothing.
fault_of() { # message
  local last
  last=$(sed '/^[[:space:]]*$/d' <<<"$1" | tail -n 1)
  [[ $last = 'No functional change' || $last =~ ^Bench:(\ [0-9a-f]{8}){3}$ ]] || echo "ends with '$last'"
}

self_test() {
  local message
  for message in $'a: b\n\nNo functional change\n' $'a: b\n\nWhy.\n\nBench: 79171c60 d6336beb de1dbe76'; do
    [ -z "$(fault_of "$message")" ] || { echo "commits: refused: $message" >&2; return 1; }
  done
  for message in 'a: b' $'a: b\n\nNo functional change\n\nWhy.' $'a: b\n\nBench: 79171c60' 'No functional changes'; do
    [ -n "$(fault_of "$message")" ] || { echo "commits: not found: $message" >&2; return 1; }
  done
  echo "commits: six messages are judged right"
}

if [ "${1:-}" = --self-test ]; then
  self_test
  exit
fi
base=${1:-$first}
[ -e .git ] || { echo "commits: a tarball has none"; exit 0; }
git cat-file -e "$base^{commit}" || { echo "commits: the history since $base is not here (git fetch --unshallow; git config safe.directory)" >&2; exit 1; }
faults=0 count=0
for commit in $(git rev-list --no-merges "$base..HEAD"); do
  count=$((count + 1))
  fault=$(fault_of "$(git log -1 --format=%B "$commit")")
  [ -z "$fault" ] && continue
  echo "commits: $(git log -1 --format='%h %s' "$commit"): $fault" >&2
  faults=1
done
[ $faults = 0 ] && echo "commits: $count messages say whether play or speed changed"
exit $faults
