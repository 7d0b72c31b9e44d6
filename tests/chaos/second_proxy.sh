#!/usr/bin/env bash
# second_proxy.sh - two HAProxies with one address that keepalived moves: how long is nobody there when one ends?
#
# usage: tests/chaos/second_proxy.sh BUILD        BUILD: build/release; as root, half a minute
#
# Three network name spaces are three machines: two proxies, and one that has clients and three instances. First HAProxy
# dies where the address is, then, after it came back, the other machine vanishes from the network. Requests that find
# nobody are sent again, as clients are told to; one without a good response after ten seconds is a failure.
set -u
cd "$(dirname "$0")/../.."
build=$1
# shellcheck source=tests/script.sh
. tests/script.sh second-proxy
tools/packages.sh proxy vip || { skip "keepalived could not be installed"; verdict "nothing was tried"; }
[ "$(id -u)" = 0 ] && ip netns add "ddz-$$-c" 2>/dev/null || { skip "no right to make machines of name spaces"; verdict "nothing was tried"; }
trap 'finish; for machine in a b c; do ip netns del "ddz-$$-$machine" 2>/dev/null; done' EXIT

on() { ip netns exec "ddz-$$-$1" "${@:2}"; } # a, b: proxies; c: the rest
on c ip link add net type bridge
on c ip address add 10.0.0.10/24 dev net
on c ip link set lo up
on c ip link set net up
plug() { # machine, address
  ip netns add "ddz-$$-$1"
  on "$1" ip link add eth0 type veth peer name "to-$1" netns "ddz-$$-c"
  on "$1" ip address add "$2/24" dev eth0
  on "$1" ip link set lo up
  on "$1" ip link set eth0 up
  on c ip link set "to-$1" master net up
}
plug a 10.0.0.21
plug b 10.0.0.22

start_proxy() { # machine
  start "haproxy-$1" ip netns exec "ddz-$$-$1" env DDZD1=10.0.0.10:8081 DDZD2=10.0.0.10:8082 DDZD3=10.0.0.10:8083 haproxy -f deploy/haproxy/haproxy.cfg
}
start_keepalived() { # machine, change for sed
  sed "$2" deploy/keepalived/keepalived.conf >"$dir/keepalived-$1.conf"
  start "keepalived-$1" ip netns exec "ddz-$$-$1" keepalived -n -l -P -f "$dir/keepalived-$1.conf" \
    -p "$dir/$1.pid" -r "$dir/$1-vrrp.pid"
}
has_address() { on "$1" ip -4 address show dev eth0 | grep -q 10.0.0.20/; }
answers() { on c curl -sf -o /dev/null --max-time 1 http://10.0.0.20:8080/version; }
now_ms() { date +%s%3N; }

for i in 1 2 3; do
  start "ddzd$i" ip netns exec "ddz-$$-c" env DDZ_HOSTS='*' DDZ_PER_ADDRESS=0 "$build/ddzd" --listen 10.0.0.10 --port "808$i" --threads 1 --workers 1
done
start_proxy a
start_keepalived a ''
await "the first proxy has the address" 60 has_address a
await "it answers" 60 answers
start_proxy b
start_keepalived b 's/priority 100/priority 90/; s/10.0.0.21/10.0.0.X/; s/10.0.0.22/10.0.0.21/; s/10.0.0.X/10.0.0.22/'
await "the second keepalived runs" 60 grep -q 'Entering BACKUP STATE' "${log_of[keepalived-b]}"
sleep 4 # its check, and nothing moves
has_address a && ! has_address b || fault "the address is not with the first proxy alone"

start clients ip netns exec "ddz-$$-c" python3 tests/chaos/patient.py 10.0.0.20 8080
sleep 2
moves() { # what, to
  local began
  began=$(now_ms)
  "${@:3}"
  await "$1: the address moves" 60 has_address "$2"
  await "$1: the other proxy answers" 60 answers
  echo "$1: another proxy answers after $(($(now_ms) - began)) ms"
  sleep 2
}
moves "HAProxy dies" b end haproxy-a KILL
start_proxy a
sleep 4
has_address b || fault "the address moved back without need"
moves "the machine is off the network" a on c ip link set to-b down
end clients || fault "clients noticed"
cat "${log_of[clients]}"
verdict "a proxy that ends is replaced, in $SECONDS s"
