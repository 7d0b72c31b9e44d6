#!/usr/bin/env bash
# all.sh - every test there is, in the order in which a mistake shows soonest. `make test` calls it.
#
# Stops at the first part that fails, and says how long each part took.
set -eu
: "${MAKE:=make}"

part() { # title, targets and variables for make
  local title=$1 began=$SECONDS
  shift
  printf '\n---- %s\n' "$title"
  $MAKE --no-print-directory "$@"
  printf -- '---- %s: %d s\n' "$title" $((SECONDS - began))
}

part 'the tests'                                MODE=release check
part 'the benches compile'                       MODE=release benches
part 'layers'                                   MODE=release check-layers
part 'format'                                   check-format
part 'the tests under ASan and UBSan'           MODE=asan check
part 'the tests of the service under TSan'      MODE=tsan check-http
part 'a minute of load'                         soak-short
part 'a minute of attacks'                      attack-short
part 'clang-tidy and cppcheck'                  lint
[ ! -e openapi.yaml ] || part 'openapi.yaml'    check-openapi
part 'deploy/'                                 MODE=release check-deploy
part 'instances behind proxies'                 MODE=release chaos-short
printf '\nall tests passed in %d s\n' $SECONDS
