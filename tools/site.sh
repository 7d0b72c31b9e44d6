#!/usr/bin/env bash
# site.sh - the console as static files that need no service: the engine comes along as WebAssembly, in a Worker.
#
# usage: tools/site.sh REFERENCE PACKAGE OUT     REFERENCE: openapi.yaml as JSON; PACKAGE: the npm package ddz-engine,
#                                                as `make wasm` leaves it
#
# What differs from the console of the service is the module to begin with: here.js, which puts that engine in the place of
# the service. Every path is relative, so any file server under any path will do. A browser takes modules and Workers from
# http and https alone, not from file:.
set -eu
reference=$1 package=$2 out=$3
tools/join.sh web here.js "$out"
cp "$reference" "$out/reference.json"
mkdir -p "$out/engine/nets"
cp "$package"/{ddz-engine.js,worker.js,ddz.wasm,LICENSE,LICENSE.jansson} "$out/engine/"
cp "$package"/nets/*.net "$out/engine/nets/"
cp "$package/openapi.yaml" "$out/"
# The policy of the service, as far as a document may say it itself.
policy="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'"
sed -i "s|<script src=\"theme.js\"></script>|<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">\n  &|" "$out/index.html"
