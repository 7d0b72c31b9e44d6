#!/usr/bin/env bash
# packages.sh - which packages a bare Debian lacks for a group of targets.
#
# usage: tools/packages.sh GROUP...             says what is missing and how to install it; exit 1 when something is
#        tools/packages.sh --install GROUP...   installs it, as root or by sudo; so without --install where INSTALL=yes
#        tools/packages.sh --list               all rows: GROUP WANTED PACKAGE
#
# A package is missing when what we want of it - a command, a header, a path - is not there, so tools that came
# from elsewhere count. A path may be a pattern: versions of clang differ from Debian to Debian.
set -eu

# group  command, header, path  package
table='
build      cc               gcc
build      ar               binutils
build      make             make
build      limits.h         libc6-dev
build      microhttpd.h     libmicrohttpd-dev
build      jansson.h        libjansson-dev
build      seccomp.h        libseccomp-dev
build      curl             curl
build      gzip             gzip
generate   yaml.h           libyaml-dev
generate   esbuild          esbuild
test       cmocka.h         libcmocka-dev
lint       clang-format     clang-format
lint       clang-tidy       clang-tidy
lint       cppcheck         cppcheck
proxy      haproxy          haproxy
proxy      nginx            nginx-light
proxy      curl             curl
vip        keepalived       keepalived
vip        ip               iproute2
monitor    promtool         prometheus
unit       systemd-analyze  systemd
unit       /bin/kill        procps
attack     slowhttptest     slowhttptest
fuzz       clang            clang
fuzz       llvm-symbolizer  llvm
fuzz       /usr/share/doc/libclang-rt-[0-9]*-dev libclang-rt-dev
afl        afl-fuzz         afl++
afl        /usr/share/doc/libclang-rt-[0-9]*-dev libclang-rt-dev
watch      valgrind         valgrind
watch      clang            clang
watch      cmocka.h         libcmocka-dev
watch      /usr/share/doc/libclang-rt-[0-9]*-dev libclang-rt-dev
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
python     /usr/lib/python3/dist-packages/numpy/__init__.py python3-numpy
dask       /usr/lib/python3/dist-packages/distributed/__init__.py python3-distributed
train      /usr/lib/python3/dist-packages/torch/__init__.py python3-torch
train      /usr/lib/python3/dist-packages/numpy/__init__.py python3-numpy
train      /usr/lib/*/openblas-pthread/libopenblas.so.0 libopenblas0-pthread
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
wasm       /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a libclang-rt-dev-wasm32
'

has() {
  case $1 in
  /*) compgen -G "$1" >/dev/null ;;
  *.h) command -v cc >/dev/null && echo "#include <$1>" | cc -include stddef.h -include stdarg.h -include stdint.h \
    -include setjmp.h -E - >/dev/null 2>&1 ;;
  *) command -v "$1" >/dev/null ;;
  esac
}

missing_of() { # group...
  local group of wanted package
  for group in "$@"; do
    while read -r of wanted package; do
      [ "$of" != "$group" ] || has "$wanted" || echo "$package"
    done <<<"$table"
  done | sort -u | paste -sd' '
}

[ "${1:-}" != --list ] || { sed '/^$/d' <<<"$table"; exit; }
[ "${1:-}" != --install ] || { INSTALL=yes; shift; }
missing=$(missing_of "$@")
[ -n "$missing" ] || exit 0
root=
[ "$(id -u)" = 0 ] || root=sudo
by_hand() {
  printf 'These packages are missing. On Debian, as root:\n\n  apt-get install -y --no-install-recommends %s\n\n' "$missing" >&2
  exit 1
}
if [ "${INSTALL:-}" != yes ] || ! command -v apt-get >/dev/null || { [ -n "$root" ] && ! command -v sudo >/dev/null; }; then
  by_hand
fi
# apt works for one at a time; who had it before us may have installed what we want.
exec 9<"$0" && flock 9
missing=$(missing_of "$@")
[ -n "$missing" ] || exit 0

echo "installing: $missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# Servers are wanted as programs to test with; Debian would start them. This file says no, while we install.
quiet=/usr/sbin/policy-rc.d
[ -e $quiet ] && quiet= || printf '#!/bin/sh\nexit 101\n' | $root install -m 755 /dev/stdin $quiet || by_hand
trap '$root rm -f "$log" $quiet' EXIT
# shellcheck disable=SC2086
if ! { $root apt-get update -q && $root apt-get install -q -y -o DPkg::Lock::Timeout=600 --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
  tail -30 "$log" >&2
  by_hand
fi
