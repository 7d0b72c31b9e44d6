#!/usr/bin/env bash
# check.sh - examples/train_dmc.py learns: a minute of computing from nothing to a net that plays in the service.
#
# usage: tests/train/check.sh OUT      OUT has ddzd, ddz-arena and libddz.so
#
# Debian's own Python, which has its PyTorch.
set -u
out=$1
# shellcheck source=tests/script.sh
. tests/script.sh train
export DDZ_LIBRARY=$PWD/$out/libddz.so OMP_NUM_THREADS=1 PYTHONPATH=clients/python
python() { /usr/bin/python3 -B -W ignore "$@" >"$dir/said" 2>&1 || fault "$1: $(tail -20 "$dir/said")"; }

if ! /usr/bin/python3 -c 'import torch' 2>/dev/null; then
  skip "a net from Python: PyTorch is not here"
  verdict "nothing was learned"
fi

python tests/train/test_train.py
awk '/^```/ { on = $0 == "```python"; next } on' docs/train.md | sed "s,/tmp/mine.net,$dir/mine.net," >"$dir/page.py"
python "$dir/page.py"
[ -s "$dir/mine.net" ] || fault "the program of docs/train.md writes no net"

python examples/train_dmc.py --threads 1 --width 64 --tables 256 --rate 2e-3 --points 0 --decisions 300000 --minutes 1000 \
  --every 1e6 --deals 200 --against rules --name test-1 --model models/ddz.net --out "$dir"
tail -1 "$dir/said"
loss=$(sed -n 's/.*loss of win and points \([0-9.]*\).*/\1/p' "$dir/said")
awk -v loss="$loss" 'BEGIN { exit !(loss > 0 && loss < .675) }' || fault "the loss of the win is $loss; .693 is a guess"
share=$("$out/ddz-arena" net:model="$dir/net.net" random --deals 1000 | awk -F'|' '$3 ~ /net/ { print $6 + 0 }')
awk -v share="$share" 'BEGIN { exit !(share > .8) }' || fault "the net wins $share of its games against random, not .8"

serve ddzd "$out/ddzd" --port 0 --log-level notice --model "$dir/net.net"
get /version | grep -q '"test-1' || fault "/version does not name the net"
curl -s "$url/robot-move" -d '{"rules":"douzero","hand":"3334445566778899TJQK","role":"landlord","engine":"net"}' >"$dir/move"
grep -q '"engine":"net"' "$dir/move" || fault "the net does not play: $(cat "$dir/move")"
verdict "losses fall, the net from Python wins $share of its games against random, and plays in the service"
