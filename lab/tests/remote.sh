#!/usr/bin/env bash
# remote.sh - a robot that remote.py asks over HTTP plays as the same robot inside the arena; what else asks over HTTP runs.
#
# usage: lab/tests/remote.sh OUT      OUT has ddzd and ddz-arena
set -eu
out=$1
# shellcheck source=tests/script.sh
. tests/script.sh remote
serve ddzd "$out/ddzd" --port 0 --log-level notice
# A deal is played twice, sides swapped: who plays alike wins half of it, always.
"$out/ddz-arena" rules "cmd:lab/remote.py $url '\"engine\":\"rules\",\"level\":10'" --deals 5 --threads 1 --timeout 600000 |
  grep -F ' 0.5000 ±0.0000 | +0.000 ±0.000 |'
printf '%s\n' '{"path":"/robot-move","hand":"333","role":"landlord"}' '{"path":"/robot-move","hand":"?"}' | lab/remote.py "$url" '"top":1' >"$dir/answers" 2>"$dir/errors"
grep -q '"cards": "333"' "$dir/answers" && grep -q 'status 4' "$dir/errors" && [ "$(wc -l <"$dir/answers")" = 2 ]
# Coach, review and robot say the same of each decision; intervals are counted.
lab/judgement.py "$url" agree --games 1 --nodes 300 --rules standard >"$dir/agree"
grep -q '^decisions	[1-9]' "$dir/agree"
[ "$(sed -n 's/^\(decisions\|coach\|robot\)\t//p' "$dir/agree" | sort -u | wc -l)" = 1 ]
lab/intervals.py "$url" --decisions 2 --nodes 300 --times 2 --rules douzero >"$dir/held"
grep -q '^300	douzero all	' "$dir/held"
