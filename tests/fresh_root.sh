#!/usr/bin/env bash
# fresh_root.sh - the newcomer's path, walked: a bare Debian, a fresh clone, `make run`, `make test`.
#
# usage: tests/fresh_root.sh [run|test]...     as root on a Debian; both when nothing is said. DEBIAN=trixie: another one
#
# Makes a Debian (bookworm) with git and make and nothing else that is ours, clones the committed state into
# it with ../shared beside it where this clone has it, and works in it by chroot: processes and mounts in
# name spaces of their own, so that nothing outlives the script. About 5 GB of disk while it runs.
set -euo pipefail
cd "$(dirname "$0")/.."
steps=${*:-run test}
port=${PORT:-18081} debian=${DEBIAN:-bookworm}
tools/packages.sh root

root=$(mktemp -d "${TMPDIR:-/tmp}/ddz-root.XXXXXX")
trap 'rm -rf --one-file-system "$root"' EXIT
# shellcheck source=tests/sources.sh
. tests/sources.sh

echo "-- a bare Debian $debian"
copy_sources "$root.apt"
trap 'rm -rf --one-file-system "$root" "$root.apt"' EXIT
mmdebstrap --quiet --aptopt="$root.apt/apt.conf" --variant=minbase --include=ca-certificates,git,make \
  --customize-hook='rm "$1/etc/apt/sources.list"' "$debian" "$root" "$(first_source)"
cp "$root.apt/sources.list.d/local.list" "$root/etc/apt/sources.list.d/"
cp "$root.apt/apt.conf" "$root/etc/apt/apt.conf.d/99local"
cp -L /etc/resolv.conf "$root/etc/"
# As Debian's installer writes it: localhost has both addresses.
printf '127.0.0.1\tlocalhost\n127.0.1.1\tdebian\n::1\tlocalhost ip6-localhost ip6-loopback\nff02::1\tip6-allnodes\n' >"$root/etc/hosts"
sed '/localhost/d' /etc/hosts >>"$root/etc/hosts" # names that this machine needs for its network
# The authorities this machine trusts, or npm trusts none of what stands between it and its registry.
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"

echo "-- a fresh clone of $(git log -1 --format='%h %s')"
mkdir "$root/home/new"
git clone -q --no-hardlinks . "$root/home/new/ddz"
[ ! -d ../shared ] || cp -r ../shared "$root/home/new/"

cat >"$root/home/new/inside" <<'INSIDE'
# Runs in the bare Debian, in process and mount name spaces of its own.
set -eu
step=$1 port=$2
cd /home/new/ddz
case $step in
run)
  make run PORT="$port" >/tmp/run.log 2>&1 &
  pid=$!
  for _ in $(seq 3000); do
    grep -q '^ready' /tmp/run.log && break
    kill -0 $pid 2>/dev/null || { cat /tmp/run.log; exit 1; }
    sleep 0.1
  done
  cat /tmp/run.log
  line=$(sed -n 's/^ *\(curl .*\)/\1/p' /tmp/run.log)
  [ -n "$line" ] || { echo "no line to try"; exit 1; }
  answer=$(bash -c "$line")
  echo "$answer"
  echo "the first answer came $SECONDS s after make run was typed"
  case $answer in *'"valid":'*true*) ;; *) echo "the printed line did not work"; exit 1 ;; esac
  for comm in /proc/[0-9]*/comm; do
    [ "$(cat "$comm" 2>/dev/null)" != ddzd ] || kill -TERM "$(basename "$(dirname "$comm")")"
  done
  wait $pid || { echo "make run ended with $?"; exit 1; }
  ;;
test) bash .ci/run ;;
esac
INSIDE

for step in $steps; do
  echo "-- $step"
  began=$SECONDS
  unshare --mount --pid --fork --kill-child bash -c '
    mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/dev/shm" 2>/dev/null
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
      NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
      chroot "$1" bash /home/new/inside "$2" "$3" </dev/null' - "$root" "$step" "$port"
  echo "-- $step: $((SECONDS - began)) s"
done
