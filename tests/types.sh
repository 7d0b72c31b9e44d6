#!/usr/bin/env bash
# types.sh - the types of the clients and of the npm engine are those of openapi.yaml, and compile.
#
# usage: tests/types.sh OPENAPI.json
#
# clients/go/types.go and clients/js/types.d.ts are in the repository, because users fetch them from there: they must be what clients/client_types.py writes.
# The strict compiler reads them, every example of openapi.yaml fits, and
# nothing is `any`. Where npm cannot be reached, this half is left out, unless CI is set.
set -u
api=$1
here=$(dirname "$0")
# shellcheck source=tests/npm.sh
. "$here/npm.sh"
# shellcheck source=tests/script.sh
. "$here/script.sh" types
clients/client_types.py go "$api" | gofmt | cmp - clients/go/types.go || fault "clients/go/types.go is not what openapi.yaml says: make clients"
clients/client_types.py ts "$api" | cmp - clients/js/types.d.ts || fault "clients/js/types.d.ts is not what openapi.yaml says: make clients"
npm_packages || {
  skip "the types of clients/js are not read: $npm_reason"
  verdict "Go has the same types"
}

# In a folder beside the packages, because the compiler asks what stands around it.
made=$modules/types
rm -rf "$made"
mkdir -p "$made"
cp clients/js/ddz.js clients/js/*.d.ts clients/js/package.json tests/everywhere/use_types.ts lib/wasm/*.d.ts "$made/"
tests/everywhere/examples.py typescript "$api" >"$made/examples.ts"
cat >"$made/tsconfig.json" <<'END'
{ "compilerOptions": { "strict": true, "allowJs": true, "checkJs": true, "noEmit": true, "allowImportingTsExtensions": true,
    "target": "es2022", "module": "nodenext", "lib": ["es2023", "dom", "dom.iterable"], "types": [] },
  "files": ["ddz.js", "use_types.ts", "examples.ts", "nets.d.ts"] }
END
$modules/node_modules/.bin/tsc -p "$made" || fault "they do not compile"
! sed 's|/\*\*.*\*/||; s|^ *\(//\|\*\).*||' "$made"/*.d.ts | grep -nw any || fault "something is any"
verdict "$(grep -c '^export const' "$made/examples.ts") examples of openapi.yaml fit; Go and TypeScript have the same types"
