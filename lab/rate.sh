#!/bin/sh
# rate.sh ARENA DEALS OUT.tsv - ddz-bench 1 for the players of the list below: the table and the picture of docs/numbers.md.
# A line for each: player, deals, share of games won and its 95 % interval, points and theirs, with calls points and theirs,
# illegal, late and missing responses, shares of a partner's play beaten, of seats with a bomb at the end, of those won by a
# spring, CPU time of a move in microseconds, memory of a program in MiB. A player that searches plays a tenth of the deals;
# against level 10 they are SLOW (100).
# PLAYERS="a b" rates others; JSON=FOLDER keeps all games there.
set -eu
arena=$1 deals=$2 out=$3
levels='auto:1 auto:2 auto:3 auto:4 auto:5 auto:6 auto:7 auto:8 auto:9 auto:10'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for player in ${PLAYERS:-random $levels rules net search:nodes=2000}; do
  n=$deals
  case $player in search* | auto:10) n=$((deals / 10)) ;; esac
  if [ -n "${JSON:-}" ]; then set -- --json "$JSON/$player.jsonl"; else set --; fi
  "$arena" rate "$player" --deals "$n" --slow-deals "${SLOW:-100}" --timeout 60000 "$@" > "$work/table" 2> "$work/time"
  awk -F'|' -v n="$n" '
    FNR == NR { if (match($0, /CPU time of a move: [^;]*/)) split(substr($0, RSTART, RLENGTH), time, " "); split($0, part, "memory: "); next }
    /±/ { gsub(/[`±+ ]+/, " "); last = $0 }
    END {
      $0 = last; split($3, won, " "); split($4, points, " "); split($5, called, " ")
      us = time[6] * (time[7] == "s" ? 1e6 : time[7] == "ms" ? 1e3 : 1)
      gsub(/ /, "", $2)
      printf "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t%d\n", $2, n, won[1], won[2], points[1], points[2],
        called[1], called[2], $6, $7, $8, $9 + 0, $10 + 0, $11 + 0, us, part[2]
    }' "$work/time" "$work/table"
done > "$out"
