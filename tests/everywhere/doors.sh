# doors.sh - the same questions through several doors, and whether each gives the same answers. Sourced after script.sh.

# What hangs on time and not on the question.
timeless() { sed -E 's/"elapsed_us":[0-9]+/"elapsed_us":0/g; s/"waited_ms":[0-9]+,?//g'; }

# Sets count and seed. The answers of libddz in OUT are what all others are compared with.
ask_first() { # OUT, how many random questions
  seed=${DDZ_SEED:-1}
  python3 tests/everywhere/questions.py "$seed" "$2" >"$dir/questions"
  count=$(wc -l <"$dir/questions")
  cc -O2 -D_GNU_SOURCE -Ilib -I. tests/everywhere/ask_lib.c -L"$1" -lddz -ljansson -o "$dir/ask_lib" || fault "ask_lib does not build"
  ask_libddz "$1" | timeless >"$dir/first"
  [ "$(wc -l <"$dir/first")" = "$count" ] || fault "libddz gave $(wc -l <"$dir/first") answers of $count"
}
ask_libddz() { LD_LIBRARY_PATH=$1 "$dir/ask_lib" models/ddz.net <"$dir/questions"; } # folder of libddz.so

ask() { # door, command
  local line
  "${@:2}" <"$dir/questions" 2>"$dir/error" | timeless >"$dir/$1"
  [ ! -s "$dir/error" ] || fault "$1: $(tail -3 "$dir/error")"
  cmp -s "$dir/first" "$dir/$1" && echo "$me: $1 answers alike" && return
  line=$(cmp "$dir/first" "$dir/$1" 2>&1 | sed -n 's/.*line \([0-9]*\).*/\1/p')
  said() { sed -n "${line:-1}p" "$dir/$1" | cut -c1-300; }
  fault "$1 answers differently (seed $seed): $(said questions) gave $(said "$1"), libddz $(said first)"
}

# Time enough on a machine that does something else, too: long requests run at low priority.
by_service() { # door, program, options: the Python client asks it
  serve ddzd "${@:2}" --port 0 --log-level notice --model models/ddz.net --answer-ms 120000
  ask "$1" python3 tests/everywhere/ask_client.py "$url"
}

go_build() { # name, file, flags: from clients/go as it is here
  local module
  module=$(sed -n 's/^module //p' clients/go/go.mod)
  export GOCACHE=${GOCACHE:-$PWD/build/gocache}
  mkdir -p "$dir/gopath/src/${module%/*}"
  ln -sfn "$PWD/clients/go" "$dir/gopath/src/$module"
  GO111MODULE=off GOPATH=$dir/gopath go build "${@:3}" -o "$dir/$1" "$2" || fault "$1 does not build"
}
