#!/usr/bin/env bash
# gates.sh - does a net take the place of models/ddz.net? Each measurement with what it must be; an hour of two cores.
#
# usage: lab/gates.sh NET [OUT]      OUT has the programs (build/release); SCALE=0.05 plays a twentieth, to check this script
#
# First its chances are calibrated: FOLDER/candidate.net is NET with its curves, and has the nets of models/ beside it.
set -eu
net=$1 out=${2:-build/release} scale=${SCALE:-1}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
deals() { awk -v n="$1" -v scale="$scale" 'BEGIN { printf "%d", n * scale < 2 ? 2 : n * scale }'; }
for part in bids belief wild; do cp "models/ddz-$part.net" "$dir/candidate-$part.net"; done
candidate=$dir/candidate.net
arena() { "$out/ddz-arena" "$@" | grep '^|' | tail -n +3; }
calibrate() { "$out/ddz-calibrate" --model "$candidate" --seed 500001 "$@"; }

echo "chances, told points: within .015, within .3"
cp "$net" "$candidate"
calibrate --rules douzero --games "$(deals 40000)" --write "$candidate"
calibrate --rules standard --dealing unshuffled --games "$(deals 40000)" --write "$candidate"
for preset in douzero standard huanle botzone; do
  echo "$preset"
  calibrate --rules $preset --called --games "$(deals 10000)"
done
echo "games won against models/ddz.net: .51, the lower bound above .50, in douzero, and in standard with calls"
arena net:model="$candidate" net --deals "$(deals 10000)"
arena net:model="$candidate" net --rules standard --calling --deals "$(deals 10000)"
echo "every preset: .495"
arena net:model="$candidate" net --rules all --deals "$(deals 2500)"
echo "a search with it: not weaker"
arena search:nodes=12000,model="$candidate" search:nodes=12000 --deals "$(deals 1000)" --slow-deals "$(deals 1000)"
echo "a move: at most 1.5 times the time (the two last columns above); and against rules"
arena net:model="$candidate" rules --deals "$(deals 10000)"
[ -z "${RLCARD:-}" ] || PYTHONPATH=$RLCARD arena net:model="$candidate" 'cmd:/usr/bin/python3 examples/rlcard_player.py' --timeout 60000 --deals "$(deals 400)"
cp "$candidate" "$net.calibrated"
