#!/usr/bin/env bash
# script.sh - what scripts of tests share: faults, what is left out, a folder; to start a service, ask it, end it.
#
# usage: . tests/script.sh NAME                              from the root of the sources; NAME stands before what is said
#        tests/script.sh PROGRAM [option...] -- COMMAND...   the command beside a service, which it finds in URL and PID
#
# When the script ends, so has what it started, and `dir`, a folder, is gone. After a fault the ends of all logs are shown.
# shellcheck source=tests/failed.sh
. tests/failed.sh
me=${1##*/}
dir=$(mktemp -d "${TMPDIR:-/tmp}/ddz-$me.XXXXXX")
: >"$dir/faults" # a line for each, also from a subshell
declare -A pid_of=() log_of=() # of what was started, by name
trap 'finish' EXIT
trap 'exit 1' INT TERM

finish() {
  local name
  sound || tail -n 5 "$dir"/*.log >&2 2>/dev/null || true
  for name in "${!pid_of[@]}"; do end "$name" || true; done
  rm -rf --one-file-system "$dir"
}

fault() {
  failed "$me: $*" >&2
  echo "$*" >>"$dir/faults"
}

sound() { [ ! -s "$dir/faults" ]; }

# Something cannot be had here, so a check is left out: where CI is set, which is to leave out nothing, that is a fault.
skip() { if [ -n "${CI:-}" ]; then fault "$*"; else left_out "$*"; fi; }
# tests/all.sh names a file in SKIPPED, and counts its lines.
left_out() {
  echo "left out: $*"
  [ -z "${SKIPPED:-}" ] || echo "$me: $*" >>"$SKIPPED"
}

# The last line and the end of a script.
verdict() { # what is said when there are no faults
  sound || exit 1
  echo "$me: $*"
  exit 0
}

# --- what runs beside the script ---

start() { # name, command: a log of its own for each start
  log_of[$1]=$(mktemp "$dir/$1.XXXXXX.log")
  "${@:2}" >"${log_of[$1]}" 2>&1 &
  pid_of[$1]=$!
}

# Sets port and url when the whole line is there that says where it listens.
serve() { # name, program, options
  local until=$((SECONDS + 120))
  start "$@"
  until listens "$1"; do
    kill -0 "${pid_of[$1]}" 2>/dev/null && [ $SECONDS -lt $until ] || { fault "no service: $(tail -5 "${log_of[$1]}")"; exit 1; }
    sleep .05
  done
  url=http://127.0.0.1:$port
}
listens() { # name
  port=$(sed -n 's/^{.*"event":"listening".*"port":\([0-9]*\),.*}$/\1/p' "${log_of[$1]}")
  [ -n "$port" ]
}

# Its exit status. The shell is to report no killed job.
end() { # name, signal (TERM)
  local pid=${pid_of[$1]:-}
  [ -n "$pid" ] || return 0
  unset "pid_of[$1]"
  kill -CONT "$pid" 2>/dev/null
  kill "-${2:-TERM}" "$pid" 2>/dev/null
  wait "$pid" 2>/dev/null
}

await() { # what, seconds, command
  local until=$((SECONDS + $2 + 1))
  until "${@:3}" >/dev/null 2>&1; do
    [ $SECONDS -lt $until ] || { fault "not in time: $1"; return 1; }
    sleep .05
  done
}

# --- addresses ---

get() { curl -s --max-time 60 "$url$1"; } # path

accepts() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
free_ports() { # how many in a row; prints the first, below those that outgoing connections get
  local port i
  while port=$((20000 + RANDOM % 10000)); do
    for ((i = 0; i < $1; i++)); do accepts $((port + i)) && continue 2; done
    break
  done
  echo $port
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  options=()
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  serve ddzd "${options[@]}"
  URL=$url PID=${pid_of[ddzd]} "${@:2}"
fi
