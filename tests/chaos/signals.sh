#!/usr/bin/env bash
# signals.sh - sixteen clients want searches of 200 ms from one worker: is it told in time?
#
# usage: tests/chaos/signals.sh BUILD [SECONDS]        BUILD: build/release; SECONDS between two scrapes (2)
#
# A real Prometheus scrapes a real service, with the shipped rules. Beside them many quick answers go on, which must not
# hide the searches. From the first search on two scrapes may pass until DdzdSearchesCutShort fires and the signal of
# deploy/kubernetes/queue passes its target.
set -u
cd "$(dirname "$0")/../.."
build=$1
every_s=${2:-2}
# shellcheck source=tests/script.sh
. tests/script.sh signals
tools/packages.sh monitor || { skip "prometheus could not be installed"; verdict "nothing was tried"; }
command -v prometheus >/dev/null || { skip "no prometheus here"; verdict "nothing was tried"; }
target=0.05 # averageValue: 50m
grep -q 'averageValue: 50m' deploy/kubernetes/queue/hpa-queue.yaml || fault "the target of queue/hpa-queue.yaml is another"

query() { curl -sG --data-urlencode "query=$1" "http://127.0.0.1:$web/api/v1/query"; }
value() { query "$1" | sed -n 's/.*"value":\[[0-9.]*,"\([^"]*\)"\].*/\1/p'; }
is_there() { [ -n "$(value "$1")" ]; }
scrapes() { value 'count_over_time(ddz_workers[1h])'; }
has_scrapes() { [ "$(scrapes)" -ge "$1" ]; }
# How many scrapes there were from began_ms to the moment when an expression was first there; the script may look late.
scrapes_until() {
  local first_ms
  first_ms=$(value "1000 * min_over_time(timestamp($1)[10m:1s])")
  first_ms=${first_ms%.*}
  value "count_over_time(ddz_workers[$((first_ms - began_ms))ms] @ $((first_ms / 1000)).$(printf %03d $((first_ms % 1000))))"
}

serve ddzd "$build/ddzd" --port 0 --threads 1 --workers 1
web=$(free_ports 1)
sed -e "s/_interval: .*/_interval: ${every_s}s/" -e "s/\[ddzd1.*\]/[127.0.0.1:$port]/" -e '/job_name: haproxy/,$d' \
  -e "s#- \(alerts\|slo\).yml#- $PWD/deploy/prometheus/\1.yml#" deploy/prometheus/prometheus.yml >"$dir/prometheus.yml"
start prometheus prometheus --config.file="$dir/prometheus.yml" --storage.tsdb.path="$dir/series" \
  --web.listen-address="127.0.0.1:$web" --log.level=warn

# Quick answers of the net; and, without load, whole searches: neither raises anything.
awk -v games=50 -v seed=3 -v only=robot -f tests/chaos/requests.awk >"$dir/requests"
start quick "$build/tests/load/load" lines "$port" "$dir/requests" --rate 100 --seconds 600
search='{"hand":"3345567889TJQKAA22BR","role":"landlord","limit":{"ms":200}}'
for i in 1 2 3 4 5; do curl -s -o /dev/null -d "${search/\"ms\":200/\"nodes\":300}" "$url/robot-move"; done
await "scrapes" $((8 * every_s + 30)) has_scrapes 5
is_there 'ALERTS{alertname="DdzdSearchesCutShort"}' && fault "the alert fires without load"
is_there "ddz:searches_lost:ratio_rate1m > $target" && fault "the signal is $(value ddz:searches_lost:ratio_rate1m) without load"

# Sixteen addresses, each with one request after the other.
began_ms=$(date +%s%3N)
for i in $(seq 16); do
  start "client$i" curl -s -o /dev/null --interface "127.0.55.$i" -d "$search" "$url/robot-move?[1-100000]"
done
signal="ddz:searches_lost:ratio_rate1m > $target"
alert='ALERTS{alertname="DdzdSearchesCutShort",alertstate="firing"}'
await "the signal passes its target" $((4 * every_s + 30)) is_there "$signal"
await "the alert fires" $((4 * every_s + 30)) is_there "$alert"
sleep 2 # so that the steps of the queries see it
signal_after=$(scrapes_until "$signal") alert_after=$(scrapes_until "$alert")
echo "scrapes from the first search until the signal passed its target: $signal_after, until the alert fired: $alert_after;" \
  "signal $(value ddz:searches_lost:ratio_rate1m); of all answers $(value 'sum(rate(ddz_engine_busy_total[1m])) / sum(rate(ddz_engine_answers_total[1m]))') were cut," \
  "expected wait at most $(value 'max_over_time(ddz_queue_expected_wait_seconds[1m])') s"
[ "$signal_after" -le 2 ] || fault "the signal came after $signal_after scrapes"
[ "$alert_after" -le 2 ] || fault "the alert came after $alert_after scrapes"
curl -s "$url/metrics" | grep '^ddz_searches_total'
verdict "an overload of searches is told in time, in $SECONDS s"
