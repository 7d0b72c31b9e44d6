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
# shellcheck source=tests/script.sh
. tests/script.sh chaos
# shellcheck source=tests/chaos/proxies.sh
. tests/chaos/proxies.sh

# --- processes ---

now_ms() { date +%s%3N; }

ready() { url=http://127.0.0.1:$((base + $1)) get /ready | grep -q '"ready"'; }

# One thread of each kind: three instances are to look like three machines on what may be two cores.
instance() { # number
  set -a
  # shellcheck source=deploy/ddzd.env
  . deploy/ddzd.env
  exec "$build/ddzd" --port $((base + $1)) --hosts "*" --threads 1 --workers 1
}
start_instance() { # 1, 2 or 3
  serve "$1" instance "$1"
  await "instance $1" 60 ready "$1"
}
start_instances() {
  local i
  rm -f "$dir"/[123].*.log
  for i in 1 2 3; do start_instance $i; done
}
ports() { echo $((base + 1)) $((base + 2)) $((base + 3)); }

seen_down() { seen "$1" | grep -q '^DOWN'; }
retried() { # requests, since the start
  haproxy_says | awk -F, '$2 == "BACKEND" { n += $16 + $17 } END { printf "%d", n }'
}

# --- load ---

start_load() {
  start load "$build/tests/load/load" lines "$public" "$dir/requests" --rate $rate --seconds 300
  before=$(retried)
  sleep $calm
}

# End the load, print its figures. Did every request have a good answer?
no_failure() { # scenario
  local sent_again=
  sleep $calm
  [ "${1%%:*}" != HAProxy ] || sent_again="sent again by HAProxy: $(($(retried) - before))"
  end load
  local status=$?
  printf '%-42s %s%s\n' "$1" "$(grep -oE '(sent|failed|p50_ms|p99_ms|max_ms)=[^ ]*' "${log_of[load]}" | tr '\n' ' ')" "$sent_again"
  [ $status = 0 ] && return
  cat "${log_of[load]}" >&2
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
  end "$2" KILL
  sleep $calm
  start_instance "$2"
  no_failure "$1: kill -9 of one of three"
}

# An instance leaves in good order: a proof of 3 s that is under way goes on, though nobody is let in any more. Other
# timed work of the same address shares its time (service/work/fair.h), so it has a part of the 3 s, beyond the end at .5 s.
leave() { # instance
  local last
  curl -s --max-time 30 -d @tests/chaos/proof.json "http://127.0.0.1:$((base + $1))/solve" >"$dir/last" &
  last=$!
  sleep 0.5
  end "$1" || fault "instance $1 ended with status $?"
  wait $last
  [ "$(sed -n 's/.*"elapsed_us":\([0-9]*\).*/\1/p' "$dir/last")" -ge 900000 ] 2>/dev/null && return 0
  echo "    a proof that instance $1 had when it was told to end: $(cat "$dir/last")"
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
  kill -STOP "${pid_of[$1]}"
  await "a frozen instance is taken out" 60 seen_down "$1"
  out=$(($(now_ms) - froze))
  sleep $calm
  posts=$(grep -c '"POST"' "${log_of[$1]}")
  thawed=$(now_ms)
  kill -CONT "${pid_of[$1]}"
  await "an instance that runs again is taken back" 60 seen_up "$1"
  back=$(($(now_ms) - thawed))
  sleep $calm
  await "the instance that came back is asked again" 60 posts_above "$1" $((posts + 10))
  echo "    taken out after $out ms, taken back after $back ms"
  no_failure "HAProxy: SIGSTOP of one, then SIGCONT"
}
posts_above() { [ "$(grep -c '"POST"' "${log_of[$1]}")" -gt "$2" ]; } # instance, number

faults_behind() { # start function, name
  local round
  for round in $(seq $rounds); do
    start_instances
    "$1" $(ports)
    unnoticed kill_one "$2" $((round % 3 + 1))
    unnoticed rolling "$2"
    [ "$2" != HAProxy ] || unnoticed freeze_one $(((round + 1) % 3 + 1))
    stop_all
  done
}

stop_all() {
  local name
  for name in proxy 1 2 3; do end $name; done
}

# --- the same hand to the same instance ---

# Which instance answered line L of the requests, from the ids in their logs: "L INSTANCE".
who_answered() { # name of the load
  local i
  for i in 1 2 3; do
    sed -nE "s/.*\"id\":\"$1-([0-9]+)-[0-9]+\".*/\1 $i/p" "$dir/$i".*.log
  done | sort -u
}

ask_all() { # name, times: every line of the requests so many times
  local lines
  lines=$(wc -l <"$dir/requests")
  "$build/tests/load/load" lines "$public" "$dir/requests" --rate 500 --name "$1" --requests $((lines * $2)) \
    --seconds 300 >"$dir/load" ||
    { cat "$dir/load" >&2; fault "$1: requests failed"; }
  await "$1: a line in a log for each request" 60 all_logged "$1" $((lines * $2))
}
all_logged() { [ "$(grep -ohE "\"id\":\"$1-[0-9]+-[0-9]+\"" "$dir"/[123].*.log | sort -u | wc -l)" -ge "$2" ]; } # name, requests

# Of what is asked about (a hand, a game), how much always met one instance. Column 1 of the requests is the
# game; without one, the hand decides.
stays() { # name
  who_answered "$1" | awk 'NR == FNR { about[FNR - 1] = $1; if ($1 == "-") { match($0, /"hand":"[^"]*"/); about[FNR - 1] = substr($0, RSTART, RLENGTH) } next }
    { key = about[$1]; if (!(key in home)) { home[key] = $2; n++; share[$2]++ } else if (home[key] != $2) moved[key] = 1 }
    END { for (key in moved) strays++
      printf "%d of %d stay with one instance, which have %d %d %d of them", n - strays, n, share[1], share[2], share[3]
      exit strays > 0 }' "$dir/requests" -
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
  "$1" $(ports)
  awk -v games=100 -v seed=7 -f tests/chaos/requests.awk >"$dir/requests"
  stays_together game "$2" 'games by X-Game'
  # Without the header the hand decides, where there is one.
  sed -i 's/^[^ ]*/-/; / \/solve /d' "$dir/requests"
  stays_together hand "$2" hands
  [ "$2" != HAProxy ] || only_its_own_move "$asked"
  stop_all
}

# When an instance is gone, what the others have stays with them.
only_its_own_move() { # name of a load when all were there
  local try
  who_answered "$1" >"$dir/before"
  end 2 KILL
  await "a dead instance is taken out" 60 seen_down 2
  for try in $(seq $tries); do
    ask_all "without$try" 1
    who_answered "without$try" | awk 'NR == FNR { home[$1] = $2; next } $2 != home[$1] { if (home[$1] == 2) moved++; else strays++ }
      END { printf "HAProxy, without instance 2: %d of its requests go to others, %d of the others\x27 move\n", moved, strays; exit strays > 0 }' \
      "$dir/before" - && return
  done
  fault "requests of living instances moved"
}

# --- what that is worth ---

memo_hits() { # prints the share of values found in the memos of all three
  local i
  for i in 1 2 3; do curl -s "http://127.0.0.1:$((base + i))/metrics"; done | awk '
    /^ddz_memo_hits_total/ { hits += $2 } /^ddz_memo_misses_total/ { misses += $2 }
    END { printf "%.1f %d", 100 * hits / (hits + misses), misses }'
}

# Each hand is asked about three times, as a game server does: how many values had to be computed?
memo_by() { # name, configuration; sets share and misses
  start_instances
  start_haproxy $(ports) "$2"
  ask_all memo 1
  read -r share misses <<<"$(memo_hits)"
  printf 'HAProxy, %-22s %5.1f %% of the values found in a memo, %7d computed, %s\n' "$1:" "$share" "$misses" \
    "$(grep -oE '(p50_ms|p99_ms)=[^ ]*' "$dir/load" | tr '\n' ' ')"
  stop_all
}

memos() {
  local turn_misses
  awk -v games=120 -v seed=11 -v only="prompt robot analyze" -f tests/chaos/requests.awk >"$dir/requests"
  sed -e 's/balance hash .*/balance roundrobin/; /hash-type/d' deploy/haproxy/haproxy.cfg >"$dir/turn.cfg"
  memo_by 'in turn' "$dir/turn.cfg"
  turn_misses=$misses
  memo_by 'by X-Game' deploy/haproxy/haproxy.cfg
  [ "$misses" -lt "$turn_misses" ] || fault "sending a game to one instance saves nothing"
  sed -i 's/^[^ ]*/-/' "$dir/requests"
  memo_by 'by hand' deploy/haproxy/haproxy.cfg
}

# --- all of it ---

tools/packages.sh proxy || skip "haproxy and nginx could not be installed"
base=$(free_ports 4)
proxies=
for proxy in haproxy nginx; do
  command -v $proxy >/dev/null && proxies="$proxies $proxy" || skip "no $proxy here to run instances behind"
done
[ -n "$proxies" ] || verdict "nothing was tried"
echo "load: $rate requests/s, most of them prompts, 4 % searches of 20 ms, 1 % proofs; $(nproc) cores, load average $(cut -d' ' -f1 /proc/loadavg)"
for proxy in $proxies; do
  awk -v games=200 -v seed=1 -f tests/chaos/requests.awk >"$dir/requests"
  [ $proxy = haproxy ] && name=HAProxy || name=nginx
  faults_behind start_$proxy $name
  same_instance start_$proxy $name
done
case $proxies in *haproxy*) memos ;; esac
verdict "no client noticed anything, in $SECONDS s"
