#!/usr/bin/env bash
# js_types.sh - the types of clients/js: types.d.ts from openapi.yaml, ddz.d.ts from the comments of ddz.js.
#
# usage: tests/js_types.sh write | check
#
# Both files are in the repository, so that a copy of the folder has them; `check` says whether they are what the tools
# of tests/package.json make today. Where npm cannot be reached, `check` says so and passes, unless CI is set.
set -eu
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/npm.sh"
# shellcheck source=tests/skip.sh
. "$here/skip.sh"
fault() {
  echo "clients/js: $*" >&2
  exit 1
}
npm_packages || {
  skip "types of clients/js are not made: $npm_reason"
  exit 0
}

# In a folder beside the packages, because the compiler asks what stands around it.
made=$modules/js_types
rm -rf "$made"
mkdir -p "$made"
cp clients/js/ddz.js clients/js/package.json "$made/"
cat >"$made/use.ts" <<'END'
import { Client } from "./ddz.js";
const ddz = new Client();
const size: number | undefined = (await ddz.classify({ cards: "33344455" })).pattern?.size;
// @ts-expect-error: cards are named, not counted
await ddz.classify({ cards: 8 });
// @ts-expect-error: no such field
(await ddz.prompt({ hand: "33", limit: size })).nothing;
END
$modules/node_modules/.bin/openapi-typescript openapi.yaml --default-non-nullable false -o "$made/types.d.ts" >"$made/log" 2>&1 ||
  { cat "$made/log" && exit 1; }
cat >"$made/tsconfig.json" <<'END'
{ "compilerOptions": { "strict": true, "allowJs": true, "checkJs": true, "declaration": true, "emitDeclarationOnly": true,
    "target": "es2022", "module": "nodenext", "lib": ["es2023", "dom", "dom.iterable"], "types": [], "outDir": "out" },
  "files": ["ddz.js", "use.ts"] }
END
$modules/node_modules/.bin/tsc -p "$made" || exit 1
cp "$made/out/ddz.d.ts" "$made/ddz.d.ts"
for file in types.d.ts ddz.d.ts; do
  if [ "$1" = write ]; then
    cp "$made/$file" "clients/js/$file"
  elif ! cmp "$made/$file" "clients/js/$file"; then
    echo "clients/js/$file is not what openapi.yaml and ddz.js say: make clients" >&2
    exit 1
  fi
done
[ "$1" = write ] || echo "clients/js: its types are those of openapi.yaml"
