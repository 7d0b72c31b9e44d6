#!/bin/sh
# curve.sh ARENA SCALE OUT.tsv - what does more time bring the search? A line for each opponent and number of nodes:
# opponent, milliseconds a move on average, share of games won, its 95 % interval, points, their interval.
# SCALE: deals are multiplied by it; 1 takes a quarter of an hour on two cores.
set -eu
arena=$1 scale=$2 out=$3
# nodes:deals - fewer where a move takes long
steps='100:2000 300:2000 1000:2000 3000:2000 10000:1000 30000:400 100000:150'

for opponent in net rules; do
  for step in $steps; do
    nodes=${step%:*} deals=$((${step#*:} * scale))
    "$arena" "search:nodes=$nodes" "$opponent" --deals "$deals" --seed 41 | awk -F'|' -v opponent="$opponent" '
      $3 ~ /search:/ {
        gsub(/±/, " ")
        split($6, won, " "); split($7, points, " "); split($10, time, /[ ,]+/)
        ms = time[2] * (time[3] == "s" ? 1000 : time[3] == "ms" ? 1 : .001)
      }
      END { if (ms == 0) exit 1; print opponent "\t" ms "\t" won[1] "\t" won[2] "\t" points[1] + 0 "\t" points[2] }'
  done
done > "$out"
