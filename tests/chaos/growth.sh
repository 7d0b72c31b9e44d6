#!/usr/bin/env bash
# growth.sh - three instances become ten and three again, behind HAProxy that finds them by a name, under load.
#
# usage: tests/chaos/growth.sh BUILD        BUILD: build/release; half a minute
#
# The configuration is the shipped one with another name server. An instance stands in the name when it is ready; it is
# taken out and told to end in the same moment, as Kubernetes does it. For some seconds nobody answers for names at all.
# Clients never send a request again: one without a good response is a failure.
set -u
cd "$(dirname "$0")/../.."
build=$1
# shellcheck source=tests/script.sh
. tests/script.sh growth
least=3 most=10 rate=100
tools/packages.sh proxy || { skip "haproxy could not be installed"; verdict "nothing was tried"; }
command -v haproxy >/dev/null || { skip "no haproxy here"; verdict "nothing was tried"; }

address() { echo "127.0.77.$1"; }
ready() { curl -s --max-time 3 "http://$(address "$1"):$door/ready" | grep -q '"ready"'; }

# One thread of each kind: ten instances are to look like ten machines on what may be two cores.
start_instance() {
  # shellcheck source=deploy/ddzd.env
  start "$1" bash -c 'set -a; . deploy/ddzd.env; exec "$@"' - \
    "$build/ddzd" --listen "$(address "$1")" --port "$door" --threads 1 --workers 1
  await "instance $1" 60 ready "$1"
}

# The name has instances 1 to N.
name_has() { for i in $(seq "$1"); do address "$i"; done >"$dir/names.new" && mv "$dir/names.new" "$dir/names"; }

haproxy_says() { curl -s --max-time 3 "http://127.0.0.1:$inside/;csv"; }
up() { haproxy_says | awk -F, -v way="$1" '$1 == way && $2 ~ /^ddzd/ && $18 == "UP" { n++ } END { print n + 0 }'; }
has_up() { [ "$(up quick)" = "$1" ] && [ "$(up thinking)" = "$1" ]; }
served() { grep -c '"POST"' "${log_of[$1]}"; }
has_served() { [ "$(served "$1")" -ge "$2" ]; }

start_names() {
  start names python3 tests/chaos/names.py "$dir/names"
  await "the name server" 60 test -s "${log_of[names]}"
}

door=$(free_ports 1)
name_has $least
start_names
for i in $(seq $least); do start_instance "$i"; done
public=$(free_ports 2) inside=$((public + 1))
sed "s/^    parse-resolv-conf/    nameserver here 127.0.0.1:$(cat "${log_of[names]}")/" deploy/haproxy/haproxy.cfg >"$dir/haproxy.cfg"
start proxy env "DDZD=ddzd.test:$door" "PUBLIC=127.0.0.1:$public" "INSIDE=127.0.0.1:$inside" haproxy -f "$dir/haproxy.cfg"
await "HAProxy finds $least" 60 has_up $least

awk -v games=200 -v seed=1 -f tests/chaos/requests.awk >"$dir/requests"
start load "$build/tests/load/load" lines "$public" "$dir/requests" --rate $rate --seconds 600
sleep 2

for i in $(seq $((least + 1)) $most); do
  start_instance "$i"
  name_has "$i"
done
await "HAProxy finds $most" 60 has_up $most
for i in $(seq $most); do await "instance $i gets requests" 60 has_served "$i" 5; done
echo "$least instances became $most, and each has its part: $(for i in $(seq $most); do served "$i"; done | tr '\n' ' ')"

kill -STOP "${pid_of[names]}"
sleep 4
kill -CONT "${pid_of[names]}"
has_up $most || fault "without a name server HAProxy has $(up quick) instances of $most"

for i in $(seq $most -1 $((least + 1))); do
  name_has $((i - 1))
  end "$i" || fault "instance $i ended with status $?"
done
await "HAProxy has $least left" 60 has_up $least
sleep 2
end load || fault "clients noticed"
echo "$(grep -oE '(sent|failed|p50_ms|p99_ms|max_ms)=[^ ]*' "${log_of[load]}" | tr '\n' ' ')load average $(cut -d' ' -f1 /proc/loadavg)"
verdict "$least instances became $most and $least again, and no client noticed, in $SECONDS s"
