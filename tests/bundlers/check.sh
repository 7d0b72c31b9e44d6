#!/usr/bin/env bash
# check.sh - the npm package ddz-engine as its users have it: installed, bundled by esbuild, Rollup, Vite and webpack, opened
# in Chromium, where a game is played; and in Node, here and in a thread.
#
# usage: tests/bundlers/check.sh     after `make npm`
set -eu
# shellcheck source=tests/web/chromium.sh
. tests/web/chromium.sh
made=$PWD/build/bundlers
rm -rf "$made/work"
mkdir -p "$made"
tools/packages.sh node
# The bundlers of the lock file are installed once; the package is unpacked anew each time.
if ! cmp -s lib/wasm/examples/package-lock.json "$made/installed.json"; then
  rm -rf "$made/packages"
  cp -r lib/wasm/examples "$made/packages"
  npm_ci "$made/packages" "$made/install.log" || {
    skip "not tried, $npm_reason"
    verdict "not tried"
  }
  cp lib/wasm/examples/package-lock.json "$made/installed.json"
fi
cp -r lib/wasm/examples/. "$made/packages/"
engine=$made/packages/node_modules/ddz-engine
rm -rf "$engine"
mkdir -p "$engine"
tar -xzf build/npm-packages/ddz-engine-*.tgz -C "$engine" --strip-components=1
for bundler in esbuild rollup vite webpack; do
  rm -rf "$made/packages/$bundler/dist"
  (cd "$made/packages" && npm run --silent build -w $bundler) >"$made/$bundler.log" 2>&1 || fault "$bundler: $(tail -20 "$made/$bundler.log")"
done
sound || exit 1
cp tests/bundlers/node.mjs "$made/packages/"
node "$made/packages/node.mjs" >"$made/node.log" 2>&1 || fault "Node: $(tail -20 "$made/node.log")"
cat "$made/node.log"
BUNDLES=$made/packages in_chromium bundlers ', a game from each bundle' tests/bundlers/*.test.mjs
