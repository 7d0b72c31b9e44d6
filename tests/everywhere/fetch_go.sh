#!/usr/bin/env bash
# fetch_go.sh - a fork names its Go module, tags it, and a program of somebody else fetches and compiles it. The fork is a
# repository in a folder; git is told that it lies at the address.
#
# usage: tests/everywhere/fetch_go.sh
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
fault() {
  echo "fetch_go: $*" >&2
  exit 1
}
old=$(sed -n 's/^module //p' clients/go/go.mod) module=github.com/somebody/fork/clients/go version=v0.2.0
mkdir -p "$dir/fork/clients" "$dir/fork/tests/everywhere" "$dir/user"
cp -r clients/go "$dir/fork/clients/"
cp tests/everywhere/*.go "$dir/fork/tests/everywhere/"
(
  cd "$dir/fork"
  clients/go/rename.sh $module
  ! grep -rnF "$old" --include='*.go' --include=go.mod . || fault "the old path is left"
  git init -q .
  git add .
  git -c user.name=fork -c user.email=fork@localhost commit -qm fork
  git tag clients/go/$version
) >"$dir/log" 2>&1 || fault "$(cat "$dir/log")"

export GOPROXY=direct GONOSUMDB='*' GOFLAGS=-mod=mod GOPATH=$dir/gopath GOCACHE=${GOCACHE:-$PWD/build/gocache}
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.file://$dir/fork.insteadOf" GIT_CONFIG_VALUE_0=https://github.com/somebody/fork
cd "$dir/user"
sed "s|\"$old\"|\"$module\"|" "$OLDPWD/clients/go/examples/play/main.go" >main.go
{ go mod init user && go get $module@$version && go vet . && go build -o play .; } >"$dir/log" 2>&1 || fault "$(cat "$dir/log")"
grep -q "$module $version" go.mod || fault "$(cat go.mod)"
echo "fetch_go: a fork's module is fetched with git, and a program compiles with it"
