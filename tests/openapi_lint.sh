#!/usr/bin/env bash
# openapi_lint.sh - lint the OpenAPI description with redocly and spectral, in the versions of package.json.
#
# usage: tests/openapi_lint.sh openapi.yaml openapi.json
#
# The JSON is what our own converter made of the YAML: PyYAML (YAML 1.1), js-yaml and yaml (1.2) must read the same.
# Both come from npm. Where npm or its registry cannot be reached this says so and passes, unless CI is set: the
# description is also held against the route table by tests that need nothing but the service itself.
set -u
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/npm.sh"
# shellcheck source=tests/script.sh
. "$here/script.sh" openapi
# The same JSON has the same sum, however its keys are sorted and its numbers written (newer jq keep 1.0).
sum_of() { jq -S 'walk(if type == "number" then . + 0 else . end)' 2>/dev/null | sha256sum; }
same_in() { # parser, the sum of what it made of the YAML, our JSON
  [ "$2" = "$(sum_of <"$3")" ] && echo "openapi: $1 reads it alike" || fault "$1 reads the YAML differently"
}
tools/packages.sh json || true # what is missing is said below
if ! command -v jq >/dev/null; then
  skip "parsers are not compared: jq is not here"
elif python3 -c 'import yaml' 2>/dev/null; then
  same_in PyYAML "$(python3 -c 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)' "$1" | sum_of)" "$2"
else
  skip "PyYAML is not here"
fi
npm_packages || { skip "not linted, $npm_reason"; verdict "not linted"; }

export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
if command -v jq >/dev/null; then
  read_by() { NODE_PATH=$modules/node_modules node -e "$1" "$2" | sum_of; }
  same_in js-yaml "$(read_by 'process.stdout.write(JSON.stringify(require("js-yaml").load(require("fs").readFileSync(process.argv[1], "utf8"))))' "$1")" "$2"
  same_in yaml "$(read_by 'process.stdout.write(JSON.stringify(require("yaml").parse(require("fs").readFileSync(process.argv[1], "utf8"))))' "$1")" "$2"
fi
bin=$modules/node_modules/.bin
$bin/redocly lint --config "$here/redocly.yaml" "$1" && $bin/spectral lint --ruleset "$here/spectral.yaml" \
  --fail-severity=warn "$1" || fault "redocly or spectral has something to say"
verdict "nothing to say"
