#!/bin/sh
# rename.sh - give the Go module another path: in go.mod, and where it is imported.
#
# usage: clients/go/rename.sh github.com/OWNER/REPOSITORY/clients/go
set -eu
[ $# = 1 ] || { echo "usage: make go-module MODULE=github.com/OWNER/REPOSITORY/clients/go" >&2; exit 2; }
cd "$(dirname "$0")/../.."
old=$(sed -n 's/^module //p' clients/go/go.mod)
sed -i "s|^module .*|module $1|" clients/go/go.mod
find clients/go tests/everywhere -name '*.go' -exec sed -i "s|\"$old\"|\"$1\"|" {} +
echo "the module is $1"
