#!/usr/bin/env bash
# check.sh - libddz as others get it: its symbols, its header in C++, its man page, the examples.
#
# usage: tests/lib/check.sh OUT      OUT has libddz.so and libddz.a
set -u
out=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
faults=0
fault() {
  echo "check-lib: $*" >&2
  faults=$((faults + 1))
}

# The symbols that can be seen are those of the list, no more and no fewer.
seen() { nm "$@" --defined-only | awk '$2 ~ /[TDBRV]/ { sub(/@.*/, "", $3); print $3 }' | sort; }
diff <(seen -D "$out/libddz.so") <(sort lib/ddz.abi) >"$dir/so" || fault "libddz.so differs from lib/ddz.abi: $(cat "$dir/so")"
diff <(seen -g "$out/libddz.a") <(sort lib/ddz.abi) >"$dir/a" || fault "libddz.a differs from lib/ddz.abi: $(cat "$dir/a")"
readelf -d "$out/libddz.so" | grep -q 'soname: \[libddz.so.0\]' || fault "libddz.so has another soname"
for symbol in $(cat lib/ddz.abi); do cat lib/*.3 | grep -q "$symbol" || fault "the man page lacks $symbol"; done

# The layout that programs were compiled against (x86-64, arm64). Fields may only be added at the end.
cat >"$dir/layout.c" <<'EOF'
#include "ddz.h"
#define AT(type, field, place) _Static_assert(offsetof(struct type, field) == place, #type "." #field " has moved")
AT(ddz_bytes, bytes, 0);
AT(ddz_bytes, size, 8);
AT(ddz_settings, size, 0);
AT(ddz_settings, model, 8);
AT(ddz_settings, net, 16);
AT(ddz_settings, bids, 32);
AT(ddz_settings, belief, 48);
AT(ddz_settings, memo_bytes, 64);
AT(ddz_settings, table_bytes, 72);
AT(ddz_settings, answer_ms, 80);
AT(ddz_reply, status, 0);
AT(ddz_reply, text, 8);
AT(ddz_reply, length, 16);
#include "ddz_core.h"
#define SIZE(type, bytes) _Static_assert(sizeof(struct type) == bytes, #type " has another size")
SIZE(ddzc_play, 16);
AT(ddzc_play, kind, 8);
AT(ddzc_play, grade, 13);
SIZE(ddzc_prompt, 40);
SIZE(ddzc_power, 16);
SIZE(ddzc_player, 24);
AT(ddzc_player, seed, 8);
SIZE(ddzc_seat, 64);
AT(ddzc_seat, last, 32);
AT(ddzc_seat, multiplier, 56);
SIZE(ddzc_choice, 32);
SIZE(ddzc_question, 40);
AT(ddzc_question, choice, 21);
SIZE(ddzc_advice, 56);
SIZE(ddzc_open, 56);
AT(ddzc_open, nodes, 48);
SIZE(ddzc_solved, 24);
SIZE(ddzc_result, 16);
SIZE(ddzc_table, 512);
SIZE(ddzc_view, 104);
AT(ddzc_view, phase, 64);
AT(ddzc_view, said, 80);
AT(ddzc_view, multiplier, 96);
SIZE(ddzc_batch_settings, 120);
AT(ddzc_batch_settings, engine, 32);
AT(ddzc_batch_settings, robots, 112);
SIZE(ddzc_arrays, 144);
AT(ddzc_arrays, rows, 24);
AT(ddzc_arrays, seed, 64);
AT(ddzc_arrays, douzero_rows, 104);
AT(ddzc_arrays, engine, 112);
AT(ddzc_arrays, role, 120);
AT(ddzc_arrays, stake, 136);
SIZE(ddzc_net, 224);
AT(ddzc_net, name, 180);
SIZE(ddzc_weights, 64);
_Static_assert(DDZC_V1 == 384, "v1 never changes");
_Static_assert(DDZC_OVER == -11 && DDZC_ROCKET == 17 && DDZC_CALL == 64, "a number has changed");
int main(void) { return 0; }
EOF
cc -Wall -Wextra -Werror -std=c11 -Ilib -c "$dir/layout.c" -o "$dir/layout.o" || fault "the layout of ddz.h changed"

# The headers in C++ and in old C.
printf '#include "ddz.h"\n#include "ddz_core.h"\nint main() { return ddz_version()[0] == 0; }\n' >"$dir/plus.cc"
cp "$dir/plus.cc" "$dir/plain.c" && sed -i 's/main()/main(void)/' "$dir/plain.c"
if command -v c++ >/dev/null; then
  c++ -Wall -Wextra -Werror -Ilib "$dir/plus.cc" -L"$out" -lddz -o "$dir/plus" && LD_LIBRARY_PATH=$out "$dir/plus" || fault "ddz.h does not work from C++"
fi
cc -Wall -Wextra -Werror -std=c99 -pedantic -Ilib "$dir/plain.c" "$out/libddz.a" -ljansson -lm -o "$dir/plain" && "$dir/plain" ||
  fault "libddz.a does not work from C99"

# The examples play a game each.
for example in lib/examples/*.c; do
  [ -e "$example" ] || continue
  cc -Wall -Wextra -Werror -std=c11 -Ilib "$example" -L"$out" -lddz -o "$dir/example" &&
    LD_LIBRARY_PATH=$out "$dir/example" >"$dir/said" || fault "$example fails: $(tail -3 "$dir/said")"
done
if command -v python3 >/dev/null; then
  for example in lib/examples/*.py; do
    [ -e "$example" ] || continue
    LD_LIBRARY_PATH=$out python3 "$example" >"$dir/said" 2>&1 || fault "$example fails: $(tail -3 "$dir/said")"
  done
fi

# So do the programs of the page.
page() { # language: program number N of the page, as $dir/page.N.EXTENSION
  awk -v out="$dir/page" -v of="$1" '/^```/ { on = !on && $0 == "```" of; n += on; next } on { print > (out "." n "." of) }' docs/in-process.md
}
runs() { LD_LIBRARY_PATH=$out${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$@" >"$dir/said" 2>&1 || fault "docs/in-process.md: $(tail -3 "$dir/said")"; }
page c; page cpp; page python
for program in "$dir"/page.*; do
  case $program in
    *.c) cc -Wall -Wextra -Werror -std=c11 -Ilib "$program" -L"$out" -lddz -o "$dir/page" && runs "$dir/page" ;;
    *.cpp) ! command -v c++ >/dev/null || { c++ -Wall -Wextra -Werror -std=c++11 -Ilib "$program" -L"$out" -lddz -o "$dir/page" && runs "$dir/page"; } ;;
    *.python) ! python3 -c 'import numpy' 2>/dev/null || DDZ_LIBRARY=$out/libddz.so PYTHONPATH=clients/python${PYTHONPATH:+:$PYTHONPATH} runs python3 "$program" ;;
  esac || fault "$program of docs/in-process.md does not compile"
done

[ $faults = 0 ] && echo "check-lib: symbols, layout, header, man page and examples are as they are told to be"
[ $faults = 0 ]
