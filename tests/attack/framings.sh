#!/usr/bin/env bash
# framings.sh - mutated framings through HAProxy and nginx as shipped: both sides count the same requests.
#
# usage: tests/attack/framings.sh FOLDER [TRIES]     FOLDER is build/MODE; TRIES through each proxy (default 10000)
#
# Of nginx's configuration the addresses differ, it writes a log, and a client that leaves does not take along what nginx
# has counted as passed on and not sent yet. Kills only what it started.
set -u
cd "$(dirname "$0")/../.."
folder=$1 tries=${2:-10000}
# shellcheck source=tests/script.sh
. tests/script.sh framings
# shellcheck source=tests/chaos/proxies.sh
. tests/chaos/proxies.sh

# Of what proxies pass on; probes are none of theirs.
seen_by_service() {
  get /metrics | grep '^ddz_http_requests_total' | grep -vE 'route="/(ready|health|metrics)"' | awk '{ n += $2 } END { print n + 0 }'
}

passed_by_haproxy() { haproxy_says | awk -F, '($1 == "quick" || $1 == "thinking") && $2 ~ /^ddzd/ { n += $8 } END { print n + 0 }'; }
passed_by_nginx() { grep -oF "127.0.0.1:$port" "$dir/access.log" | wc -l; }
log_of_nginx="s|access_log off;.*|log_format passed '\$upstream_addr'; access_log $dir/access.log passed; proxy_ignore_client_abort on;|"
declare -A more=([haproxy]=deploy/haproxy/haproxy.cfg [nginx]=$log_of_nginx)

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
  local passed seen
  serve ddzd "$folder/ddzd" --port 0 --hosts "*" --memo-mib 1 --model none --log-level notice
  "start_$1" "$port" "$port" "$port" "${more[$1]}" || exit 1
  tests/attack/framings.py "$public" "$tries" || fault "$1 does not take them"
  settled "$1"
  passed=$("passed_by_$1") seen=$(seen_by_service)
  echo "framings: $tries through $1, which passed on $passed requests; the service saw $seen"
  [ "$passed" = "$seen" ] && [ "$seen" -gt $((tries / 20)) ] || fault "these counts are not as they should be"
  end proxy
  end ddzd
}

for name in haproxy nginx; do
  if command -v $name >/dev/null; then through $name; else fault "no $name here"; fi
done
verdict "proxies and service count the same"
