#!/usr/bin/env bash
# check.sh - the loops of docs/start.md play, and every score is the referee's; so does a client whose types are
# made from openapi.yaml.
#
# usage: tests/loop/check.sh OUT [GAMES]     OUT has ddzd; 32 games of each kind by default; REPORTS: files of more
set -u
out=$1 games=${2:-32}
# shellcheck source=tests/script.sh
. tests/script.sh loop
# shellcheck source=tests/npm.sh
. tests/npm.sh

serve ddzd "$out/ddzd" --port 0 --log-level notice --model models/ddz.net
python3 tests/loop/play.py "$url" "$games" || fault "the loop of Python"
python3 tests/loop/reports.py "$url" tests/data/reports.jsonl || fault "a report"
if command -v jq >/dev/null; then
  [ "$(tests/loop/play.sh "$url" huanle 3 | wc -l)" = 4 ] || fault "play.sh does not tell the score and three seats"
  echo "loop: curl and jq play and review a game"
else
  skip "the loop of curl: jq is not here"
fi

# The client is made beside the packages that it imports.
client=$modules/client
make_client() {
  mkdir -p "$client"
  cp tests/loop/client.mts tests/loop/tsconfig.json "$client/"
  $modules/node_modules/.bin/openapi-typescript openapi.yaml -o "$client/openapi.d.ts" >"$client/log" 2>&1 &&
    $modules/node_modules/.bin/tsc -p "$client" >>"$client/log" 2>&1
}
if npm_packages; then
  make_client && node "$client/client.mjs" "$url" 6 || fault "the client of openapi.yaml: $(tail "$client/log")"
else
  skip "no client is made from openapi.yaml: $npm_reason"
fi
verdict "games by each loop, with the scores of the referee"
