#!/usr/bin/env bash
# container.sh - build the image of the Dockerfile and ask the container something, without a Docker engine.
#
# usage: tests/container.sh      as root on a Debian; 2 to 5 minutes, about 1 GB of disk while it runs
#
# The base image is made here from this machine's own package sources under the name that the Dockerfile
# asks for, so no image registry is needed. The container runs as it should in production: not as root, with a
# read-only file system, without capabilities. Everything it needs lies in one folder that is removed at
# the end.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/packages.sh container

# shellcheck source=tests/script.sh
. tests/script.sh container
port=$(free_ports 1)
image=localhost/ddzd:test
container=

cleanup() {
  [ -z "$container" ] || podman --runtime runc --cgroup-manager=cgroupfs rm -f "$container" >/dev/null 2>&1 || true
  buildah rm --all >/dev/null 2>&1 || true
  finish
}
trap cleanup EXIT

cat >"$dir/storage.conf" <<CONF
[storage]
driver = "vfs"
runroot = "$dir/run"
graphroot = "$dir/graph"
CONF
export CONTAINERS_STORAGE_CONF=$dir/storage.conf

echo "-- the base image"
# shellcheck source=tests/sources.sh
. tests/sources.sh
copy_sources "$dir/apt"
mmdebstrap --quiet --aptopt="$dir/apt/apt.conf" --variant=minbase --include=ca-certificates \
  --customize-hook='rm "$1/etc/apt/sources.list"' bookworm "$dir/base.tar" "$(first_source)"
podman import --quiet "$dir/base.tar" docker.io/library/debian:bookworm-slim >/dev/null

echo "-- the image"
buildah bud --quiet --isolation chroot --network host --format docker --pull-never \
  -v "$dir/apt/sources.list.d:/etc/apt/sources.list.d:ro" -v "$dir/apt/apt.conf:/etc/apt/apt.conf.d/99local:ro" \
  -t $image . >"$dir/build.log" 2>&1 || { cat "$dir/build.log" >&2; exit 1; }
size_of() { podman image inspect --format '{{.Size}}' "$1"; }
echo "image: $(($(size_of $image) >> 20)) MiB"
user=$(podman image inspect --format '{{.Config.User}}' $image)
[ -n "$user" ] && [ "$user" != root ] && [ "$user" != 0 ] || { echo "the image runs as root" >&2; exit 1; }

echo "-- the container"
locked=(--ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --read-only --cap-drop=ALL --security-opt no-new-privileges)
container=$(podman --runtime runc --cgroup-manager=cgroupfs run -d --network host --no-healthcheck \
  "${locked[@]}" --env DDZ_PORT="$port" $image)

ask() { curl -sS --fail --max-time 5 "$@"; }
await "the container is well" 60 ask "http://127.0.0.1:$port/health"
answer=$(ask -d '{"cards":"3334445566"}' "http://127.0.0.1:$port/classify")
echo "$answer"
grep -q '"valid": *true' <<<"$answer" || { echo "the container answered, but not this" >&2; exit 1; }
ask "http://127.0.0.1:$port/version" | grep -q '"checksum"' || { echo "the container has no net" >&2; exit 1; }

podman --runtime runc --cgroup-manager=cgroupfs exec "$container" /usr/bin/ddz-health || { echo "its health check fails" >&2; exit 1; }
podman image inspect --format '{{.HealthCheck}}' $image | grep -q ddz-health || { echo "the image has no health check" >&2; exit 1; }

echo "-- stopping it"
podman --runtime runc --cgroup-manager=cgroupfs stop -t 10 "$container" >/dev/null
status=$(podman inspect --format '{{.State.ExitCode}}' "$container")
[ "$status" = 0 ] || { echo "stopped with status $status instead of 0" >&2; exit 1; }
echo "-- the image of jobs"
make --no-print-directory deb PACKAGES='ddz-data libddz0 python3-ddz' >"$dir/deb.log" 2>&1 || { cat "$dir/deb.log" >&2; exit 1; }
many=localhost/ddz-many:test
buildah bud --quiet --isolation chroot --network host --format docker --pull-never \
  -v "$dir/apt/sources.list.d:/etc/apt/sources.list.d:ro" -v "$dir/apt/apt.conf:/etc/apt/apt.conf.d/99local:ro" \
  -t $many -f deploy/many.Dockerfile build/deb >"$dir/build.log" 2>&1 || { cat "$dir/build.log" >&2; exit 1; }
echo "image of jobs: $(($(size_of $many) >> 20)) MiB, of which the base is $(($(size_of debian:bookworm-slim) >> 20)) MiB"
answer=$(echo '{"cards":"3334445566"}' | podman --runtime runc --cgroup-manager=cgroupfs run --rm -i --network none \
  "${locked[@]}" $many /classify --workers 1)
grep -q '"valid": *true' <<<"$answer" || { echo "the image of jobs says $answer" >&2; exit 1; }
echo "the containers built, answered and stopped in order"
