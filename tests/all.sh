#!/usr/bin/env bash
# all.sh - every test there is, in the order in which a mistake shows soonest. `make test` calls it.
#
# Stops at the first part that fails, and says how long each part took. What fails is shown at once, and again at the end.
# What only computes runs at low priority beside parts that wait much: two cores are to have something to do all the time. A
# part that takes longer than PART_SECONDS (default 1800) has failed. The end tells the times of all processes, also of those
# whose parents are gone, and names what was left out.
set -eu
# shellcheck source=tests/parts.sh
. tests/parts.sh

made() { # title, targets and variables for make
  local title=$1
  shift
  part "${PART_SECONDS:-1800}" "$title" "${MAKE:-make}" --no-print-directory "$@"
}

# Parts beside all that follow; `join` waits for them, shows what they said and judges them.
declare -A pid_of log_of
beside() { # title, niceness, function that has the parts
  log_of[$1]=$(mktemp)
  set -m # a process group of its own, so that all of it can be ended
  (renice -n "$2" -p "$BASHPID" >/dev/null && "$3") >"${log_of[$1]}" 2>&1 </dev/null &
  set +m
  pid_of[$1]=$!
}
done_of=$(mktemp -d)
# Not with a process number after `join`: it may be another's by then.
export FAILURES=$done_of/failures SKIPPED=$done_of/skipped
: >"$FAILURES" >"$SKIPPED"
ended() {
  local pid
  for pid in "${pid_of[@]}"; do kill -- "-$pid" 2>/dev/null || true; done
  kill "$shown" 2>/dev/null || true
  [ ! -s "$FAILURES" ] || { printf '\n==== what failed\n'; cat "$FAILURES"; } >&2
  rm -rf "$done_of" "${log_of[@]}"
}
trap ended EXIT
tail -n +1 -s .5 -f "$FAILURES" >&2 & # also from parts whose output waits
shown=$!

join() { # title
  local rc=0
  wait "${pid_of[$1]}" || rc=$?
  unset "pid_of[$1]"
  printf '\n---- beside the parts before: %s\n' "$1"
  cat "${log_of[$1]}"
  [ "$rc" = 0 ] || exit "$rc"
}

# What only computes: what others wait for first. Without clang's analyzer, four minutes of computing: `make lint` has it.
low() {
  made 'all for ASan and UBSan compiles'        MODE=asan check-programs
  touch "$done_of/asan"
  made 'what has threads under TSan'            MODE=tsan check-http
  touch "$done_of/tsan"
  made 'clang-tidy and cppcheck'                LINT=quick lint
  made 'what needs no server under ASan'        MODE=asan check-unit
  made 'the service under ASan and UBSan'       MODE=asan check-served
}
# What waits much. The attacks use the programs with ASan, the load those with TSan, and two may not make them at the same time.
waiting() {
  made 'instances behind proxies'               MODE=release chaos-short
  made 'deploy/'                                MODE=release check-deploy
  await asan
  made 'a minute of attacks'                    attack-short
  made 'a minute of combinations of fields'     combine
  await tsan
  made 'a minute of load'                       soak-short
}
await() {
  until [ -e "$done_of/$1" ]; do
    kill -0 "${pid_of[low]}" 2>/dev/null || exit 1
    sleep 1
  done
}

made 'the tests'                                MODE=release check
made 'the benches compile'                      MODE=release benches
beside low 19 low
beside waiting 0 waiting
made 'layers'                                   MODE=release check-layers
made 'pages in two languages'                    check-pages
made 'messages of commits'                       check-commits
made 'format'                                   check-format
made 'the console without a browser'            check-web
made 'the console in Chromium'                  MODE=release check-console
made 'libddz'                                   MODE=release check-lib
made 'every door answers alike'                 MODE=release check-everywhere
made 'every build answers alike'                MODE=release check-same
made 'installed, and used from there'           MODE=release check-install
made 'one loop plays a game'                    MODE=release check-loop
made 'a net from Python'                        MODE=release check-train
made 'the console without a service'            MODE=release check-site
[ ! -e openapi.yaml ] || made 'openapi.yaml'    check-openapi
join low
join waiting
# `times` in a pipe would tell those of the pipe.
times >"$done_of/times"
printf '\nall tests passed in %d s: ' $SECONDS
awk -F '[ms ]+' 'NR == 2 { printf "%.0f s of user and %.0f s of system time", $1 * 60 + $2, $3 * 60 + $4 }' "$done_of/times"
sort -u "$SKIPPED" | awk '{ text = text (NR > 1 ? "; " : ": ") $0 } END { printf "; %d left out%s\n", NR, text }'
