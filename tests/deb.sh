#!/usr/bin/env bash
# deb.sh - the Debian packages in a bare Debian: installed, started, asked, upgraded, removed and purged.
#
# usage: tests/deb.sh BUILD FOLDER      as root on a Debian; BUILD, FOLDER as in tools/deb.sh; 300 MB of disk while it runs
#
# No systemd runs in the bare Debian: the service is started as its unit says, with the unit's user and files.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 debs=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/ddz-deb.XXXXXX")
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
# shellcheck source=tests/sources.sh
. tests/sources.sh

echo "-- lintian"
version=$(sed -n 's/.*DDZ_VERSION "\(.*\)"/\1/p' api/version.h)
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$debs"/*_"${version}"_*.deb

echo "-- a bare Debian"
copy_sources "$work/apt"
mmdebstrap --quiet --aptopt="$work/apt/apt.conf" --variant=minbase --include=ca-certificates \
  --customize-hook='rm "$1/etc/apt/sources.list"' bookworm "$root" "$(first_source)"
cp "$work/apt/sources.list.d/local.list" "$root/etc/apt/sources.list.d/"
cp "$work/apt/apt.conf" "$root/etc/apt/apt.conf.d/99local"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
chmod 755 "$root"
mkdir "$root/old" "$root/new"
cp "$debs"/*_"${version}"_*.deb "$root/old/"
VERSION_SUFFIX=+next tools/deb.sh "$build" "$root/new" >/dev/null
cc -Ilib lib/examples/play.c -L"$build" -lddz -o "$root/old/play"

cp tests/script.sh "$root/old/"
cat >"$root/old/inside" <<'INSIDE'
# Runs in the bare Debian, in process and mount name spaces of its own.
set -eu
export DEBIAN_FRONTEND=noninteractive
. /old/script.sh deb
fault() { echo "deb: $*" | tee -a "$dir/faults" >&2; exit 1; }
apt() { apt-get -q -y --no-install-recommends -o Dpkg::Options::=--force-confold "$@" >/tmp/apt.log 2>&1 || { tail -30 /tmp/apt.log; fault "apt-get $*"; }; }
# As the unit says: its program, its user, the settings of its files.
start_unit() {
  unit=/usr/lib/systemd/system/ddzd.service
  program=$(sed -n 's/^ExecStart=//p' $unit) user=$(sed -n 's/^User=//p' $unit)
  settings=$(sed -n 's/^Environment=//p' $unit; grep -h '^DDZ_' "$(sed -n 's/^EnvironmentFile=-*//p' $unit)")
  # shellcheck disable=SC2086
  serve ddzd setpriv --reuid "$user" --regid "$user" --clear-groups env $settings DDZ_PORT=0 "$program"
  ddz-health --port "$port" || fault "the service is not well"
}
stop() { end ddzd || fault "the service ended with $?"; }
ask() { # path; curl is not here
  bash -c 'exec 3<>/dev/tcp/127.0.0.1/$1; printf "GET $2 HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3; cat <&3' - "$port" "$1"
}

apt update
apt install /old/*.deb
getent passwd ddzd | grep -q nonexistent || fault "no user ddzd"
start_unit
ask /version | grep -q '"checksum"' || fault "the service plays without its net"
ask / | grep -qi '<!doctype html' || fault "there is no console"
stop
ddz-solve 345 67 | grep -q . || fault "ddz-solve says nothing"
python3 -c 'import ddz; print(ddz.Local().version()["model"]["name"])' | grep -q ddz- || fault "python3-ddz does not find libddz"
/old/play | grep -q '"phase":"over"' || fault "a program with libddz plays no game"
echo "installed: the service, its console, the tools and the library answer"

echo '# ours' >>/etc/ddzd/ddzd.conf
apt install /new/*.deb
[ "$(dpkg-query -W -f '${Version}' ddzd)" != "$(dpkg-deb -f /old/ddzd_*.deb Version)" ] || fault "not upgraded"
grep -q '# ours' /etc/ddzd/ddzd.conf || fault "the upgrade forgot what was changed in ddzd.conf"
start_unit && stop
echo "upgraded: what was changed in /etc/ddzd stays"

apt remove ddzd
[ -e /etc/ddzd/ddzd.conf ] || fault "removing takes /etc/ddzd away"
[ ! -e /usr/bin/ddzd ] || fault "removing leaves the program"
apt purge ddzd ddz-tools libddz0 libddz-dev ddz-data python3-ddz
left=$(find / -xdev \( -path /old -o -path /new -o -path /proc -o -path /tmp -o -path /var/lib/apt -o -path /var/cache \) -prune -o \
  \( -name '*ddz*' \) -print)
[ -z "$left" ] || fault "purging leaves $left"
! getent passwd ddzd >/dev/null || fault "purging leaves the user"
echo "purged: nothing is left"
INSIDE

echo "-- install, start, ask, upgrade, purge"
unshare --mount --pid --fork --kill-child bash -c '
  mount --bind /dev "$1/dev" && mount -t proc proc "$1/proc"
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$1" bash /old/inside </dev/null' - "$root"
