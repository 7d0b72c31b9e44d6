#!/usr/bin/env bash
# site.sh - the console as static files that need no service: the engine comes along as WebAssembly, in a Worker.
#
# usage: tools/site.sh CONSOLE PACKAGE OUT     CONSOLE: the files of web/ with reference.json; PACKAGE: the npm package
#                                              ddz-engine, as `make wasm` leaves it
#
# What differs from the console of the service is one line in index.html: here.js, which puts that engine in the place of
# the service. Every path is relative, so any file server under any path will do. A browser takes modules and Workers from
# http and https alone, not from file:.
set -eu
console=$1 package=$2 out=$3
rm -rf "$out"
mkdir -p "$out"
cp -r "$console"/. "$out"
rm -f "$out"/README.md "$out"/tsconfig.json "$out"/package.json "$out"/vendor/*.d.ts
mkdir -p "$out/engine/nets"
cp "$package"/{ddz-engine.js,worker.js,ddz.wasm,LICENSE,LICENSE.jansson} "$out/engine/"
cp "$package"/nets/*.net "$out/engine/nets/"
cp "$package/openapi.yaml" "$out/"
# The policy of the service, as far as a document may say it itself.
policy="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'"
sed -i -e "s|<script src=\"theme.js\"></script>|<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">\n  &|" \
  -e 's|src="main.js"|src="here.js"|' "$out/index.html"
grep -q 'src="here.js"' "$out/index.html"
