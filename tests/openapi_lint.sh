#!/usr/bin/env bash
# openapi_lint.sh - lint the OpenAPI description with redocly and spectral, in the versions of package.json.
#
# usage: tests/openapi_lint.sh openapi.yaml
#
# Both come from npm. Where npm or its registry cannot be reached this says so and passes: the description
# is also held against the route table by tests that need nothing but the service itself.
set -u
here=$(dirname "$0")
modules=build/openapi-lint
log=$modules/install.log

skip() {
  echo "openapi: not linted, $1"
  exit 0
}

mkdir -p $modules
if ! cmp -s "$here/package-lock.json" $modules/installed.json; then
  tools/packages.sh node || skip "node and npm are not here and could not be installed"
  cp "$here/package.json" "$here/package-lock.json" $modules/
  (cd $modules && timeout 300 npm ci --no-audit --no-fund --ignore-scripts --fetch-retries=1) >$log 2>&1 </dev/null ||
    skip "redocly and spectral could not be fetched: $(grep -m1 -E 'npm (error|ERR!)' $log)"
  cp "$here/package-lock.json" $modules/installed.json
fi

export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
bin=$modules/node_modules/.bin
$bin/redocly lint --config "$here/redocly.yaml" "$1" && $bin/spectral lint --ruleset "$here/spectral.yaml" \
  --fail-severity=warn "$1"
