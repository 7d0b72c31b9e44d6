#!/usr/bin/env bash
# gpu.sh - prepared runs of examples/train_dmc.py on a machine with a GPU, ten minutes each with their looks.
#
# usage: lab/gpu.sh nothing|larger OUT [STATE]     OUT gets net.net, state.pt, curve.tsv; STATE: state.pt to go on with
#
#   nothing   from random weights, `douzero`, for the win alone
#   larger    from models/ddz.net, 1,024 units, the mixture of rule sets of ddz-5, half of the tables for points
#
# It needs PyTorch with CUDA for $PYTHON, and libddz (make lib). A run goes on with MINUTES (default 8) more: say 16, 24, ...
# DEVICE=cpu is a check of the same options on a processor: a few steps with fewer tables.
set -eu
run=$1 out=$2 state=${3:-}
device=${DEVICE:-cuda}
options=(--out "$out" --device "$device" --minutes "${MINUTES:-8}" --every 120 --keep .999 --model models/ddz.net)
case $run in
nothing) options+=(--name gpu-1 --width 512 --hidden 128 128 --points 0 --rate 1e-3) ;;
larger) options+=(--name ddz-6 --from models/ddz.net --width 1024 --hidden 128 64 --points .5 --rate 3e-4 --explore .01 --keep .9998
  --rules douzero:42 standard:33 huanle:9 botzone:12 buxipai:4) ;;
*) sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2 ;;
esac
case $device in
cuda) options+=(--tables 8192 --batch 16384 --ring 2000000) ;;
cpu) options+=(--tables 64 --batch 256 --ring 4000 --decisions "${DECISIONS:-8000}" --deals 16 --minutes 1000 --threads 1) ;;
esac
[ -z "$state" ] || options+=(--resume "$state")
DDZ_LIBRARY=${DDZ_LIBRARY:-$PWD/build/release/libddz.so} exec "${PYTHON:-/usr/bin/python3}" examples/train_dmc.py --parts 1 "${options[@]}"
