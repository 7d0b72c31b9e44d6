#!/usr/bin/env bash
# slow.sh - slow headers, slow bodies, slow readers: slowhttptest with 1,000 connections, while a normal client
# asks on and sees no error.
#
# usage: tests/attack/slow.sh FOLDER [SECONDS [P99_MS]]
#
# FOLDER is build/MODE; SECONDS of each attack (default 60). With P99_MS the normal client's 99th percentile is
# demanded to be below it; without, printed.
set -u
folder=$1 seconds=${2:-60} p99=${3:-}
# shellcheck source=tests/script.sh
. tests/script.sh slow

# So that the slow ones are cut within the attack, however short it is.
upload_ms=$((seconds * 1000 / 4))
serve ddzd "$folder/ddzd" --port 0 --hosts "*" --upload-ms "$upload_ms"

# What the service says of its connections.
# Readers that have not gone yet hold the room for answers of this address: then the figures come a little later.
figure() { # name
  await "$1" 10 figure_is "$1"
  sed -n "s/^$1 //p" "$dir/metrics"
}
figure_is() { get /metrics >"$dir/metrics" && grep -q "^$1 " "$dir/metrics"; }

attack() { # name, how many of its connections are cut at least, slowhttptest's arguments
  local before cut
  before=$(figure ddz_connections_cut_total)
  printf '%s, 1000 connections, %s s\n' "$1" "$seconds"
  start attacker timeout $((seconds + 20)) slowhttptest -c 1000 -r 500 -l "$seconds" -p 5 "${@:3}"
  "$folder/tests/load/load" steady "$port" "$seconds" ${p99:+"$p99"} || fault "the normal client, beside $1"
  cut=$(($(figure ddz_connections_cut_total) - before))
  printf '  open now %s; cut %s\n' "$(figure ddz_connections)" "$cut"
  [ "$cut" -ge "$2" ] || fault "at least $2 of the slow connections ought to be cut"
  end attacker 0
  sed 's/\x1b\[[0-9;]*[a-zA-Z]//g' "${log_of[attacker]}" | grep -aE '^(initializing|pending|connected|error|closed|service available):' |
    tail -6 | tr -s ' ' | tr '\n' ' ' | sed 's/^/  slowhttptest at its end: /'
  echo
}

attack 'slow headers' 500 -H -i 5 -x 24 -t GET -u "$url/version"
attack 'slow bodies' 500 -B -i 5 -s 8192 -x 10 -t POST -u "$url/classify"
attack 'slow readers' 0 -X -w 512 -y 1024 -n 5 -z 32 -u "$url/openapi.yaml"

get /health | grep -q . || fault "the service does not answer"
end ddzd || fault "the service ended with $?"
verdict "a normal client is answered beside 3,000 slow ones"
