#!/usr/bin/env bash
# deb.sh - Debian packages from what `make install-*` installs, by dpkg's own tools.
#
# usage: tools/deb.sh BUILD FOLDER [PACKAGE...]     BUILD: where it was built for packages; all of deploy/debian/control
#
# ARCH names another processor than this machine's. VERSION_SUFFIX is appended to the version. Files of a package
# are those of its part of install.mk; this file only adds what packages have: control, conffiles, scripts, checksums.
set -euo pipefail
build=$1 out=$2
shift 2
arch=${ARCH:-$(dpkg --print-architecture)}
triplet=$(dpkg-architecture -a"$arch" -qDEB_HOST_MULTIARCH 2>/dev/null)
version=$(sed -n 's/.*DDZ_VERSION "\(.*\)"/\1/p' api/version.h)${VERSION_SUFFIX:-}
date=$(date -R -u -d "@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}")
strip=strip objdump=objdump
[ "$arch" = "$(dpkg --print-architecture)" ] || strip=$triplet-strip objdump=$triplet-objdump
packages=${*:-$(sed -n 's/^Package: //p' deploy/debian/control)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out" "$work/debian"
cp deploy/debian/control "$work/debian/"
sed "s/@VERSION@/$version/; s/@DATE@/$date/" deploy/debian/changelog >"$work/debian/changelog"

installs() { # root, target...
  local root=$1
  shift
  "${MAKE:-make}" --no-print-directory MODE="${build##*/}" BUILD="${build%/*}" PREFIX=/usr LIBDIR="/usr/lib/$triplet" \
    UNITDIR=/usr/lib/systemd/system ZSHDIR=/usr/share/zsh/vendor-completions DESTDIR="$root" "$@" >/dev/null
}

fill_ddzd() {
  installs "$1" install-service
  mkdir -p "$1/etc/ddzd"
  cp deploy/ddzd.env deploy/systemd/ddzd.conf "$1/etc/ddzd/"
  (cd "$1/usr/share/doc/ddz/deploy" && rm ddzd.env ddzd.conf)
  mkdir -p "$1/usr/share/doc/ddzd"
  mv "$1/usr/share/doc/ddz/deploy" "$1/usr/share/doc/ddzd/examples"
  rm -r "$1/usr/share/doc/ddz"
  (cd "$1" && find etc -type f -printf '/%p\n' | sort) >"$1/DEBIAN/conffiles"
}
fill_ddz-tools() { installs "$1" install-tools; }
fill_libddz0() {
  installs "$1" install-lib
  echo 'activate-noawait ldconfig' >"$1/DEBIAN/triggers"
  echo 'libddz 0 libddz0 (>= 0.2.0)' >"$1/DEBIAN/shlibs"
  { printf 'libddz.so.0 libddz0 #MINVER#\n* Build-Depends-Package: libddz-dev\n'; sed 's/.*/ &@DDZ_0 0.2.0/' lib/ddz.abi; } >"$1/DEBIAN/symbols"
}
fill_libddz-dev() { installs "$1" install-dev; }
fill_ddz-data() { installs "$1" install-data; }
fill_python3-ddz() {
  installs "$1" install-python
  install -D -m 644 -t "$1/usr/share/doc/python3-ddz/examples" clients/python/examples/*.py
  install -m 644 clients/python/README.md "$1/usr/share/doc/python3-ddz/"
}

# Documents, compressed pages, stripped programs: what policy wants of every package.
finish() { # package, root
  local doc=$2/usr/share/doc/$1 file
  mkdir -p "$doc"
  { printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: 2026 The ddz authors\nLicense: MIT\n'
    tail -n +5 LICENSE | sed 's/^$/./; s/^/ /'; } >"$doc/copyright"
  gzip -9n <"$work/debian/changelog" >"$doc/changelog.gz"
  [ ! -d "$2/usr/share/man" ] || find "$2/usr/share/man" -type f -exec gzip -9n {} +
  for file in $(find "$2/usr/bin" "$2/usr/lib" -type f 2>/dev/null); do
    case $file in
    *.a) $strip --strip-debug --remove-section=.comment --enable-deterministic-archives "$file" ;;
    *.so.*) $strip --strip-unneeded --remove-section=.comment "$file" ;;
    */bin/*) $strip --remove-section=.comment "$file" ;;
    esac
  done
  mkdir -p "$2/usr/share/lintian/overrides"
  sed -n "s/^\($1\|\*\) \([^:]*\): .*/$1: \2/p" deploy/debian/overrides >"$2/usr/share/lintian/overrides/$1"
  for file in preinst postinst prerm postrm; do
    [ ! -e "deploy/debian/$1.$file" ] || install -m 755 "deploy/debian/$1.$file" "$2/DEBIAN/$file"
  done
}

# Libraries it needs, as dpkg-shlibdeps reads them from the programs.
depends() { # package, root
  local programs
  programs=$(find "$2/usr/bin" "$2/usr/lib" -type f \( -path '*/bin/*' -o -name '*.so.*' \) 2>/dev/null || true)
  : >"$work/debian/substvars"
  [ -z "$programs" ] ||
    # shellcheck disable=SC2086
    (cd "$work" && DEB_HOST_ARCH=$arch OBJDUMP=$objdump dpkg-shlibdeps -T"debian/substvars" -xlibddz0 -S"$2" --warnings=1 $programs)
}

for package in $packages; do
  root=$work/$package
  mkdir -p "$root/DEBIAN"
  "fill_$package" "$root"
  finish "$package" "$root"
  depends "$package" "$root"
  (cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
  (cd "$work" && DEB_HOST_ARCH=$arch dpkg-gencontrol -p"$package" -P"$root" -O"$root/DEBIAN/control" -fdebian/files)
  find "$root" -type d -exec chmod 755 {} +
  chmod -R u=rwX,go=rX "$root/usr"
  dpkg-deb --root-owner-group -Zxz -b "$root" "$out" | sed 's/^dpkg-deb: //'
done
