#!/usr/bin/env bash
# run.sh - start the service, wait until it answers, print a line to try; stop it when we are stopped.
#
# usage: tools/run.sh build/release/ddzd --port PORT [option...]
set -u
port=$3
"$@" &
pid=$!
trap 'kill -TERM $pid 2>/dev/null' TERM INT HUP

answers() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }
for _ in $(seq 600); do
  kill -0 $pid 2>/dev/null || break
  if answers; then
    printf '\nready. Try:\n\n  curl -s -d %s http://127.0.0.1:%s/classify\n\n' "'{\"cards\":\"3334445566\"}'" "$port"
    break
  fi
  sleep 0.1
done

# The first wait ends when a signal arrives, the second when the service has finished what it accepted.
wait $pid
status=$?
[ $status -le 128 ] || { wait $pid; status=$?; }
exit $status
