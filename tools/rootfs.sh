#!/usr/bin/env bash
# rootfs.sh - Debian packages as the whole of a container: their files, the libraries these load, a user. No shell.
#
# usage: tools/rootfs.sh FOLDER DEB...      on a Debian that has those libraries
set -euo pipefail
root=$1
shift
mkdir -p "$root/etc" "$root/tmp"
for deb in "$@"; do dpkg-deb -x "$deb" "$root"; done
rm -rf "$root/lib" "$root"/usr/share/{man,bash-completion,lintian} "$root"/usr/share/doc/*/changelog.gz

# Each library at its place, and the licence of its package.
ldd "$root"/usr/bin/* | sed -n -E 's/.*(=> |^\s+)(\/[^ ]+) .*/\2/p' | sort -u | while read -r library; do
  cp -L --parents "$library" "$root"
  package=$(dpkg -S "$(realpath "$library")" 2>/dev/null || dpkg -S "$library")
  cp -L --parents "/usr/share/doc/$(sed 's/:.*//' <<<"$package")/copyright" "$root"
done
echo 'ddzd:x:999:999::/nonexistent:/usr/sbin/nologin' >"$root/etc/passwd"
echo 'ddzd:x:999:' >"$root/etc/group"
