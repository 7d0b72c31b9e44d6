#!/usr/bin/env bash
# deploy.sh - is what lies in deploy/ well-formed, and does it speak of the service as it is?
#
# usage: tests/deploy.sh BUILD        BUILD: build/release
#
# Each file is read by the program it is for (haproxy, nginx, promtool, systemd-analyze) or held against its
# schema (Kubernetes, compose). Settings must be options of the service, metrics must be in its /metrics, and a
# real Prometheus that scrapes it must find something for each panel of the dashboard. What cannot be had here
# is skipped, and said; where CI is set it is a fault. tests/chaos.sh runs the proxies for real.
set -u
cd "$(dirname "$0")/.."
build=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/ddz-deploy.XXXXXX")
dashboard=$work/dashboard.json
faults=0
started=()

fault() {
  echo "deploy: $*" >&2
  faults=$((faults + 1))
}

cleanup() {
  local pid
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; done
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# shellcheck source=tests/skip.sh
. tests/skip.sh
have() { command -v "$1" >/dev/null || { skip "no $1 here, ${2:-its files are not checked}"; return 1; }; }

accepts() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
free_ports() { # how many in a row; prints the first, below those that outgoing connections get
  local port i
  while port=$((20000 + RANDOM % 10000)); do
    for ((i = 0; i < $1; i++)); do accepts $((port + i)) && continue 2; done
    break
  done
  echo $port
}

# --- the service, with something of everything in its metrics ---

start_service() {
  "$build/ddzd" --port 0 --hosts "*" --threads 1 --workers 1 >"$work/service.log" 2>&1 &
  started+=($!)
  local try
  for try in $(seq 600); do
    port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$work/service.log" | head -1)
    [ -n "$port" ] && return
    sleep 0.1
  done
  fault "the service does not start: $(cat "$work/service.log")"
  exit 1
}

ask_service() { # seconds
  awk -v games=50 -v seed=5 -f tests/chaos/requests.awk >"$work/requests"
  "$build/tests/load/load" lines "$port" "$work/requests" --rate 60 --seconds "$1" >"$work/load" || fault "$(cat "$work/load")"
}

# --- names ---

# Every option named in deploy/ is one.
check_settings() {
  local name
  for name in $(grep -rohE 'DDZ_[A-Z_]+' deploy | sort -u); do
    grep -q "\"$name\"" service/ops/options.def || fault "$name is no option of the service"
  done
}

names_in() { grep -ohE '\b(ddz|process)_[a-z0-9_]+' "$@" | sort -u; }

# The names a scrape of the service has, a histogram's three included.
names_served() {
  awk '$1 == "#" && $2 == "TYPE" { print $3; if ($4 == "histogram") print $3 "_bucket\n" $3 "_sum\n" $3 "_count" }' "$1" | sort -u
}

unknown_metrics() { # metrics, files...
  local metrics=$1
  shift
  comm -23 <(names_in "$@") <(names_served "$metrics")
}

check_metrics() {
  deploy/grafana/dashboard.py >"$dashboard" || fault "the dashboard cannot be made"
  local users="deploy/prometheus/alerts.yml deploy/prometheus/slo.yml $dashboard deploy/kubernetes/hpa-queue.yaml" name
  curl -s "http://127.0.0.1:$port/metrics" >"$work/metrics"
  # shellcheck disable=SC2086
  for name in $(unknown_metrics "$work/metrics" $users); do fault "$name is not in /metrics"; done
  for name in $(grep -oE 'route[=!]~?\\?"[^"\\]*' "$dashboard" deploy/prometheus/alerts.yml deploy/prometheus/slo.yml | sed 's/.*"//' | tr '|' '\n' | sort -u); do
    grep -qE "ddz_http_requests_total\{.*route=\"$name\"" "$work/metrics" ||
      grep -qE "^  $name:" openapi.yaml || fault "$name is no route"
  done
  name=$(comm -13 <(names_in "$dashboard") <(names_served "$work/metrics") | sed -E 's/_(bucket|sum|count)$//' | sort -u |
    grep -vE "^($(names_in "$dashboard" | sed -E 's/_(bucket|sum|count)$//' | tr '\n' '|')process_start_time_seconds)\$" | tr '\n' ' ')
  [ -z "$name" ] || echo "deploy: not on the dashboard: $name"
  echo "deploy: $(names_in $users | wc -l) metrics of dashboard, alerts and autoscaler are in /metrics"
}

# --- files, read by the programs they are for ---

check_haproxy() {
  have haproxy || return
  DDZD1=127.0.0.1:1 DDZD2=127.0.0.1:2 DDZD3=127.0.0.1:3 haproxy -c -f deploy/haproxy/haproxy.cfg >"$work/out" 2>&1 &&
    ! grep -q WARNING "$work/out" || fault "haproxy.cfg: $(cat "$work/out")"
}

check_nginx() {
  have nginx || return
  sed -e 's/ddzd[123]:8080/127.0.0.1:1/' -e "s#/run/nginx.pid#$work/nginx.pid#" deploy/nginx/nginx.conf >"$work/nginx.conf"
  nginx -t -q -e stderr -p "$work" -c "$work/nginx.conf" >"$work/out" 2>&1 && [ ! -s "$work/out" ] ||
    fault "nginx.conf: $(cat "$work/out")"
}

# Exposure as systemd-analyze counts it, in tenths: 1.4 when this was written.
check_systemd() {
  have systemd-analyze || return
  mkdir "$work/unit"
  sed "s#/usr/local/bin/ddzd#$(realpath "$build/ddzd")#" deploy/systemd/ddzd.service >"$work/unit/ddzd.service"
  systemd-analyze verify "$work/unit/ddzd.service" >"$work/out" 2>&1 && [ ! -s "$work/out" ] ||
    fault "ddzd.service: $(cat "$work/out")"
  systemd-analyze security --offline=yes --threshold=20 "$work/unit/ddzd.service" >"$work/out" 2>&1 ||
    fault "ddzd.service: $(tail -1 "$work/out")"
  echo "deploy: the unit's exposure is $(sed -n 's/.*: \([0-9.]* [A-Z]*\).*/\1/p' "$work/out" | tail -1) of 10"
}

check_schemas() {
  # shellcheck source=tests/npm.sh
  . tests/npm.sh
  npm_packages || { skip "no schemas, $npm_reason"; return; }
  NODE_PATH=$modules/node_modules node tests/deploy_schemas.js deploy "$modules" || faults=$((faults + 1))
  # What compose asks for health must work with what the image has.
  local health
  health=$(NODE_PATH=$modules/node_modules node -e 'const { parse } = require("yaml"), { readFileSync } = require("fs");
    console.log(parse(readFileSync("deploy/compose.yaml", "utf8"))["x-instance"].healthcheck.test.slice(1).join(" "))')
  [[ $health = "/usr/bin/ddz-health "* ]] || fault "compose.yaml: the image has no $health"
  # shellcheck disable=SC2086
  DDZ_PORT=$port "$build/ddz-health" ${health#* } || fault "compose.yaml: a healthy instance is called ill"
}

# --- the unit's reload, for real: what its header promises, with its folder elsewhere ---

said() { # text, after the first $1 lines
  local try
  for try in $(seq 600); do
    tail -n "+$(($1 + 1))" "$work/unit.log" | grep -qF "$2" && return
    sleep 0.1
  done
  fault "ddzd.service: no $2 in the log: $(tail -4 "$work/unit.log")"
}

code_with() { curl -s -o /dev/null -w '%{http_code}' --max-time 5 -H "Authorization: Bearer $1" "http://127.0.0.1:$unit_port/version"; }

try_reload() {
  local etc=$work/etc lines unit_port pid code what
  mkdir "$etc"
  cp deploy/ddzd.env "$etc/"
  sed "s#^\#tokens /etc/ddzd/#tokens $etc/#" deploy/systemd/ddzd.conf >"$etc/ddzd.conf"
  echo token-before-the-reload >"$etc/tokens"
  (
    set -a
    eval "$(sed -n "s#^EnvironmentFile=-/etc/ddzd/#. $etc/#p; s#^Environment=\(.*\)=/etc/ddzd/#\1=$etc/#p" deploy/systemd/ddzd.service)"
    exec "$build/ddzd" --port 0 --hosts "*" --threads 1 --workers 1
  ) >"$work/unit.log" 2>&1 &
  pid=$!
  started+=($pid)
  said 0 '"event":"model"'
  unit_port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$work/unit.log" | head -1)
  [ "$(code_with token-before-the-reload)" = 200 ] || fault "ddzd.service: the token is not taken"
  said 0 '"route":"/version"'

  # As an editor does it: a new file in the place of the old.
  sed 's/^log-level info/log-level notice/' "$etc/ddzd.conf" >"$etc/new" && mv "$etc/new" "$etc/ddzd.conf"
  echo token-after-the-reload >"$etc/new" && mv "$etc/new" "$etc/tokens"
  lines=$(wc -l <"$work/unit.log")
  kill -HUP $pid
  for what in log-level tokens; do said "$lines" "\"event\":\"reloaded\",\"what\":\"$what\""; done
  lines=$(wc -l <"$work/unit.log")
  code="$(code_with token-before-the-reload) $(code_with token-after-the-reload)"
  [ "$code" = '401 200' ] || fault "ddzd.service: the tokens of before and after a reload are answered $code"
  sleep 0.3
  [ "$(wc -l <"$work/unit.log")" = "$lines" ] || fault "ddzd.service: a reload does not change the log level"
}

# --- proxies, for real: what is for the inside stays there, however it is spelled ---

status_of() { curl -s -o /dev/null -w '%{http_code}' --path-as-is --max-time 5 "http://127.0.0.1:$door$1"; }
answers() { [ "$(status_of /version)" = 200 ]; }

try_door() { # proxy
  local path code try
  for try in $(seq 600); do answers && break; sleep 0.1; done
  for path in /openapi.yaml '/version?x'; do
    code=$(status_of "$path")
    [ "$code" = 200 ] || fault "$1: $path is answered $code"
  done
  for path in /metrics /ready /health '/metrics?x' /%6detrics /%72eady /%68ealth /metric%73 /%2fmetrics //metrics /./ready /x/../health /metrics/ \
    '/metrics;x' /READY /%256detrics; do
    code=$(status_of "$path")
    [ "$code" = 404 ] || fault "$1: $path is answered $code"
  done
}

try_haproxy() {
  have haproxy || return
  door=$(free_ports 2)
  DDZD1=127.0.0.1:$port DDZD2=127.0.0.1:$port DDZD3=127.0.0.1:$port PUBLIC=127.0.0.1:$door INSIDE=127.0.0.1:$((door + 1)) \
    haproxy -f deploy/haproxy/haproxy.cfg >"$work/haproxy.log" 2>&1 &
  started+=($!)
  try_door HAProxy
}

try_nginx() {
  have nginx || return
  door=$(free_ports 2)
  sed -e "s/ddzd[123]:8080/127.0.0.1:$port/; s/listen 8080/listen 127.0.0.1:$door/; s#/run/nginx.pid#$work/nginx.pid#" \
    deploy/nginx/nginx.conf >"$work/nginx.door.conf"
  nginx -p "$work" -c "$work/nginx.door.conf" -e stderr -g 'daemon off;' >"$work/nginx.log" 2>&1 &
  started+=($!)
  try_door nginx
}

# --- Prometheus, for real ---

check_prometheus() {
  have promtool || return
  (cd deploy/prometheus && promtool check config prometheus.yml && promtool test rules ./*.test.yml) >"$work/out" 2>&1 ||
    fault "prometheus: $(cat "$work/out")"
  have prometheus "the dashboard is not tried" && try_dashboard
}

# A scrape may not have come yet.
shows() { # expression
  local try
  for try in $(seq 600); do
    grep -q '"result":\[{' <(query "$1") && return
    sleep 0.1
  done
  return 1
}
query() { curl -sG --data-urlencode "query=$1" "http://127.0.0.1:$web/api/v1/query"; }

try_dashboard() {
  local expr panels=0
  web=$(free_ports 1)
  sed -e 's/scrape_interval: .*/scrape_interval: 1s/' -e "s/\[ddzd1.*\]/[127.0.0.1:$port]/" -e '/job_name: haproxy/,$d' \
    -e "s#- alerts.yml#- $PWD/deploy/prometheus/alerts.yml#" deploy/prometheus/prometheus.yml >"$work/prometheus.yml"
  prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/series" --web.listen-address="127.0.0.1:$web" \
    --log.level=warn >"$work/prometheus.log" 2>&1 &
  started+=($!)
  ask_service 8
  while read -r expr; do
    panels=$((panels + 1))
    shows "$expr" || fault "the dashboard shows nothing for $expr: $(query "$expr") $(tail -2 "$work/prometheus.log")"
  done < <(sed -n 's/^ *"expr": "\(.*\)",\{0,1\}$/\1/p' "$dashboard" | sed 's/\\"/"/g; s/\$__rate_interval/30s/g; s/\$instance/.*/g')
  [ $panels -gt 20 ] || fault "only $panels queries found in the dashboard"
  echo "deploy: each of the dashboard's $panels queries shows something"
}

tools/packages.sh proxy monitor unit || skip "not everything could be installed"
start_service
ask_service 2
check_settings
check_metrics
check_haproxy
check_nginx
try_haproxy
try_nginx
check_systemd
try_reload
check_prometheus
check_schemas
[ $faults = 0 ] && echo "deploy: what is there fits the service, in $SECONDS s"
[ $faults = 0 ]
