#!/usr/bin/env bash
# image.sh - build the container image with whichever builder is here: docker, podman or buildah.
#
# usage: tools/image.sh TAG
set -eu
for builder in docker podman buildah; do
  $builder info >/dev/null 2>&1 || continue # a docker without its daemon builds nothing
  exec $builder build -t "$1" --build-arg VERSION="$(sed -n 's/.*DDZ_VERSION "\(.*\)"/\1/p' api/version.h)" \
    --build-arg COMMIT="$(git log -1 --format='%h, %cs' 2>/dev/null)" \
    --build-arg CREATED="$(git log -1 --format=%cI 2>/dev/null)" .
done
echo "no docker, podman or buildah that runs here" >&2
exit 1
