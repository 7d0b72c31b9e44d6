#!/usr/bin/env bash
# watched.sh - libddz asked every kind of question under valgrind and under MemorySanitizer, there the typed calls, too;
# what a handle takes.
#
# usage: tests/lib/watched.sh OUT SUITE      OUT has tests/lib/every_route; jansson's source comes from SUITE
#
# MemorySanitizer sees only what it compiled itself, so jansson is compiled with it.
set -eu
out=$1 suite=$2
questions=tests/data/requests.jsonl
most=$((8 << 20)) # bytes of a handle, as lib/ddz.h says
jansson=$(dirname "$out")/jansson
msan=$out/msan

"$out/tests/lib/every_route" $questions $most
echo "valgrind:"
valgrind -q --error-exitcode=9 --leak-check=full "$out/tests/lib/every_route" $questions

tools/debian_source.sh jansson "$suite" "$jansson"
mkdir -p "$msan"
flags="-std=c11 -O1 -g -w -fsanitize=memory -fsanitize-memory-track-origins -fno-omit-frame-pointer -DHAVE_CONFIG_H
  -D_GNU_SOURCE -I. -Ilib/wasm -I$jansson/tree/src"
compile() { # file: an object named after its path
  clang $flags -c "$1" -o "$msan/$(echo "$1" | tr / _).o"
}
export -f compile
export flags msan
rm -f "$msan"/*.o
printf '%s\n' core/*/*.c api/*.c api/*/*.c lib/*.c tests/lib/{every_route,test_typed}.c tests/support/seed.c \
  "$jansson"/tree/src/*.c |
  xargs -P "$(nproc)" -I{} bash -c 'compile {}'
for program in every_route test_typed; do
  clang -fsanitize=memory $(ls "$msan"/*.o | grep -v tests_lib_) "$msan/tests_lib_$program.c.o" -o "$msan/$program" -lcmocka -lm
done
echo "MemorySanitizer:"
"$msan/every_route" $questions
"$msan/test_typed"
