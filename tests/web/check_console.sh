#!/usr/bin/env bash
# check_console.sh - the console in Chromium, against the real program.
#
# usage: tests/web/check_console.sh PROGRAM [FILE.test.js]...     all of browser/ by default
set -eu
# shellcheck source=tests/web/chromium.sh
. "$(dirname "$0")/chromium.sh"

program=$1
shift
[ $# -gt 0 ] || set -- "$here"/browser/*.test.js
DDZD=$program in_chromium console '' --test-concurrency=2 "$@"
