#!/usr/bin/env bash
# framings.sh - mutated framings through HAProxy and nginx as shipped: both sides count the same requests.
#
# usage: tests/attack/framings.sh FOLDER [TRIES]     FOLDER is build/MODE; TRIES through each proxy (default 10000)
#
# Of nginx's configuration the addresses differ, it writes a log, and a client that leaves does not take along what nginx
# has counted as passed on and not sent yet. Kills only what it started.
set -u
cd "$(dirname "$0")/../.."
folder=$1 tries=${2:-10000} faults=0
work=$(mktemp -d "${TMPDIR:-/tmp}/ddz-framings.XXXXXX")
service= proxy=
finish() {
  [ -z "$proxy" ] || { kill "$proxy" && wait "$proxy"; } 2>/dev/null
  [ -z "$service" ] || { kill "$service" && wait "$service"; } 2>/dev/null
  proxy= service=
}
trap 'finish; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

accepts() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
free_port() {
  local port
  while port=$((20000 + RANDOM % 10000)) && accepts $port; do :; done
  echo $port
}
await() { for _ in $(seq 600); do "$@" >/dev/null 2>&1 && return 0; sleep 0.1; done; echo "not in time: $*" >&2; exit 1; }
get() { curl -s --max-time 60 "http://127.0.0.1:$1"; }

start_service() {
  port=$(free_port)
  "$folder/ddzd" --port "$port" --hosts "*" --memo-mib 1 --model none --log-level notice >"$work/service.log" &
  service=$!
  await accepts "$port"
}
# Of what proxies pass on; probes are none of theirs.
seen_by_service() {
  get "$port/metrics" | grep '^ddz_http_requests_total' | grep -vE 'route="/(ready|health|metrics)"' | awk '{ n += $2 } END { print n + 0 }'
}

start_haproxy() {
  inside=$(free_port) public=$(free_port)
  DDZD1=127.0.0.1:$port DDZD2=127.0.0.1:$port DDZD3=127.0.0.1:$port PUBLIC=127.0.0.1:$public INSIDE=127.0.0.1:$inside \
    haproxy -f deploy/haproxy/haproxy.cfg >"$work/proxy.log" 2>&1 &
  proxy=$!
  await accepts "$public"
  await bash -c "curl -s 'http://127.0.0.1:$inside/;csv' | grep -q '^quick,ddzd1,.*,UP,'"
}
passed_by_haproxy() { get "$inside/;csv" | awk -F, '($1 == "quick" || $1 == "thinking") && $2 ~ /^ddzd/ { n += $8 } END { print n + 0 }'; }

start_nginx() {
  public=$(free_port)
  sed -e "s|server ddzd[123]:8080|server 127.0.0.1:$port|; s|listen 8080|listen 127.0.0.1:$public|" \
    -e "s|pid /run/nginx.pid|pid $work/nginx.pid|" \
    -e "s|access_log off;.*|log_format passed '\$upstream_addr'; access_log $work/access.log passed; proxy_ignore_client_abort on;|" \
    deploy/nginx/nginx.conf >"$work/nginx.conf"
  mkdir -p "$work/tmp"
  nginx -p "$work" -c "$work/nginx.conf" -g 'daemon off;' >"$work/proxy.log" 2>&1 &
  proxy=$!
  await accepts "$public"
}
passed_by_nginx() { grep -oF "127.0.0.1:$port" "$work/access.log" | wc -l; }

# Until both have counted the same and no more comes; or, for a minute, until that does not happen.
settled() { # proxy
  local before= now
  for _ in $(seq 60); do
    now="$(seen_by_service) $("passed_by_$1")"
    [ "$now" = "$before" ] && [ "${now% *}" = "${now#* }" ] && return
    before=$now
    sleep 1
  done
}

through() { # proxy
  start_service
  "start_$1"
  "$folder/tests/attack/framings" "$public" "$tries" || { echo "framings: $1 does not take them" >&2; faults=1; }
  settled "$1"
  local passed seen
  passed=$("passed_by_$1") seen=$(seen_by_service)
  echo "framings: $tries through $1, which passed on $passed requests; the service saw $seen"
  [ "$passed" = "$seen" ] && [ "$seen" -gt $((tries / 20)) ] || { echo "framings: these counts are not as they should be" >&2; faults=1; }
  finish
}

for name in haproxy nginx; do
  if command -v $name >/dev/null; then through $name; else echo "framings: no $name here" >&2; faults=1; fi
done
exit $faults
