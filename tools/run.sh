#!/usr/bin/env bash
# run.sh - start the service, wait until it answers, print where and a line to try; stop it when we are stopped.
#
# usage: tools/run.sh build/release/ddzd --port PORT [option...]
set -u
port=$3
answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
if answers "$port"; then
  for ((free = port + 1; free < port + 100; free++)); do answers $free || break; done
  echo "Port $port is in use by another program. Choose another: make run PORT=$free" >&2
  exit 1
fi
"$@" &
pid=$!
trap 'kill -TERM $pid 2>/dev/null' TERM INT HUP

for _ in $(seq 600); do
  kill -0 $pid 2>/dev/null || break
  if answers "$port"; then
    printf '\nready. In a browser: http://127.0.0.1:%s/   At a terminal:\n\n  curl -s -d %s http://127.0.0.1:%s/classify\n\n' \
      "$port" "'{\"cards\":\"3334445566\"}'" "$port"
    break
  fi
  sleep 0.1
done

# The first wait ends when a signal arrives, the second when the service has finished what it accepted.
wait $pid
status=$?
[ $status -le 128 ] || { wait $pid; status=$?; }
exit $status
