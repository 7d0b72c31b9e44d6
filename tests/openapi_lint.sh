#!/usr/bin/env bash
# openapi_lint.sh - lint the OpenAPI description with redocly and spectral, in the versions of package.json.
#
# usage: tests/openapi_lint.sh openapi.yaml
#
# Both come from npm. Where npm or its registry cannot be reached this says so and passes, unless CI is set: the
# description is also held against the route table by tests that need nothing but the service itself.
set -u
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/npm.sh"
# shellcheck source=tests/skip.sh
. "$here/skip.sh"
faults=0
fault() {
  echo "openapi: $*" >&2
  faults=1
}
npm_packages || { skip "not linted, $npm_reason"; exit $faults; }

export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
bin=$modules/node_modules/.bin
$bin/redocly lint --config "$here/redocly.yaml" "$1" && $bin/spectral lint --ruleset "$here/spectral.yaml" \
  --fail-severity=warn "$1"
