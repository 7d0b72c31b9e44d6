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
for symbol in $(cat lib/ddz.abi); do grep -q "$symbol" lib/ddz.3 || fault "the man page lacks $symbol"; done

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
int main(void) { return 0; }
EOF
cc -Wall -Wextra -Werror -std=c11 -Ilib -c "$dir/layout.c" -o "$dir/layout.o" || fault "the layout of ddz.h changed"

# The header in C++ and in old C.
printf '#include "ddz.h"\nint main() { return ddz_version()[0] == 0; }\n' >"$dir/plus.cc"
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

[ $faults = 0 ] && echo "check-lib: symbols, layout, header, man page and examples are as they are told to be"
[ $faults = 0 ]
