#!/usr/bin/env bash
# join.sh - the files of web/ as a browser gets them: the modules as one, the sheets of style as one.
#
# usage: tools/join.sh FOLDER ENTRY OUT     ENTRY: the module to begin with; it is main.js in OUT, whatever its name was
#
# Asking is what takes a browser's time, not reading: of 20 modules it got the first cards 0.15 s later than of one.
set -eu
folder=$1 entry=$2 out=$3
rm -rf "$out"
mkdir -p "$out"
cp -r "$folder"/. "$out"
rm -rf "${out:?}"/{view,model,ask,words,pages.css,main.js,here.js,README.md,tsconfig.json,package.json}
rm -f "$out"/vendor/{lit-html.js,*.d.ts}
awk -v root="$folder" -v entry="$entry" -f tools/join.awk >"$out/main.js"
cat "$folder/style.css" "$folder/pages.css" >"$out/style.css"
sed -i '/href="pages.css"/d' "$out/index.html"
