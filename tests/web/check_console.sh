#!/usr/bin/env bash
# check_console.sh - the console in Chromium, against the real program.
#
# usage: tests/web/check_console.sh PROGRAM
set -eu
# shellcheck source=tests/web/chromium.sh
. "$(dirname "$0")/chromium.sh"

DDZD=$1 in_chromium console '' --test-concurrency=2 "$here"/browser/*.test.js
