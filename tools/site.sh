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
tools/web.sh web here.js "$out"
cp "$reference" "$out/reference.json"
mkdir -p "$out/engine/nets"
cp "$package"/{ddz-engine.js,engine.js,ddz.wasm,LICENSE,LICENSE.jansson} "$out/engine/"
cp "$package"/nets/*.net "$out/engine/nets/"
cp "$package/openapi.yaml" "$out/"
# The policy of the service, as far as a document may say it itself.
policy="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'"
sed -i "s|<script src=\"theme.js\"></script>|<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">\n  &|" "$out/index.html"
# What is kept for when there is no network: all of it, under a name that changes with any byte.
mapfile -t files < <(cd "$out" && find . -type f ! -name '*.txt' ! -name 'LICENSE*' ! -name SHA256SUMS | LC_ALL=C sort)
version=$(cd "$out" && cat "${files[@]}" | sha256sum | cut -c1-16)
list=$(printf "'%s', " ./ "${files[@]}")
sed -e "s|^const FILES = .*|const FILES = [${list%, }];|" -e "s|^const VERSION = .*|const VERSION = '$version';|" web/sw.js >"$out/sw.js"
