#!/usr/bin/env bash
# check.sh - examples/train_dmc.py learns: a minute of computing from nothing to a net that plays in the service.
#
# usage: tests/train/check.sh OUT      OUT has ddzd, ddz-arena and libddz.so
#
# Debian's own Python, which has its PyTorch.
set -eu
out=$1
# shellcheck source=tests/skip.sh
. tests/skip.sh
fault() {
  echo "train: $*" >&2
  exit 1
}
/usr/bin/python3 -c 'import torch' 2>/dev/null || { skip "a net from Python: PyTorch is not here"; exit 0; }
dir=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill $service; rm -rf "$dir"' EXIT
export DDZ_LIBRARY=$PWD/$out/libddz.so OMP_NUM_THREADS=1

/usr/bin/python3 -B tests/train/test_train.py >"$dir/said" 2>&1 || fault "its parts: $(tail -20 "$dir/said")"
awk '/^```/ { on = $0 == "```python"; next } on' docs/train.md | sed "s,/tmp/mine.net,$dir/mine.net," >"$dir/page.py"
PYTHONPATH=clients/python /usr/bin/python3 -B "$dir/page.py" >"$dir/said" 2>&1 && [ -s "$dir/mine.net" ] || fault "the program of docs/train.md: $(tail -5 "$dir/said")"

/usr/bin/python3 -B -W ignore examples/train_dmc.py --threads 1 --width 64 --tables 256 --rate 2e-3 --points 0 --decisions 300000 --minutes 1000 \
  --every 1e6 --deals 200 --against rules --name test-1 --model models/ddz.net --out "$dir" >"$dir/said" 2>&1 || fault "$(tail -5 "$dir/said")"
tail -1 "$dir/said"
/usr/bin/python3 - "$dir/said" <<'EOF' || fault "the loss of the win did not fall below that of a guess"
import re, sys
sys.exit(float(re.search(r"loss of win and points ([\d.]+)", open(sys.argv[1]).read()).group(1)) > .675)
EOF
share=$("$out/ddz-arena" net:model="$dir/net.net" random --deals 1000 --json /dev/null | awk -F'|' '$3 ~ /net/ { print $6 + 0 }')
awk -v share="$share" 'BEGIN { exit !(share > .8) }' || fault "the net wins $share of its games against random, not .8"

"$out/ddzd" --port 0 --log-level notice --model "$dir/net.net" >"$dir/log" 2>&1 &
service=$!
until port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$dir/log" | head -1) && [ -n "$port" ]; do
  kill -0 $service || fault "the service did not start: $(cat "$dir/log")"
  sleep .1
done
curl -s "http://127.0.0.1:$port/version" | grep -q '"test-1' || fault "/version does not name the net"
curl -s "http://127.0.0.1:$port/robot-move" -d '{"rules":"douzero","hand":"3334445566778899TJQK","role":"landlord","engine":"net"}' >"$dir/move"
grep -q '"engine":"net"' "$dir/move" || fault "the net does not play: $(cat "$dir/move")"
echo "train: losses fall, the net from Python wins $share of its games against random, and plays in the service"
