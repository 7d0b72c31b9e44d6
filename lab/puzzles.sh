#!/usr/bin/env bash
# puzzles.sh - the shelf of puzzles of the console, made anew: the same program, nets and numbers give the same file.
#
# usage: lab/puzzles.sh PROGRAM FILE [SEED [DEALS]]
#
# Deals are shared out to all cores in parts of 200. A change of the robots, of the nets or of the solver gives another shelf.
set -eu
program=$1 file=$2 seed=${3:-1} deals=${4:-8000} part=200
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
seq 0 "$part" $((deals - 1)) | xargs -P "$(nproc)" -I{} sh -c '"$1" --seed "$2" --first "$3" --deals "$4" >"$5/$3"' sh "$program" "$seed" {} "$part" "$dir"
cat "$dir"/* | "$program" --shelf >"$dir/shelf"
cp "$dir/shelf" "$file"
echo "$file: $(grep -c '"id"' "$file") puzzles from $deals deals of seed $seed"
