#!/usr/bin/env bash
# many.sh - very many questions at the same time through one JavaScript and one Go client, the latter with Go's detector of
# data races: no answer goes to the wrong question. Then each client plays through three restarts of the service.
#
# usage: tests/everywhere/many.sh OUT [COUNT]     OUT has ddzd; 100,000 questions by default
set -eu
out=$1 count=${2:-100000}
dir=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill "$service"; rm -rf "$dir"' EXIT
module=$(sed -n 's/^module //p' clients/go/go.mod)
mkdir -p "$dir/gopath/src/${module%/*}"
ln -s "$PWD/clients/go" "$dir/gopath/src/$module"
export GOCACHE=${GOCACHE:-$PWD/build/gocache} GO111MODULE=off GOPATH=$dir/gopath
go build -race -o "$dir/many" tests/everywhere/many_client.go
go build -race -o "$dir/games" tests/everywhere/games_client.go
: >"$dir/log"
"$out/ddzd" --port 0 --log-level notice --model none >"$dir/log" 2>&1 &
service=$!
until port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$dir/log" | head -1) && [ -n "$port" ]; do
  kill -0 $service || { cat "$dir/log" >&2 && exit 1; }
  sleep .1
done
node tests/everywhere/many_client.mjs "http://127.0.0.1:$port" "$count"
"$dir/many" "http://127.0.0.1:$port" "$count"
python3 tests/everywhere/restarts.py "$out" "$dir/games"
