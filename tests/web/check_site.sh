#!/usr/bin/env bash
# check_site.sh - the console without a service, in Chromium, from a plain file server.
#
# usage: tests/web/check_site.sh FOLDER     what `make site` made
set -eu
# shellcheck source=tests/web/chromium.sh
. "$(dirname "$0")/chromium.sh"

SITE=$1 in_chromium site ' without a service' "$here"/site/*.test.js
