#!/usr/bin/env bash
# check.sh - the console without a browser: vendored files are what they were, types fit, pure modules do what they say.
#
# usage: tests/web/check.sh
#
# Node is needed, and TypeScript from npm for the types; where these cannot be had this says so and passes, unless CI is
# set.
set -eu
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/../npm.sh"
# shellcheck source=tests/script.sh
. "$here/../script.sh" web
# shellcheck source=tests/node_tests.sh
. tests/node_tests.sh
(cd web/vendor && sha256sum --quiet -c SHA256SUMS) || fault "a vendored file has changed"
if npm_packages; then
  $modules/node_modules/.bin/tsc -p web || fault "types do not fit"
else
  skip "types are not checked, $npm_reason"
fi
node_tests 120 "$modules/web.log" "$here"/*.test.js || fault "pure modules"
verdict "$(grep -c '^ok' "$modules/web.log") tests of pure modules, types and checksums are fine"
