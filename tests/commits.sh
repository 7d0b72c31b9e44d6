#!/usr/bin/env bash
# commits.sh - does every commit say whether play or speed of the engine changed?
#
# usage: tests/commits.sh [BASE]        commits after BASE; without it since the first that had to
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
