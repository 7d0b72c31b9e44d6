#!/usr/bin/env bash
# all.sh - every test there is, in the order in which a mistake shows soonest. `make test` calls it.
#
# Stops at the first part that fails, and says how long each part took. What only computes runs at low priority beside
# parts that wait much: two cores are to have something to do all the time. A part that takes longer than PART_SECONDS
# (default 1800) has failed. The times of all processes are told at the end, also of those whose parents are gone.
set -eu
# shellcheck source=tests/parts.sh
. tests/parts.sh

made() { # title, targets and variables for make
  local title=$1
  shift
  part "${PART_SECONDS:-1800}" "$title" "${MAKE:-make}" --no-print-directory "$@"
}

# Parts at low priority beside all that follow; `join` waits for them, shows what they said and judges them.
beside() { # niceness, function that has the parts
  beside_log=$(mktemp)
  set -m # a process group of its own, so that all of it can be ended
  (renice -n "$1" -p "$BASHPID" >/dev/null && "$2") >"$beside_log" 2>&1 </dev/null &
  set +m
  beside_pid=$!
}
# Not with `beside_pid` of an earlier one: it may be another's by now.
trap '[ -z "${beside_pid:-}" ] || kill -- "-$beside_pid" 2>/dev/null || true; rm -f "${beside_log:-}" "${compiled:-}"' EXIT

join() {
  local rc=0
  wait "$beside_pid" || rc=$?
  beside_pid=
  printf '\n---- at low priority beside the parts before:\n'
  cat "$beside_log"
  rm -f "$beside_log"
  [ "$rc" = 0 ] || exit "$rc"
}

# What only computes, then what waits for conditions and for other threads. Without clang's analyzer, four minutes of
# computing: `make lint` has it.
compiled=$(mktemp -u)
low() {
  made 'clang-tidy and cppcheck'                TIDY_FLAGS='--checks=-clang-analyzer-*' lint
  made 'all for ASan and UBSan compiles'        MODE=asan check-programs
  touch "$compiled"
  made 'what needs no server under ASan'        MODE=asan check-unit
  made 'the service under ASan and UBSan'       MODE=asan check-served
  made 'what has threads under TSan'            MODE=tsan check-http
}
# The attacks use the programs with ASan, and two may not make them at the same time.
await_compiled() {
  until [ -e "$compiled" ]; do
    kill -0 "$beside_pid" 2>/dev/null || join
    sleep 1
  done
}

made 'the tests'                                MODE=release check
made 'the benches compile'                      MODE=release benches
beside 19 low
made 'layers'                                   MODE=release check-layers
made 'pages in two languages'                    check-pages
made 'messages of commits'                       check-commits
made 'format'                                   check-format
made 'libddz'                                   MODE=release check-lib
made 'every door answers alike'                 MODE=release check-everywhere
made 'installed, and used from there'           MODE=release check-install
made 'one loop plays a game'                    MODE=release check-loop
made 'the console without a browser'            check-web
made 'the console in Chromium'                  MODE=release check-console
made 'the console without a service'            MODE=release check-site
[ ! -e openapi.yaml ] || made 'openapi.yaml'    check-openapi
await_compiled
made 'a minute of attacks'                      attack-short
made 'deploy/'                                  MODE=release check-deploy
made 'instances behind proxies'                 MODE=release chaos-short
made 'a minute of load'                         soak-short
join
# `times` in a pipe would tell those of the pipe.
times >"${beside_log:=$(mktemp)}"
printf '\nall tests passed in %d s: ' $SECONDS
awk -F '[ms ]+' 'NR == 2 { printf "%.0f s of user and %.0f s of system time\n", $1 * 60 + $2, $3 * 60 + $4 }' "$beside_log"
