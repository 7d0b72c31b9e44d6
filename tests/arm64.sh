#!/usr/bin/env bash
# arm64.sh - the service as compiled for arm64, in qemu's emulation: it passes the tests that start it, and makes no
# system call that the filter refuses there.
#
# usage: tests/arm64.sh ARM      build/arm64 of `make arm64`
#
# qemu knows no seccomp, so the service runs without its sandbox, and says where it would begin: what it calls after that
# is compared with service/ops/sandbox.c.
set -u
cd "$(dirname "$0")/.." || exit
arm=$PWD/$1
work=$(mktemp -d "${TMPDIR:-/tmp}/ddz-arm64.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

mkdir "$work/trace"
cat >"$work/ddzd" <<EOF
#!/bin/sh
export QEMU_STRACE=1 QEMU_LOG_FILENAME=$work/trace/%d
exec qemu-aarch64 -L $arm/sysroot $arm/release/ddzd "\$@"
EOF
chmod +x "$work/ddzd"
tests/run.sh "tests/service/test_program.py $work" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

# Two columns: what is denied by any argument; what the traces have, unknown ones by their number.
denied() { sed -n '/^static const char \(deadly\|refused\)\[/,/;/p' service/ops/sandbox.c | grep -oE '"[^"]*"' | tr -d '"' | tr ' ' '\n' | grep .; }
numbers() { echo '#include <sys/syscall.h>' | aarch64-linux-gnu-gcc --sysroot="$arm/sysroot" -dM -E - | sed -nE 's/^#define __NR_([a-z0-9_]+) ([0-9]+)$/\2 \1/p'; }
traced() {
  for file in "$work"/trace/*; do sed -n '/ seccomp(/,$p' "$file" | sed 1d; done |
    grep -oE '[0-9]+ ([a-z_][a-z0-9_]*\([^)]*|Unknown syscall [0-9]+)'
}
traced >"$work/calls"
made=$(wc -l <"$work/calls")
sed -E 's/^[0-9]+ //; s/\(.*//; s/Unknown syscall //' "$work/calls" | sort -u >"$work/made"
numbers | awk 'NR == FNR { name[$1] = $2; next } { print $1 in name ? name[$1] : $1 }' - "$work/made" | sort -u >"$work/names"
refused=$(comm -12 <(denied | sort -u) "$work/names")
# Those that are allowed with some arguments only.
wrong=$(grep -E ' (mmap|mprotect)\(.*PROT_EXEC| openat\(.*(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC)' "$work/calls"
  grep ' clone(' "$work/calls" | grep -v CLONE_THREAD)
echo "arm64: the tests passed; after its sandbox begins the service made $made calls of $(wc -l <"$work/names") kinds"
[ -z "$refused" ] || printf "arm64: the filter refuses %s\n" "$refused"
[ -z "$wrong" ] || echo "arm64: the filter refuses $wrong"
[ "$made" -gt 1000 ] && [ -z "$refused$wrong" ]
