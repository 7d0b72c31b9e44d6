#!/usr/bin/env bash
# many.sh - very many questions at the same time through one client each of Python, JavaScript and Go, the last with Go's
# detector of data races: no answer goes to the wrong question. Then each client plays, with eight threads, while there is
# no service three times for 1.5 s: no game is lost.
#
# usage: tests/everywhere/many.sh OUT [COUNT]     OUT has ddzd and libddz.so; 100,000 questions by default
set -u
out=$1 count=${2:-100000} here=tests/everywhere seconds=10
# shellcheck source=tests/script.sh
. tests/script.sh many
# shellcheck source=tests/everywhere/doors.sh
. tests/everywhere/doors.sh
up() { serve ddzd "$out/ddzd" --port "$1" --log-level notice --model none; } # port

go_build many $here/many_client.go -race
go_build games $here/games_client.go -race
up 0
python3 $here/threads.py "$out" "$url" "$count" || fault "threads that share a client or a handle get other answers"
node $here/many_client.mjs "$url" "$count" || fault "the JavaScript client"
"$dir/many" "$url" "$count" || fault "the Go client"

# The service stops, by SIGTERM, and is killed in the middle of requests.
survives() { # client, command
  local signal
  up "$port"
  start client timeout 130 "${@:2}"
  for signal in TERM KILL TERM; do
    sleep 1
    end ddzd $signal
    sleep 1.5
    up "$port"
  done
  end client 0 || fault "$1: games were lost: $(tail -n 5 "${log_of[client]}")"
  echo "restarts, $1: $(cat "${log_of[client]}")"
  end ddzd
}
end ddzd
survives Python python3 $here/games_client.py "$url" $seconds
if /usr/bin/python3 -c 'import httpx' 2>/dev/null; then # Debian's Python, which has the packages of Debian
  survives 'Python, async' /usr/bin/python3 $here/games_client.py "$url" $seconds async
else
  skip "Python, async: httpx is not here"
fi
survives JavaScript node $here/games_client.mjs "$url" $seconds
survives Go "$dir/games" "$url" $seconds
verdict "each client has its own answers, and outlives the service"
