#!/usr/bin/env bash
# chaos.sh - three instances behind HAProxy and nginx as deploy/ configures them; instances die, leave and
# freeze under load, and no client may notice.
#
# usage: tests/chaos.sh BUILD [short]        BUILD: build/release; short: one or two minutes, else about nine
#
# Runs on loopback and prints what it measured. The configurations are the shipped ones with other addresses.
# Clients never ask again: one request without a good answer is a failure of the test. Without haproxy or
# nginx, and without a way to install them, their part is skipped; where CI is set that is a failure too. Kills
# only what it started.
set -u
cd "$(dirname "$0")/.."
build=$1
rounds=5 calm=4 rate=300 tries=1 # calm: seconds of load before, during and after a fault
# The short form stands in `make test`, on machines that may be busy with something else: where checks of the proxies
# are late, all instances count as dead. So there is less load, and a fault of the service is one that comes each time.
[ "${2:-}" != short ] || rounds=1 calm=2 rate=100 tries=3
work=$(mktemp -d "${TMPDIR:-/tmp}/ddz-chaos.XXXXXX")
declare -A pid=() # name -> process id of what runs
faults=0

fault() {
  echo "chaos: $*" >&2
  faults=$((faults + 1))
}

# shellcheck source=tests/skip.sh
. tests/skip.sh

# --- processes ---

# The shell is to report no killed job; `wait` still tells the status.
end() { # signal, name
  [ -n "${pid[$2]:-}" ] || return 0
  kill -CONT "${pid[$2]}" 2>/dev/null
  kill "-$1" "${pid[$2]}" 2>/dev/null
  wait "${pid[$2]}" 2>/dev/null
  local status=$?
  unset "pid[$2]"
  return $status
}

cleanup() {
  local name
  for name in load proxy 1 2 3; do end TERM "$name"; done
  [ $faults = 0 ] || tail -n 5 "$work"/*.err "$work"/proxy.log >&2 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

now_ms() { date +%s%3N; }

accepts() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Five ports in a row, below those that outgoing connections get.
choose_ports() {
  local try i
  for try in $(seq 50); do
    base=$((20000 + RANDOM % 10000))
    for i in 0 1 2 3 4; do accepts $((base + i)) && continue 2; done
    return 0
  done
  fault "no free ports"
  exit 1
}

get() { curl -s --max-time 3 "http://127.0.0.1:$1$2"; }

await() { # what, seconds, command...
  local what=$1 until=$(($(now_ms) + $2 * 1000))
  shift 2
  while ! "$@" >/dev/null 2>&1; do
    [ "$(now_ms)" -lt $until ] || { fault "$what: not in time"; return 1; }
    sleep 0.05
  done
}

ready() { get $((base + $1)) /ready | grep -q '"ready"'; }

# One thread of each kind: three instances are to look like three machines on what may be two cores.
start_instance() { # 1, 2 or 3; more options
  local i=$1
  shift
  (
    set -a
    # shellcheck source=deploy/ddzd.env
    . deploy/ddzd.env
    exec "$build/ddzd" --port $((base + i)) --hosts "*" --threads 1 --workers 1 "$@"
  ) >>"$work/$i.log" 2>>"$work/$i.err" &
  pid[$i]=$!
  await "instance $i" 60 ready "$i"
}

start_instances() {
  local i
  for i in 1 2 3; do
    : >"$work/$i.log"
    start_instance $i "$@"
  done
}

start_haproxy() { # configuration
  DDZD1=127.0.0.1:$((base + 1)) DDZD2=127.0.0.1:$((base + 2)) DDZD3=127.0.0.1:$((base + 3)) \
    PUBLIC=127.0.0.1:$base INSIDE=127.0.0.1:$((base + 4)) \
    haproxy -f "${1:-deploy/haproxy/haproxy.cfg}" >"$work/proxy.log" 2>&1 &
  pid[proxy]=$!
  await haproxy 60 proxy_sees_all
}

start_nginx() {
  sed -e "s/ddzd1:8080/127.0.0.1:$((base + 1))/; s/ddzd2:8080/127.0.0.1:$((base + 2))/" \
    -e "s/ddzd3:8080/127.0.0.1:$((base + 3))/; s/listen 8080/listen 127.0.0.1:$base/" \
    -e "s#/run/nginx.pid#$work/nginx.pid#" deploy/nginx/nginx.conf >"$work/nginx.conf"
  nginx -p "$work" -c "$work/nginx.conf" -e stderr -g 'daemon off;' >"$work/proxy.log" 2>&1 &
  pid[proxy]=$!
  await nginx 60 accepts "$base"
}

# UP, DOWN or NOLB (leaving), as HAProxy sees instance 1, 2 or 3.
seen() { get $((base + 4)) '/;csv' | awk -F, -v server="ddzd$1" '$1 == "quick" && $2 == server { print $18 }'; }
seen_up() { [ "$(seen "$1")" = UP ]; }
seen_down() { seen "$1" | grep -q '^DOWN'; }
proxy_sees_all() { seen_up 1 && seen_up 2 && seen_up 3; }
retried() { # requests, since the start
  get $((base + 4)) '/;csv' | awk -F, '$2 == "BACKEND" { n += $16 + $17 } END { printf "%d", n }'
}

# --- load ---

start_load() {
  "$build/tests/load/load" lines "$base" "$work/requests" --rate $rate --seconds 300 >"$work/load" 2>"$work/load.err" &
  pid[load]=$!
  before=$(retried)
  sleep $calm
}

# End the load, print its figures. Did every request have a good answer?
no_failure() { # scenario
  local sent_again=
  sleep $calm
  [ "${1%%:*}" != HAProxy ] || sent_again="sent again by HAProxy: $(($(retried) - before))"
  end TERM load
  local status=$?
  printf '%-42s %s%s\n' "$1" "$(grep -oE '(sent|failed|p50_ms|p99_ms|max_ms)=[^ ]*' "$work/load" | tr '\n' ' ')" "$sent_again"
  [ $status = 0 ] && return
  cat "$work/load" "$work/load.err" >&2
  return 1
}

# Do something to the instances under load; clients may not notice.
unnoticed() { # what, as a command
  local try
  for try in $(seq $tries); do
    "$@" && return
    echo "    clients noticed, $try of $tries; load average $(cut -d' ' -f1 /proc/loadavg)"
  done
  fault "$*: clients noticed"
}

# --- what happens to the instances ---

# Die without a word; come back later.
kill_one() { # proxy, instance
  start_load
  end KILL "$2"
  sleep $calm
  start_instance "$2"
  no_failure "$1: kill -9 of one of three"
}

# An instance leaves in good order: a proof of 3 s that is under way goes on, though nobody is let in any more. Other
# timed work of the same address shares its time (service/work/fair.h), so it has a part of the 3 s, beyond the end at .5 s.
leave() { # instance
  local last
  curl -s --max-time 30 -d @tests/chaos/proof.json "http://127.0.0.1:$((base + $1))/solve" >"$work/last" &
  last=$!
  sleep 0.5
  end TERM "$1" || fault "instance $1 ended with status $?"
  wait $last
  [ "$(sed -n 's/.*"elapsed_us":\([0-9]*\).*/\1/p' "$work/last")" -ge 900000 ] 2>/dev/null && return 0
  echo "    a proof that instance $1 had when it was told to end: $(cat "$work/last")"
  return 1
}

# One after the other leaves and is replaced by a new one on the same port.
rolling() { # proxy
  local i answered=0
  start_load
  for i in 1 2 3; do
    leave $i || answered=1
    start_instance $i
    # The proxy has to notice before the next one leaves: HAProxy asks, nginx forgets after fail_timeout.
    if [ "$1" = HAProxy ]; then await "instance $i back" 60 seen_up $i; else sleep 2.5; fi
  done
  no_failure "$1: SIGTERM to each in turn" && return $answered
}

# Frozen: its kernel takes connections and nobody answers them. Checks come every 500 ms, are given up after 1 s,
# follow after 200 ms once one failed, and two decide: 3 s. A machine that is too busy to check may take longer.
freeze_one() { # instance
  local froze out thawed back posts
  start_load
  froze=$(now_ms)
  kill -STOP "${pid[$1]}"
  await "a frozen instance is taken out" 60 seen_down "$1"
  out=$(($(now_ms) - froze))
  sleep $calm
  posts=$(grep -c '"POST"' "$work/$1.log")
  thawed=$(now_ms)
  kill -CONT "${pid[$1]}"
  await "an instance that runs again is taken back" 60 seen_up "$1"
  back=$(($(now_ms) - thawed))
  sleep $calm
  await "the instance that came back is asked again" 60 posts_above "$1" $((posts + 10))
  echo "    taken out after $out ms, taken back after $back ms"
  no_failure "HAProxy: SIGSTOP of one, then SIGCONT"
}
posts_above() { [ "$(grep -c '"POST"' "$work/$1.log")" -gt "$2" ]; } # instance, number

faults_behind() { # start function, name
  local round
  for round in $(seq $rounds); do
    start_instances
    "$1"
    unnoticed kill_one "$2" $((round % 3 + 1))
    unnoticed rolling "$2"
    [ "$2" != HAProxy ] || unnoticed freeze_one $(((round + 1) % 3 + 1))
    stop_all
  done
}

stop_all() {
  local name
  for name in proxy 1 2 3; do end TERM $name; done
}

# --- the same hand to the same instance ---

# Which instance answered line L of the requests, from the ids in their logs: "L INSTANCE".
who_answered() { # name of the load
  local i
  for i in 1 2 3; do
    sed -nE "s/.*\"id\":\"$1-([0-9]+)-[0-9]+\".*/\1 $i/p" "$work/$i.log"
  done | sort -u
}

ask_all() { # name, times: every line of the requests so many times
  local lines
  lines=$(wc -l <"$work/requests")
  "$build/tests/load/load" lines "$base" "$work/requests" --rate 500 --name "$1" --requests $((lines * $2)) \
    --seconds 300 >"$work/load" ||
    { cat "$work/load" >&2; fault "$1: requests failed"; }
  await "$1: a line in a log for each request" 60 all_logged "$1" $((lines * $2))
}
all_logged() { [ "$(grep -ohE "\"id\":\"$1-[0-9]+-[0-9]+\"" "$work"/[123].log | sort -u | wc -l)" -ge "$2" ]; } # name, requests

# Of what is asked about (a hand, a game), how much always met one instance. Column 1 of the requests is the
# game; without one, the hand decides.
stays() { # name
  who_answered "$1" | awk 'NR == FNR { about[FNR - 1] = $1; if ($1 == "-") { match($0, /"hand":"[^"]*"/); about[FNR - 1] = substr($0, RSTART, RLENGTH) } next }
    { key = about[$1]; if (!(key in home)) { home[key] = $2; n++; share[$2]++ } else if (home[key] != $2) moved[key] = 1 }
    END { for (key in moved) strays++
      printf "%d of %d stay with one instance, which have %d %d %d of them", n - strays, n, share[1], share[2], share[3]
      exit strays > 0 }' "$work/requests" -
}

# All that is asked, as often as it takes: a check that a busy machine makes late sends what it should not elsewhere.
# Sets asked, the name of the last load.
stays_together() { # what, proxy, how it is told
  local try
  for try in $(seq $tries); do
    asked=$1$try
    ask_all "$asked" 2
    echo "$2, $3: $(stays "$asked")"
    stays "$asked" >/dev/null && return
    echo "    not all of them, $try of $tries; load average $(cut -d' ' -f1 /proc/loadavg)"
  done
  fault "$2: a $1 went to more than one instance"
}

same_instance() { # start function, name
  start_instances
  "$1"
  awk -v games=100 -v seed=7 -f tests/chaos/requests.awk >"$work/requests"
  stays_together game "$2" 'games by X-Game'
  # Without the header the hand decides, where there is one.
  sed -i 's/^[^ ]*/-/; / \/solve /d' "$work/requests"
  stays_together hand "$2" hands
  [ "$2" != HAProxy ] || only_its_own_move "$asked"
  stop_all
}

# When an instance is gone, what the others have stays with them.
only_its_own_move() { # name of a load when all were there
  local try
  who_answered "$1" >"$work/before"
  end KILL 2
  await "a dead instance is taken out" 60 seen_down 2
  for try in $(seq $tries); do
    ask_all "without$try" 1
    who_answered "without$try" | awk 'NR == FNR { home[$1] = $2; next } $2 != home[$1] { if (home[$1] == 2) moved++; else strays++ }
      END { printf "HAProxy, without instance 2: %d of its requests go to others, %d of the others\x27 move\n", moved, strays; exit strays > 0 }' \
      "$work/before" - && return
  done
  fault "requests of living instances moved"
}

# --- what that is worth ---

memo_hits() { # prints the share of values found in the memos of all three
  local i
  for i in 1 2 3; do get $((base + i)) /metrics; done | awk '
    /^ddz_memo_hits_total/ { hits += $2 } /^ddz_memo_misses_total/ { misses += $2 }
    END { printf "%.1f %d", 100 * hits / (hits + misses), misses }'
}

# Each hand is asked about three times, as a game server does: how many values had to be computed?
memo_by() { # name, configuration; sets share and misses
  start_instances
  start_haproxy "$2"
  ask_all memo 1
  read -r share misses <<<"$(memo_hits)"
  printf 'HAProxy, %-22s %5.1f %% of the values found in a memo, %7d computed, %s\n' "$1:" "$share" "$misses" \
    "$(grep -oE '(p50_ms|p99_ms)=[^ ]*' "$work/load" | tr '\n' ' ')"
  stop_all
}

memos() {
  local turn_misses
  awk -v games=120 -v seed=11 -v only="prompt robot analyze" -f tests/chaos/requests.awk >"$work/requests"
  sed -e 's/balance hash .*/balance roundrobin/; /hash-type/d' deploy/haproxy/haproxy.cfg >"$work/turn.cfg"
  memo_by 'in turn' "$work/turn.cfg"
  turn_misses=$misses
  memo_by 'by X-Game' deploy/haproxy/haproxy.cfg
  [ "$misses" -lt "$turn_misses" ] || fault "sending a game to one instance saves nothing"
  sed -i 's/^[^ ]*/-/' "$work/requests"
  memo_by 'by hand' deploy/haproxy/haproxy.cfg
}

# --- all of it ---

tools/packages.sh proxy || skip "haproxy and nginx could not be installed"
choose_ports
proxies=
for proxy in haproxy nginx; do
  command -v $proxy >/dev/null && proxies="$proxies $proxy" || skip "no $proxy here to run instances behind"
done
[ -n "$proxies" ] || { echo "chaos: nothing was tried"; exit "$((faults > 0))"; }
echo "load: $rate requests/s, most of them prompts, 4 % searches of 20 ms, 1 % proofs; $(nproc) cores, load average $(cut -d' ' -f1 /proc/loadavg)"
for proxy in $proxies; do
  awk -v games=200 -v seed=1 -f tests/chaos/requests.awk >"$work/requests"
  [ $proxy = haproxy ] && name=HAProxy || name=nginx
  faults_behind start_$proxy $name
  same_instance start_$proxy $name
done
case $proxies in *haproxy*) memos ;; esac
[ $faults = 0 ] && echo "chaos: no client noticed anything, in $SECONDS s"
[ $faults = 0 ]
