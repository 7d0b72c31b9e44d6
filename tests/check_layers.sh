#!/usr/bin/env bash
# check_layers.sh - does every layer know only what lies below it?
#
#   service/main.c -> lib -> api -> core; the rest of service knows of the api only what is named ddz_api_, and its
#   writer of JSON
#
# usage: tests/check_layers.sh ROOT OUT      sources under ROOT, lib{core,api,service}.a under OUT
#
# Two looks: what the sources include, and which symbols the compiled libraries ask others for. The lists
# say what is allowed, so a new dependency is a decision and not an accident.
set -u
export LC_ALL=C

# Headers of the system a layer may include. Core is computation: no files, time, threads, allocation.
# (stdatomic: the flag of a stop token, which another thread may raise.)
# (immintrin: the instructions of a processor, where it is one of that kind.)
# Service is where the system begins, so it may include what it wants of it.
core_folders='base rules value game net solver engine bid play search robot' # from the ground up
core_headers='assert float inttypes limits math stdalign stdatomic stdbool stddef stdint string immintrin wasm_simd128'
api_headers="$core_headers ctype errno jansson search stdarg stdio stdlib strings"

# Functions a library may ask the C library for; __x_chk, the hardened twin of x, counts as x.
pure='mem(cpy|set|move|cmp|chr) str(len|n?cmp|chr|rchr|n?cpy|spn|cspn|str|pbrk|nlen)'
math='(sqrt|exp|log|log2|log10|log1p|expm1|pow|fabs|floor|ceil|round|l?lround|fmin|fmax|tanh)f?'
compiler='__assert_fail __stack_chk_fail _GLOBAL_OFFSET_TABLE_ __popcountdi2 __tls_get_addr
  __cpu_model __cpu_features2'
core_symbols="$pure $math $compiler"
api_symbols="$pure $math $compiler malloc calloc realloc free aligned_alloc bsearch tsearch tdelete v?snprintf sprintf
  strto(d|l|ll|ul|ull) strdup str(n)?casecmp __errno_location __ctype_(b|tolower|toupper)_loc tolower toupper
  json[a-z_]* __isoc(99|23)_(sscanf|strtol|strtoll|strtoul|strtoull)"

# Words of the game that have no business in the service, outside of text for people.
game='landlord|farmer|rocket|kitty|ddz_hand|ddz_play|ddz_rules'

faults=0
fault() {
  echo "check-layers: $*" >&2
  faults=$((faults + 1))
}

# Which layers may a file of a layer include? In `allowed`: a process for each answer would take most of the time.
allow() { # layer, file
  case $1:${2##*/} in
  core:*) allowed=core ;;
  api:*) allowed='api core' ;;
  service:main.c) allowed='service lib api' ;;
  lib:*) allowed='lib api core' ;;
  tools:*) allowed='tools lib api core' ;;
  lab:test_*) allowed='lab tests tools lib api core' ;;
  lab:*) allowed='lab tools lib api core' ;;
  service:*) allowed='service lib api' ;; # of both what knows no game: check_service
  esac
}

one_of() { # word, list
  case " $2 " in *" $1 "*) return 0 ;; esac
  return 1
}

# The layer an `#include "path"` of a file leads to: seen from the file first, then from the root. In `place`.
find_layer() { # root, file, path
  place=${2#"$1"/}
  place=${place%/*}/$3
  while [[ $place =~ ^(.*/)?[^/.]+/\.\./(.*)$ ]]; do place=${BASH_REMATCH[1]}${BASH_REMATCH[2]}; done
  [ -e "$1/$place" ] || place=$3
  place=${place%%/*}
}

check_includes() { # root, layer
  local root=$1 layer=$2 file name list place allowed
  list=${layer}_headers
  while IFS=: read -r file name; do
    case $name in
    \"*)
      name=${name#\"} name=${name%\"}
      allow "$layer" "$file"
      find_layer "$root" "$file" "$name"
      one_of "$place" "$allowed" ||
        fault "${file#"$root"/} includes \"$name\", which is above it or beside it" ;;
    \<*)
      name=${name#<} name=${name%>}
      one_of "$layer" 'service lib tools lab' || one_of "${name%.h}" "${!list}" ||
        fault "${file#"$root"/} includes <$name>, which $layer has no use for" ;;
    esac
  done < <(grep -rnHoE --include='*.[ch]' --include='*.def' '^[ \t]*#[ \t]*include[ \t]+["<][^">]+[">]' "$root/$layer" |
    sed -E 's/^([^:]+):[0-9]+:.*include[ \t]+/\1:/')
}

# The folders of core stand on each other: what comes first knows nothing of what comes later.
check_core_order() { # root
  local root=$1 file path above=" $core_folders " folder
  for folder in $core_folders; do
    while IFS=: read -r file path; do
      fault "${file#"$root"/} includes \"$path\", but $folder lies below it"
    done < <(grep -rnoE --include='*.[ch]' "\"core/($(echo $above | tr ' ' '|'))/[^\"]+\"" "$root/core/$folder" 2>/dev/null |
      grep -v "\"core/$folder/" | sed -E 's/^([^:]+):[0-9]+:"(.*)"/\1:\2/')
    above=" ${above#* "$folder" }"
  done
}

# A .c and its .h are one; such pairs include each other in one direction only.
check_circles() { # root
  local root=$1 line
  while read -r line; do
    fault "a circle of includes: $line"
  done < <(cd "$root" && grep -rnHoE --include='*.[ch]' '^[ \t]*#[ \t]*include[ \t]+"[^"]+[.]h"' core api service lib tools lab tests 2>/dev/null |
    awk -F: '
      { file = $1; sub(/[.][ch]$/, "", file)
        path = $0; sub(/^[^"]*"/, "", path); sub(/[.]h"$/, "", path)
        dir = file; sub(/[^\/]*$/, "", dir)
        near = dir path
        while (sub(/[^\/.]+\/[.][.]\//, "", near));
        from[NR] = file; to[NR] = path; beside[NR] = near; known[file] = 1 }
      END { for (i = 1; i <= NR; i++) {
              place = beside[i] in known ? beside[i] : to[i]
              if (place in known && place != from[i]) print from[i], place } }' |
    tsort 2>&1 >/dev/null | grep -v loop: | sed 's/^tsort: //' | sort -u | paste -sd' ' | grep .)
}

undefined() { nm -u "$@" 2>/dev/null | awk '$1 == "U" || $1 == "w" { print $2 }' | sort -u; }
defined() { nm --defined-only "$@" 2>/dev/null | awk 'NF == 3 && $2 ~ /[A-Z]/ { print $3 }' | sort -u; }

# Symbols a library asks for that neither it nor the layers below it define, nor the list allows.
check_symbols() { # layer, list, library, libraries below...
  local layer=$1 list=$2 symbol
  shift 2
  list=$(echo $list | tr ' ' '|')
  while read -r symbol; do
    fault "lib$layer.a uses $symbol"
  done < <(comm -23 <(undefined "$1") <(defined "$@") | sed -E 's/^__([a-z]+)_chk$/\1/' | grep -vxE "$list")
}

# A library without variables has no writable sections. (.data.rel.ro holds constant tables of pointers.)
check_no_variables() { # layer, library
  local symbol
  while read -r symbol; do
    fault "lib$1.a has a variable: $symbol"
  done < <(objdump -t "$2" 2>/dev/null | awk '$0 ~ /[ \t](\.data|\.bss|\.tdata|\.tbss|\*COM\*)([.]|\t)/ && $0 !~ /\.data\.rel\.ro/ && $0 ~ / O / { print $NF }')
}

check_service() { # root, out
  local symbol
  while read -r symbol; do
    fault "libservice.a uses $symbol"
  done < <(undefined "$2/libservice.a" | grep -E '^(ddz|nets)_' | grep -vE '^ddz_(api|writer?|utf8)_')
  while read -r symbol; do
    fault "${symbol#"$1"/} includes <microhttpd.h>, which only service/http knows"
  done < <(grep -rlE --include='*.[ch]' '^[ \t]*#[ \t]*include[ \t]+<microhttpd.h>' "$1/service" | grep -v "^$1/service/http/")
  while read -r symbol; do
    fault "the service speaks of the game: ${symbol#"$1"/}"
  done < <(grep -rnHiwE --include='*.[ch]' --include='*.def' "$game" "$1/service")
}

check_tree() { # root, out
  local root=$1 out=$2 layer
  for layer in core api service lib tools lab; do
    [ -d "$root/$layer" ] && check_includes "$root" $layer
  done
  check_core_order "$root"
  check_circles "$root"
  check_symbols core "$core_symbols" "$out/libcore.a"
  check_symbols api "$api_symbols" "$out/libapi.a" "$out/libcore.a"
  check_no_variables core "$out/libcore.a"
  check_no_variables api "$out/libapi.a"
  [ -d "$root/service" ] && check_service "$root" "$out"
  return 0
}

check_tree "$1" "$2"
[ $faults = 0 ] && echo "check-layers: every layer knows only what lies below it"
[ $faults = 0 ]
