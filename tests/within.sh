# within.sh - `within` names the program of tests/within.c, built when it is not there. Sourced, not run.
within=${BUILD:-build}/within
[ "$within" -nt tests/within.c ] || ${MAKE:-make} -s "$within"
