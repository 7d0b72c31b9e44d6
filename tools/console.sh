#!/usr/bin/env bash
# console.sh - the files of web/ as C, so that the program needs no file beside it.
#
# usage: tools/console.sh FOLDER OUT.c     packed files go to OUT.files/
#        tools/console.sh --list FOLDER    the files that are served, as paths in FOLDER
#
# Served is what has a type below; index.html is also `/`. The same files give the same bytes: gzip keeps no
# time and no name, the order is bytewise, entity tags are cut from SHA-256.
set -eu
export LC_ALL=C

type_of() {
  case $1 in
  *.html) echo 'text/html; charset=utf-8' ;;
  *.js) echo 'text/javascript; charset=utf-8' ;;
  *.css) echo 'text/css; charset=utf-8' ;;
  *.json) echo 'application/json' ;;
  *.webmanifest) echo 'application/manifest+json' ;;
  *.svg) echo 'image/svg+xml' ;;
  *.png) echo 'image/png' ;;
  *.wasm) echo 'application/wasm' ;;
  *.txt) echo 'text/plain; charset=utf-8' ;;
  esac
}

# Documents say what they may load: this service alone. The reference of the API is a page of its own, whose
# component writes its style into the document, and is shown in a frame of the console.
only_us="default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
policy_of() {
  case $1 in
  reference.html) echo "$only_us; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'" ;;
  *.html) echo "$only_us; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'" ;;
  esac
}

files_of() { # folder
  (cd "$1" && find . -type f | sed 's,^\./,,' | sort | while read -r file; do
    case $file in tsconfig.json | package.json) continue ;; esac
    [ -z "$(type_of "$file")" ] || echo "$file"
  done)
}

text_or_null() { [ -n "$1" ] && echo "\"$1\"" || echo NULL; }

row() { # path, file, number
  local tag
  tag=$(sha256sum <"$folder/$2" | cut -c1-16)
  printf '  {"%s", "%s", %s,\n' "$1" "$(type_of "$2")" "$(text_or_null "$(policy_of "$2")")"
  printf '   {plain_%d, %d, "\\"%s\\""}, {packed_%d, %d, "\\"%s-gz\\""}},\n' "$3" "$(stat -c %s "$folder/$2")" "$tag" \
    "$3" "$(stat -c %s "$packed/$3.gz")" "$tag"
}

include() { # name, path of a file
  printf '__asm__(".pushsection .rodata\\n%s: .incbin \\"%s\\"\\n.byte 0\\n.popsection\\n");\n' "$1" "$2"
  printf 'extern const char %s[] __asm__("%s");\n' "$1" "$1"
}

if [ "$1" = --list ]; then
  files_of "$2"
  exit
fi
folder=$1 out=$2 packed=$2.files
rm -rf "$packed"
mkdir -p "$packed"
mapfile -t files < <(files_of "$folder")
{
  echo '/* Made by tools/console.sh. */'
  echo '#include "service/http/console.h"'
  for i in "${!files[@]}"; do
    gzip -9 -n <"$folder/${files[i]}" >"$packed/$i.gz"
    include "plain_$i" "$folder/${files[i]}"
    include "packed_$i" "$packed/$i.gz"
  done
  echo 'static const struct console_file files[] = {'
  for i in "${!files[@]}"; do [ "${files[i]}" != index.html ] || row / index.html "$i"; done
  for i in "${!files[@]}"; do row "/${files[i]}" "${files[i]}" "$i"; done
  echo '};'
  echo 'const struct console console_built = {files, sizeof files / sizeof files[0]};'
} >"$out"
