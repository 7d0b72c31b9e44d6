#!/usr/bin/env bash
# text.sh - files as strings of C: `const char NAME[]`, and `const size_t NAME_length`.
#
# usage: tools/text.sh [NAME FILE]...
set -eu
echo '#include <stddef.h>'
while [ $# -gt 1 ]; do
  echo "extern const char $1[]; extern const size_t $1_length;"
  echo "const char $1[] ="
  od -An -v -to1 "$2" | sed 's/ /\\/g; s/.*/"&"/'
  echo "; const size_t $1_length = sizeof $1 - 1;"
  shift 2
done
