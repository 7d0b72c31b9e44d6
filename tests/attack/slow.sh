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
log=$(mktemp)
service=
trap '[ -z "$service" ] || kill "$service" 2>/dev/null; rm -f "$log"' EXIT

# So that the slow ones are cut within the attack, however short it is.
upload_ms=$((seconds * 1000 / 4))
"$folder/ddzd" --port 0 --hosts "*" --upload-ms "$upload_ms" >"$log" &
service=$!
port=
for _ in $(seq 600); do
  port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$log" | head -1)
  [ -z "$port" ] || break
  sleep 0.1
done
[ -n "$port" ] || { echo "the service did not start" >&2; exit 1; }

# What the service says of its connections.
# Readers that have not gone yet hold the room for answers of this address: then the figures come a little later.
figure() {
  local found=
  for _ in $(seq 100); do
    found=$(curl -s "http://127.0.0.1:$port/metrics" | sed -n "s/^$1 //p")
    [ -z "$found" ] || break
    sleep 0.1
  done
  echo "$found"
}

failed=0
attack() { # name, how many of its connections are cut at least, slowhttptest's arguments
  local name=$1 least=$2 before cut
  shift 2
  before=$(figure ddz_connections_cut_total)
  printf '%s, 1000 connections, %s s\n' "$name" "$seconds"
  timeout $((seconds + 20)) slowhttptest -c 1000 -r 500 -l "$seconds" -p 5 "$@" >"$log.attack" 2>&1 &
  local attacker=$!
  "$folder/tests/load/load" steady "$port" "$seconds" ${p99:+"$p99"} || failed=1
  cut=$(($(figure ddz_connections_cut_total) - before))
  printf '  open now %s; cut %s\n' "$(figure ddz_connections)" "$cut"
  [ "$cut" -ge "$least" ] || { echo "at least $least of the slow connections ought to be cut" >&2; failed=1; }
  wait "$attacker"
  sed 's/\x1b\[[0-9;]*[a-zA-Z]//g' "$log.attack" | grep -aE '^(initializing|pending|connected|error|closed|service available):' |
    tail -6 | tr -s ' ' | tr '\n' ' ' | sed 's/^/  slowhttptest at its end: /'
  rm -f "$log.attack"
  echo
}

base=http://127.0.0.1:$port
attack 'slow headers' 500 -H -i 5 -x 24 -t GET -u "$base/version"
attack 'slow bodies' 500 -B -i 5 -s 8192 -x 10 -t POST -u "$base/classify"
attack 'slow readers' 0 -X -w 512 -y 1024 -n 5 -z 32 -u "$base/openapi.yaml"

curl -sf "$base/health" >/dev/null || { echo "the service does not answer" >&2; failed=1; }
kill "$service"
wait "$service" || { echo "the service ended with $?" >&2; failed=1; }
service=
exit $failed
