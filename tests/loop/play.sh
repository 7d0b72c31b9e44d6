#!/usr/bin/env bash
# play.sh - one loop of curl and jq: deal, call, play, review.
#
# usage: tests/loop/play.sh http://127.0.0.1:8080 [preset] [seed]
set -eu
server=$1 game="\"rules\":\"${2:-standard}\",\"seed\":${3:-7}" actions='[]'

ask() { curl -sSf -H 'Content-Type: application/json' -d "$2" "$server$1"; }

# `robot` says what to append, whatever the table waits for: a call, a double, a play, a new deal.
while table=$(ask /table "{$game,\"actions\":$actions,\"robot\":true}") && [ "$(jq -r .phase <<<"$table")" != over ]; do
  actions=$(jq -c --argjson table "$table" '. + [$table.robot.action]' <<<"$actions")
done
jq -c '{winner, multiplier, score}' <<<"$table"

# The same list of actions is what a review wants.
ask /review "{$game,\"actions\":$actions,\"limit\":{\"nodes\":200000}}" | jq -c '.seats[] | {role, judged, mean_loss, verdicts}'
