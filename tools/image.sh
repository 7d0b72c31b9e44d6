#!/usr/bin/env bash
# image.sh - build the container image with whichever builder is here: docker, podman or buildah.
#
# usage: tools/image.sh TAG
set -eu
for builder in docker podman buildah; do
  command -v $builder >/dev/null || continue
  exec $builder build -t "$1" .
done
echo "no docker, podman or buildah here" >&2
exit 1
