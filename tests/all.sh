#!/usr/bin/env bash
# all.sh - every test there is, in the order in which a mistake shows soonest. `make test` calls it.
#
# Stops at the first part that fails, and says how long each part took. What only reads the sources runs at low priority
# beside parts that mostly wait.
set -eu
: "${MAKE:=make}"

part() { # title, targets and variables for make
  local title=$1 began=$SECONDS
  shift
  printf '\n---- %s\n' "$title"
  $MAKE --no-print-directory "$@"
  printf -- '---- %s: %d s\n' "$title" $((SECONDS - began))
}

# Begin a part beside the next ones; `join` shows what it said and judges it.
beside() { # title, targets and variables for make
  beside_title=$1 beside_began=$SECONDS beside_log=$(mktemp)
  shift
  nice -n 19 $MAKE --no-print-directory "$@" >"$beside_log" 2>&1 &
  beside_pid=$!
  trap 'kill "$beside_pid" 2>/dev/null || true; rm -f "$beside_log"' EXIT
}

join() {
  local rc=0
  printf '\n---- %s\n' "$beside_title"
  wait "$beside_pid" || rc=$?
  cat "$beside_log"
  [ "$rc" = 0 ] || exit "$rc"
  printf -- '---- %s: %d s, beside the parts before it\n' "$beside_title" $((SECONDS - beside_began))
}

part 'the tests'                                MODE=release check
part 'the benches compile'                      MODE=release benches
# Without clang's analyzer, four minutes of computing: `make lint` has it.
beside 'clang-tidy and cppcheck'                TIDY_FLAGS='--checks=-clang-analyzer-*' lint
part 'layers'                                   MODE=release check-layers
part 'pages in two languages'                    check-pages
part 'libddz'                                   MODE=release check-lib
part 'every door answers alike'                 MODE=release check-everywhere
part 'installed, and used from there'           MODE=release check-install
part 'one loop plays a game'                    MODE=release check-loop
part 'format'                                   check-format
part 'the tests under ASan and UBSan'           MODE=asan check
part 'the tests of the service under TSan'      MODE=tsan check-http
part 'a minute of load'                         soak-short
part 'a minute of attacks'                      attack-short
part 'the console without a browser'            check-web
part 'the console in Chromium'                  MODE=release check-console
part 'the console without a service'            MODE=release check-site
[ ! -e openapi.yaml ] || part 'openapi.yaml'    check-openapi
part 'deploy/'                                  MODE=release check-deploy
part 'instances behind proxies'                 MODE=release chaos-short
join
printf '\nall tests passed in %d s\n' $SECONDS
