#!/usr/bin/env bash
# commits.sh - does every commit say whether play or speed of the engine changed?
#
# usage: tests/commits.sh [BASE]        commits after BASE; without it since the first that had to
#
# The last line of a message is `No functional change`, or `Bench: ` and the first eight digits of three
# signatures of tests/data/signatures.txt (CONTRIBUTING.md). Where the history is not here, that is a fault: a clone that is not deep enough,
# or that belongs to another user, says nothing about its commits. A tarball has no commits, and says so.
set -u
first=3c479bc

base=${1:-$first}
[ -e .git ] || { echo "commits: a tarball has none"; exit 0; }
git cat-file -e "$base^{commit}" || { echo "commits: the history since $base is not here (git fetch --unshallow; git config safe.directory)" >&2; exit 1; }
git log --no-merges --format='%x01%h %s%n%B' "$base..HEAD" | awk '
  function judge() {
    if (subject != "" && last != "No functional change" && last !~ bench) {
      print "commits: " subject ": ends with \047" last "\047" >"/dev/stderr"
      faults++
    }
  }
  BEGIN { word = "[0-9a-f]"; word = word word word word; word = " " word word; bench = "^Bench:" word word word "$" }
  /^\001/ { judge(); subject = substr($0, 2); count++; next }
  NF > 0 { last = $0 }
  END {
    judge()
    if (!faults) print "commits: " count " messages say whether play or speed changed"
    exit faults > 0
  }'
