#!/usr/bin/env bash
# cover.sh - line coverage of each file and layer after the tests ran in MODE=cover.
#
# usage: tests/cover.sh build/cover
set -eu
out=$1
find "$out/core" "$out/api" "$out/service" -name '*.gcno' 2>/dev/null | sort | while read -r data; do
  gcov -n -r -o "$(dirname "$data")" "$data" 2>/dev/null
done | awk '
  /^File / { gsub(/\x27/, ""); file = $2; next }
  /^Lines executed:/ && file ~ /^(core|api|service)\/.*\.c$/ {
    split($0, part, /[:% ]+/); share = part[3]; lines = $NF
    split(file, path, "/"); hit[path[1]] += share * lines / 100; all[path[1]] += lines
    printf "%6.1f %%  %5d lines  %s\n", share, lines, file; file = "" }
  END { print ""
    for (layer in all) printf "%6.1f %%  %5d lines  %s in all\n", 100 * hit[layer] / all[layer], all[layer], layer }'
