#!/usr/bin/env bash
# dist.sh - a tarball of the last commit that builds without network, Python, libyaml or esbuild.
#
# usage: tools/dist.sh OUT TARBALL     OUT: build/MODE with openapi.json and web/
#
# generated/ holds what they make; take that folder away, and the build makes it anew. The same commit gives the same bytes.
set -euo pipefail
out=$1 tarball=$2
git diff --quiet HEAD || { echo "dist: commit first, a tarball has what is committed" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=$(basename "$tarball" .tar.gz) root=$work/$(basename "$tarball" .tar.gz)
git archive --prefix="$name/" HEAD | tar -x -C "$work"
mkdir "$root/generated"
cp "$out/openapi.yaml" "$out/openapi.json" "$root/generated/"
cp -r "$out/web" "$root/generated/web"
rm "$root/generated/web/reference.json"
git log -1 --format='%h, %cs' >"$root/generated/commit"
tar -c -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" "$name" | gzip -9n >"$tarball"
echo "$tarball: $(wc -c <"$tarball") bytes"
