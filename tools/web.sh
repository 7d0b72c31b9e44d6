#!/usr/bin/env bash
# web.sh - the files of web/ as a browser gets them: the modules as three, the sheets of style as one.
#
# usage: tools/web.sh FOLDER ENTRY OUT     ENTRY: the module to begin with; it is main.js in OUT, whatever its name was
#
# main.js is the game, pages.js the other pages, chunk.js what both need; index.html names it, so that it comes along with
# main.js. Asking is what takes a browser's time, not reading: of 20 modules, all named in advance by modulepreload, it gets
# the first cards 1.3 times as late as of one.
set -eu
folder=$1 entry=$2 out=$3
rm -rf "$out"
cp -r "$folder" "$out"
sed -i "s/ with { type: 'json' };/;/" "$out/words/words.js" # esbuild before 0.19 does not know it
esbuild "main=$out/$entry" --bundle --splitting --minify --format=esm --target=es2022 --charset=utf8 --legal-comments=inline --log-level=warning \
  --allow-overwrite --chunk-names='[name]' --outdir="$out"
cat "$folder/style.css" "$folder/pages.css" >"$out/style.css"
sed -i 's,<link.*href="pages.css">,<link rel="modulepreload" href="chunk.js">,' "$out/index.html"
rm -rf "${out:?}"/{view,sw.js,model,ask,words,base.js,pages.css,here.js,README.md,tsconfig.json,package.json}
rm -f "$out"/vendor/{lit-html.js,*.d.ts}
