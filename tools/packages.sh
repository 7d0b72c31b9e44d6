#!/usr/bin/env bash
# packages.sh - install what a bare Debian lacks, and nothing when nothing is missing.
#
# usage: tools/packages.sh GROUP...     groups: build test lint proxy monitor unit attack fuzz afl watch plot node browser json container root wasm python go film install shells deb check-deb arm64 emulate
#
# A package is missing when what we want of it - a command, a header, a path - is not there, so tools that came
# from elsewhere count. Needs apt-get, and sudo when not root.
set -eu

# group  command, header, path  package
table='
build      cc               gcc
build      ar               binutils
build      make             make
build      limits.h         libc6-dev
build      microhttpd.h     libmicrohttpd-dev
build      jansson.h        libjansson-dev
build      yaml.h           libyaml-dev
build      curl             curl
build      gzip             gzip
build      esbuild          esbuild
test       cmocka.h         libcmocka-dev
lint       clang-format     clang-format
lint       clang-tidy       clang-tidy
lint       cppcheck         cppcheck
proxy      haproxy          haproxy
proxy      nginx            nginx-light
proxy      curl             curl
monitor    promtool         prometheus
unit       systemd-analyze  systemd
unit       /bin/kill        procps
attack     slowhttptest     slowhttptest
fuzz       clang            clang
fuzz       llvm-symbolizer  llvm
fuzz       /usr/share/doc/libclang-rt-14-dev libclang-rt-14-dev
afl        afl-fuzz         afl++
afl        /usr/share/doc/libclang-rt-14-dev libclang-rt-14-dev
watch      valgrind         valgrind
watch      clang            clang
watch      /usr/share/doc/libclang-rt-14-dev libclang-rt-14-dev
plot       gnuplot          gnuplot-nox
node       node             nodejs
node       npm              npm
browser    chromium-headless-shell chromium-headless-shell
browser    openssl          openssl
browser    /usr/share/fonts/truetype/wqy/wqy-zenhei.ttc fonts-wqy-zenhei
json       jq               jq
json       /usr/lib/python3/dist-packages/yaml/__init__.py python3-yaml
container  buildah          buildah
container  podman           podman
container  runc             runc
container  mmdebstrap       mmdebstrap
root       mmdebstrap       mmdebstrap
python     python3          python3
python     mypy             mypy
python     /usr/lib/python3/dist-packages/pip/__init__.py python3-pip
python     /usr/lib/python3/dist-packages/httpx/__init__.py python3-httpx
go         go               golang-go
deb        dpkg-shlibdeps   dpkg-dev
check-deb  lintian          lintian
arm64      aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
arm64      mmdebstrap       mmdebstrap
emulate    qemu-aarch64     qemu-user
check-deb  mmdebstrap       mmdebstrap
shells     zsh              zsh
shells     fish             fish
film       img2webp         webp
install    groff            groff-base
install    pkg-config       pkgconf
install    curl             curl
wasm       clang            clang
wasm       wasm-ld          lld
wasm       /usr/include/wasm32-wasi/stdio.h wasi-libc
wasm       /usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a libclang-rt-14-dev-wasm32
'

has() {
  case $1 in
  /*) [ -e "$1" ] ;;
  *.h) command -v cc >/dev/null && echo "#include <$1>" | cc -include stddef.h -include stdarg.h -include stdint.h \
    -include setjmp.h -E - >/dev/null 2>&1 ;;
  *) command -v "$1" >/dev/null ;;
  esac
}

look() {
  missing=
  for group in "$@"; do
    while read -r of wanted package; do
      [ "$of" = "$group" ] || continue
      has "$wanted" || missing="$missing $package"
    done <<<"$table"
  done
  [ -n "$missing" ] || exit 0
}
look "$@"
# apt works for one at a time; who had it before us may have installed what we want.
exec 9<"$0" && flock 9
look "$@"

echo "installing:$missing"
if ! command -v apt-get >/dev/null; then
  echo "no apt-get here: please install by hand what in Debian is called$missing" >&2
  exit 1
fi
root=
[ "$(id -u)" = 0 ] || root=sudo
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# Servers are wanted as programs to test with; Debian would start them. This file says no, while we install.
quiet=/usr/sbin/policy-rc.d
[ -e $quiet ] && quiet= || printf '#!/bin/sh\nexit 101\n' | $root install -m 755 /dev/stdin $quiet
trap '$root rm -f "$log" $quiet' EXIT
# shellcheck disable=SC2086
if ! { $root apt-get update -q && $root apt-get install -q -y --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
  tail -30 "$log" >&2
  exit 1
fi
