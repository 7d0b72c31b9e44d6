#!/usr/bin/env bash
# release.sh - a release in one command: version and changelog, packages, checksums, what they are made of, a tag.
#
# usage: tools/release.sh VERSION      on a clean tree, on a Debian; TAG=no leaves out the tag
#
# Run it again after a failure: what is committed already is not committed twice. All lies in build/release-VERSION. An image
# needs docker, podman or buildah, packages for arm64 the cross compiler; what is left out is said.
set -euo pipefail
version=$1
make="${MAKE:-make} --no-print-directory"
fail() { echo "release: $*" >&2; exit 1; }
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "VERSION=$version is not a version such as 0.3.0"
git diff --quiet HEAD || fail "commit first"
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || fail "there is a tag v$version"
tools/packages.sh build generate test deb python node wasm

if ! grep -q "^## $version - " CHANGELOG.md; then
  [ -n "$(awk '/^## /{ n++ } n == 1 && /^- /' CHANGELOG.md)" ] && grep -q '^## Unreleased$' CHANGELOG.md || fail "CHANGELOG.md has nothing under '## Unreleased'"
  old=$(sed -n 's/.*DDZ_VERSION "\(.*\)"/\1/p' api/version.h)
  sed -i "s/^## Unreleased$/## Unreleased\n\n## $version - $(date -u +%F)/" CHANGELOG.md
  # Everywhere but in the changelog and the symbols' first version, which stay.
  git grep -lF "$old" -- api clients deploy lib openapi.yaml ':!*.lock' | xargs sed -E -i "s/(^|[^0-9.])${old//./\\.}\b/\\1$version/g"
  $make build/release/tests/api/test_openapi
  DDZ_UPDATE_EXAMPLES=1 build/release/tests/api/test_openapi >/dev/null
  $make clients
  git commit -qam "release: $version"$'\n\nNo functional change'
fi

out=build/release-$version
rm -rf "$out"
mkdir -p "$out"
$make build
$make dist && cp "build/ddz-$version.tar.gz" "$out/"
rm -rf build/deb && $make deb && cp build/deb/*.deb "$out/"
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v mmdebstrap >/dev/null; then
  $make deb-arm64 && cp build/deb-arm64/*_arm64.deb "$out/"
else
  echo "release: no packages for arm64, there is no cross compiler (make packages GROUPS=arm64)"
fi
/usr/bin/python3 -m pip wheel -q --no-index --no-deps --no-build-isolation -w "$out" ./clients/python
$make npm && cp build/npm-packages/*.tgz "$out/"
# A docker whose daemon runs, or what needs none.
if docker info >/dev/null 2>&1 || command -v podman buildah >/dev/null; then
  $make docker
  { docker save ddzd 2>/dev/null || podman save ddzd 2>/dev/null || buildah push -q ddzd docker-archive:/dev/stdout; } | gzip -9n >"$out/ddzd-image-$version.tar.gz"
else
  echo "release: no image, there is no docker that runs, no podman and no buildah"
fi >&2
tools/sbom.py "$version" "$(TZ=UTC git log -1 --date=format-local:%FT%TZ --format=%cd)" >"$out/ddz-$version.spdx.json"
(cd "$out" && sha256sum -- * >SHA256SUMS)
awk -v v="$version" '/^## /{ on = $2 == v; next } on' CHANGELOG.md >"build/notes-$version.md"
[ "${TAG:-}" = no ] || git tag -a "v$version" -F "build/notes-$version.md"
ls -l "$out"
