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
# shellcheck source=tests/script.sh
. tests/script.sh deploy
# shellcheck source=tests/chaos/proxies.sh
. tests/chaos/proxies.sh
dashboard=deploy/grafana/ddzd.json
have() { command -v "$1" >/dev/null || { skip "no $1 here, ${2:-its files are not checked}"; return 1; }; }

# --- the service, with something of everything in its metrics ---

ask_service() { # seconds
  awk -v games=50 -v seed=5 -f tests/chaos/requests.awk >"$dir/requests"
  "$build/tests/load/load" lines "$port" "$dir/requests" --rate 60 --seconds "$1" >"$dir/load" || fault "$(cat "$dir/load")"
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
  deploy/grafana/dashboard.py >"$dir/dashboard.json" || fault "the dashboard cannot be made"
  cmp -s "$dir/dashboard.json" "$dashboard" || fault "$dashboard is not what dashboard.py makes now: deploy/grafana/dashboard.py >$dashboard"
  local users="deploy/prometheus/alerts.yml deploy/prometheus/slo.yml $dashboard deploy/kubernetes/queue/hpa-queue.yaml" name
  get /metrics >"$dir/metrics"
  # shellcheck disable=SC2086
  for name in $(unknown_metrics "$dir/metrics" $users); do fault "$name is not in /metrics"; done
  for name in $(grep -oE 'route[=!]~?\\?"[^"\\]*' "$dashboard" deploy/prometheus/alerts.yml deploy/prometheus/slo.yml | sed 's/.*"//' | tr '|' '\n' | sort -u); do
    grep -qE "ddz_http_requests_total\{.*route=\"$name\"" "$dir/metrics" ||
      grep -qE "^  $name:" openapi.yaml || fault "$name is no route"
  done
  name=$(comm -13 <(names_in "$dashboard") <(names_served "$dir/metrics") | sed -E 's/_(bucket|sum|count)$//' | sort -u |
    grep -vE "^($(names_in "$dashboard" | sed -E 's/_(bucket|sum|count)$//' | tr '\n' '|')process_start_time_seconds)\$" | tr '\n' ' ')
  [ -z "$name" ] || fault "no panel of the dashboard shows: $name"
  echo "deploy: $(names_in $users | wc -l) metrics of dashboard, alerts and autoscaler are in /metrics"
}

# --- files, read by the programs they are for ---

check_haproxy() {
  have haproxy || return
  DDZD1=127.0.0.1:1 DDZD2=127.0.0.1:2 DDZD3=127.0.0.1:3 haproxy -c -f deploy/haproxy/haproxy.cfg >"$dir/out" 2>&1 &&
    ! grep -q WARNING "$dir/out" || fault "haproxy.cfg: $(cat "$dir/out")"
  DDZD=ddzd:1 haproxy -c -f deploy/haproxy/haproxy.cfg >"$dir/out" 2>&1 && ! grep -q WARNING "$dir/out" ||
    fault "haproxy.cfg with a name: $(cat "$dir/out")"
}

check_nginx() {
  have nginx || return
  sed -e 's/ddzd[123]:8080/127.0.0.1:1/' -e "s#/run/nginx.pid#$dir/nginx.pid#" deploy/nginx/nginx.conf >"$dir/nginx.conf"
  nginx -t -q -e stderr -p "$dir" -c "$dir/nginx.conf" >"$dir/out" 2>&1 && [ ! -s "$dir/out" ] ||
    fault "nginx.conf: $(cat "$dir/out")"
}

# Exposure as systemd-analyze counts it, in tenths: 1.4 when this was written.
check_systemd() {
  have systemd-analyze || return
  mkdir "$dir/unit"
  sed "s#/usr/local/bin/ddzd#$(realpath "$build/ddzd")#" deploy/systemd/ddzd.service >"$dir/unit/ddzd.service"
  systemd-analyze verify "$dir/unit/ddzd.service" >"$dir/out" 2>&1 && [ ! -s "$dir/out" ] ||
    fault "ddzd.service: $(cat "$dir/out")"
  systemd-analyze security --offline=yes --threshold=20 "$dir/unit/ddzd.service" >"$dir/out" 2>&1 ||
    fault "ddzd.service: $(tail -1 "$dir/out")"
  echo "deploy: the unit's exposure is $(sed -n 's/.*: \([0-9.]* [A-Z]*\).*/\1/p' "$dir/out" | tail -1) of 10"
}

check_schemas() {
  # shellcheck source=tests/npm.sh
  . tests/npm.sh
  npm_packages || { skip "no schemas, $npm_reason"; return; }
  NODE_PATH=$modules/node_modules node tests/deploy_schemas.js deploy "$modules" || fault "a file of deploy/ is not as its schema says"
  # What compose asks for health must work with what the image has.
  local health
  health=$(NODE_PATH=$modules/node_modules node -e 'const { parse } = require("yaml"), { readFileSync } = require("fs");
    console.log(parse(readFileSync("deploy/compose.yaml", "utf8"))["x-instance"].healthcheck.test.slice(1).join(" "))')
  [[ $health = "/usr/bin/ddz-health "* ]] || fault "compose.yaml: the image has no $health"
  # shellcheck disable=SC2086
  DDZ_PORT=$port "$build/ddz-health" ${health#* } || fault "compose.yaml: a healthy instance is called ill"
}

# --- the unit's reload, for real: what its header promises, with its folder elsewhere ---

said() { tail -n "+$(($1 + 1))" "${log_of[unit]}" | grep -qF "$2"; } # after so many lines, text
says() { await "$2 in the log of ddzd.service" 60 said "$@"; }

code_with() { curl -s -o /dev/null -w '%{http_code}' --max-time 5 -H "Authorization: Bearer $1" "http://127.0.0.1:$unit_port/version"; }

as_the_unit() { # its folder
  set -a
  eval "$(sed -n "s#^EnvironmentFile=-/etc/ddzd/#. $1/#p; s#^Environment=\(.*\)=/etc/ddzd/#\1=$1/#p" deploy/systemd/ddzd.service)"
  exec "$build/ddzd" --port 0 --hosts "*" --threads 1 --workers 1
}

try_reload() {
  local etc=$dir/etc lines unit_port code what
  mkdir "$etc"
  cp deploy/ddzd.env "$etc/"
  sed "s#^\#tokens /etc/ddzd/#tokens $etc/#" deploy/systemd/ddzd.conf >"$etc/ddzd.conf"
  echo token-before-the-reload >"$etc/tokens"
  serve unit as_the_unit "$etc"
  unit_port=$port
  says 0 '"event":"model"'
  [ "$(code_with token-before-the-reload)" = 200 ] || fault "ddzd.service: the token is not taken"
  says 0 '"route":"/version"'

  # As an editor does it: a new file in the place of the old.
  sed 's/^log-level info/log-level notice/' "$etc/ddzd.conf" >"$etc/new" && mv "$etc/new" "$etc/ddzd.conf"
  echo token-after-the-reload >"$etc/new" && mv "$etc/new" "$etc/tokens"
  lines=$(wc -l <"${log_of[unit]}")
  kill -HUP "${pid_of[unit]}"
  for what in log-level tokens; do says "$lines" "\"event\":\"reloaded\",\"what\":\"$what\""; done
  lines=$(wc -l <"${log_of[unit]}")
  code="$(code_with token-before-the-reload) $(code_with token-after-the-reload)"
  [ "$code" = '401 200' ] || fault "ddzd.service: the tokens of before and after a reload are answered $code"
  sleep 0.3
  [ "$(wc -l <"${log_of[unit]}")" = "$lines" ] || fault "ddzd.service: a reload does not change the log level"
}

# --- proxies, for real: what is for the inside stays there, however it is spelled ---

status_of() { curl -s -o /dev/null -w '%{http_code}' --path-as-is --max-time 5 "http://127.0.0.1:$public$1"; }
answers() { [ "$(status_of /version)" = 200 ]; }

try_door() { # proxy
  local path code
  have "$1" || return
  "start_$1" "$port" "$port" "$port" || return
  await "$1" 60 answers
  for path in /openapi.yaml '/version?x'; do
    code=$(status_of "$path")
    [ "$code" = 200 ] || fault "$1: $path is answered $code"
  done
  for path in /metrics /ready /health '/metrics?x' /%6detrics /%72eady /%68ealth /metric%73 /%2fmetrics //metrics /./ready /x/../health /metrics/ \
    '/metrics;x' /READY /%256detrics; do
    code=$(status_of "$path")
    [ "$code" = 404 ] || fault "$1: $path is answered $code"
  done
  end proxy
}

# --- Prometheus, for real ---

check_prometheus() {
  have promtool || return
  (cd deploy/prometheus && promtool check config prometheus.yml && promtool test rules ./*.test.yml) >"$dir/out" 2>&1 ||
    fault "prometheus: $(cat "$dir/out")"
  have prometheus "the dashboard is not tried" && try_dashboard
}

# A scrape may not have come yet.
shows() { grep -q '"result":\[{' <(query "$1"); } # expression
query() { curl -sG --data-urlencode "query=$1" "http://127.0.0.1:$web/api/v1/query"; }

try_dashboard() {
  local expr panels=0
  web=$(free_ports 1)
  sed -e 's/scrape_interval: .*/scrape_interval: 1s/' -e "s/\[ddzd1.*\]/[127.0.0.1:$port]/" -e '/job_name: haproxy/,$d' \
    -e "s#- \(alerts\|slo\).yml#- $PWD/deploy/prometheus/\1.yml#" deploy/prometheus/prometheus.yml >"$dir/prometheus.yml"
  start prometheus prometheus --config.file="$dir/prometheus.yml" --storage.tsdb.path="$dir/series" \
    --web.listen-address="127.0.0.1:$web" --log.level=warn
  ask_service 8
  while read -r expr; do
    panels=$((panels + 1))
    await "the dashboard shows something for $expr" 60 shows "$expr"
  done < <(grep -oE '"expr": "([^"\\]|\\.)*"' "$dashboard" | sed 's/^"expr": "//; s/"$//; s/\\"/"/g; s/\$__rate_interval/30s/g; s/\$instance/.*/g')
  [ $panels -gt 20 ] || fault "only $panels queries found in the dashboard"
  echo "deploy: each of the dashboard's $panels queries shows something"
}

tools/packages.sh proxy monitor unit || skip "not everything could be installed"
serve ddzd "$build/ddzd" --port 0 --hosts "*" --threads 1 --workers 1
ask_service 2
check_settings
check_metrics
check_haproxy
check_nginx
try_door haproxy
try_door nginx
check_systemd
check_prometheus
check_schemas
try_reload
verdict "what is there fits the service, in $SECONDS s"
