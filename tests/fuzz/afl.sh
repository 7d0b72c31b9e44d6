#!/usr/bin/env bash
# afl.sh - AFL++ on a fuzz target for a while; fails when it found a crash or a hang.
#
# usage: tests/fuzz/afl.sh TARGET CORPUS FOUND SECONDS
set -eu
target=$1 corpus=$2 found=$3 seconds=$4
mkdir -p "$found"
export AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_AUTORESUME=1
# What takes longer than -t is tried again with this; a busy machine is slow, and hangs end in neither.
export AFL_HANG_TMOUT=60000
# Leaks cannot be looked for from within a fork server; the replay of the corpus under ASan does.
export ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0 UBSAN_OPTIONS=abort_on_error=1
# Crashes of an earlier run are moved aside by AFL++ itself.
afl-fuzz -i "$corpus" -o "$found" -V "$seconds" -t 2000 -m none -- "$target" >"$found/log" 2>&1 ||
  { tail -20 "$found/log" >&2; exit 1; }
stats=$found/default/fuzzer_stats
figure() { sed -n "s/^$1 *: *//p" "$stats"; }
printf 'AFL++ for %s s: %s executions, %s a second, %s inputs kept, stability %s, %s crashes, %s hangs\n' \
  "$(figure run_time)" "$(figure execs_done)" "$(figure execs_per_sec)" "$(figure corpus_count)" \
  "$(figure stability)" "$(figure saved_crashes)" "$(figure saved_hangs)"
[ "$(figure saved_crashes)" = 0 ] && [ "$(figure saved_hangs)" = 0 ]
