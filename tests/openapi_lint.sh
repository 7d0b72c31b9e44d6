#!/usr/bin/env bash
# openapi_lint.sh - lint the OpenAPI description with redocly and spectral, in the versions of package.json.
#
# usage: tests/openapi_lint.sh openapi.yaml
#
# Both come from npm. Where npm or its registry cannot be reached this says so and passes: the description
# is also held against the route table by tests that need nothing but the service itself.
set -u
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/npm.sh"
npm_packages || { echo "openapi: not linted, $npm_reason"; exit 0; }

export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
bin=$modules/node_modules/.bin
$bin/redocly lint --config "$here/redocly.yaml" "$1" && $bin/spectral lint --ruleset "$here/spectral.yaml" \
  --fail-severity=warn "$1"
