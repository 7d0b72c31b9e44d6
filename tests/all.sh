#!/usr/bin/env bash
# all.sh - every test there is, in the order in which a mistake shows soonest. `make test` calls it.
#
# Stops at the first part that fails, and says how long each part took. What only computes runs at low priority beside
# parts that wait much: two cores are to have something to do all the time.
set -eu
: "${MAKE:=make}"

part() { # title, targets and variables for make
  local title=$1 began=$SECONDS
  shift
  printf '\n---- %s\n' "$title"
  $MAKE --no-print-directory "$@"
  printf -- '---- %s: %d s\n' "$title" $((SECONDS - began))
}

# Begin parts at low priority beside the next ones; `join` waits for them, shows what they said and judges them.
beside() { # niceness, function that has the parts
  beside_log=$(mktemp)
  set -m # a process group of its own, so that all of it can be ended
  (renice -n "$1" -p "$BASHPID" >/dev/null && "$2") >"$beside_log" 2>&1 </dev/null &
  set +m
  beside_pid=$!
}
# Not with `beside_pid` of an earlier one: it may be another's by now.
trap '[ -z "${beside_pid:-}" ] || kill -- "-$beside_pid" 2>/dev/null || true; rm -f "${beside_log:-}"' EXIT

join() {
  local rc=0
  wait "$beside_pid" || rc=$?
  beside_pid=
  printf '\n---- at low priority beside the parts before:\n'
  cat "$beside_log"
  rm -f "$beside_log"
  [ "$rc" = 0 ] || exit "$rc"
}

# What only computes. Without clang's analyzer, four minutes of computing: `make lint` has it.
computing() {
  part 'clang-tidy and cppcheck'                TIDY_FLAGS='--checks=-clang-analyzer-*' lint
  part 'all for ASan and UBSan compiles'        MODE=asan check-programs
  part 'what needs no server under ASan'        MODE=asan check-unit
}
# What waits for conditions, and for other threads. No part beside it compiles for a sanitizer.
threads() {
  part 'the service under ASan and UBSan'       MODE=asan check-served
  part 'what has threads under TSan'            MODE=tsan check-http
}

part 'the tests'                                MODE=release check
part 'the benches compile'                      MODE=release benches
beside 19 computing
part 'layers'                                   MODE=release check-layers
part 'pages in two languages'                    check-pages
part 'format'                                   check-format
part 'libddz'                                   MODE=release check-lib
part 'every door answers alike'                 MODE=release check-everywhere
part 'installed, and used from there'           MODE=release check-install
part 'one loop plays a game'                    MODE=release check-loop
part 'the console without a browser'            check-web
part 'the console in Chromium'                  MODE=release check-console
part 'the console without a service'            MODE=release check-site
[ ! -e openapi.yaml ] || part 'openapi.yaml'    check-openapi
join
beside 10 threads
part 'a minute of attacks'                      attack-short
part 'deploy/'                                  MODE=release check-deploy
part 'instances behind proxies'                 MODE=release chaos-short
join
part 'a minute of load'                         soak-short
printf '\nall tests passed in %d s\n' $SECONDS
