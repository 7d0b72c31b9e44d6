#!/usr/bin/env bash
# check.sh - the loops of docs/start.md play, and every score is the referee's; so does a client whose types are
# made from openapi.yaml.
#
# usage: tests/loop/check.sh OUT [GAMES]     OUT has ddzd; 32 games of each kind by default
set -eu
out=$1 games=${2:-32}
# shellcheck source=tests/skip.sh
. tests/skip.sh
# shellcheck source=tests/npm.sh
. tests/npm.sh
fault() {
  echo "loop: $*" >&2
  exit 1
}
dir=$(mktemp -d)
: >"$dir/log"
"$out/ddzd" --port 0 --log-level notice --model models/ddz.net >"$dir/log" 2>&1 &
service=$!
trap 'kill $service; rm -rf "$dir"' EXIT
until port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$dir/log" | head -1) && [ -n "$port" ]; do
  kill -0 $service || fault "the service did not start: $(cat "$dir/log")"
  sleep .1
done
python3 tests/loop/play.py "http://127.0.0.1:$port" "$games"
python3 tests/loop/reports.py "http://127.0.0.1:$port" tests/data/reports.jsonl
if command -v jq >/dev/null; then
  [ "$(tests/loop/play.sh "http://127.0.0.1:$port" huanle 3 | wc -l)" = 4 ] || fault "play.sh does not tell the score and three seats"
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
  make_client || fault "no client: $(cat "$client/log")"
  node "$client/client.mjs" "http://127.0.0.1:$port" 6
else
  skip "no client is made from openapi.yaml: $npm_reason"
fi
