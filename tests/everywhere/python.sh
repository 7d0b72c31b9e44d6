#!/usr/bin/env bash
# python.sh - the Python client: what openapi.yaml says of it, its types, its own tests, threads, pip.
#
# usage: tests/everywhere/python.sh OUT      OUT has ddzd, libddz.so and openapi.json
#
# Debian's own Python runs what needs its packages.
set -u
out=$1
# shellcheck source=tests/script.sh
. tests/script.sh clients/python

tools/python_client.py "$out/openapi.json" "$dir"
for file in types.py routes.py; do
  cmp "$dir/$file" "clients/python/ddz/$file" || fault "$file is not what openapi.yaml says: make python-client"
done

MYPYPATH=clients/python mypy --strict --warn-unused-ignores --cache-dir "$dir/mypy" clients/python/ddz \
  clients/python/examples/*.py clients/python/tests/use_types.py >"$dir/said" 2>&1 || fault "types: $(tail -20 "$dir/said")"

DDZ_LIBRARY=$(realpath "$out/libddz.so") /usr/bin/python3 -B -m unittest discover -v -s clients/python/tests >"$dir/said" 2>&1 ||
  fault "its tests: $(tail -20 "$dir/said")"
while IFS= read -r line; do left_out "$line"; done < <(sed -nE "s/^.* \.\.\. skipped ['\"](.*)['\"]$/\1/p" "$dir/said" | sort -u)

serve ddzd "$out/ddzd" --port 0 --log-level notice --model none
timeout 120 python3 -B tests/everywhere/threads.py "$out" "$url" 4000 || fault "threads that share a client or a handle get other answers"
verdict "its types are those of openapi.yaml, mypy and its tests pass"
