#!/usr/bin/env bash
# memory.sh - much memory is asked of the service in a control group of 512 MiB.
#
# usage: tests/attack/memory.sh FOLDER [BATCHES]     FOLDER is build/MODE; BATCHES of 256 prompts (default 1000)
#
# The group needs root, and control groups that can be made, of version 1 or 2. It is made at the top, and removed. Without
# one the service is asked the same, and this is said.
set -u
cd "$(dirname "$0")/../.." || exit
folder=$1 batches=${2:-1000} limit=$((512 << 20))
program="tests/load/memory.py $folder"
group=
# shellcheck source=tests/script.sh
. tests/script.sh memory
trap 'finish; [ -z "$group" ] || rmdir "$group"' EXIT

# Where groups of memory are of a version, and which one we are in.
top_1() { awk '$3 == "cgroup" && $4 ~ /(^|,)memory(,|$)/ { print $2; exit }' /proc/mounts; }
own_1() { sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup; }
top_2() { awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts; }
own_2() { sed -n 's/^0:://p' /proc/self/cgroup; }
limit_1() { echo $limit >"$1/memory.limit_in_bytes"; }
limit_2() { echo $limit >"$1/memory.max"; }
prepare_1() { :; }
prepare_2() { echo +memory >"$1/cgroup.subtree_control"; }

# Sets group, which has that limit, and home, where we are. A container may not see its own group by that path.
make_group() { # version
  local top
  top=$("top_$1")
  { [ -n "$top" ] && "prepare_$1" "$top" && mkdir "$top/ddz-memory.$$"; } || return 1
  "limit_$1" "$top/ddz-memory.$$" || { rmdir "$top/ddz-memory.$$"; return 1; }
  group=$top/ddz-memory.$$ home=$top$("own_$1")/cgroup.procs
  [ -w "$home" ] || home=$top/cgroup.procs
}

confined() {
  local status=0 name
  if ! { make_group 1 || make_group 2; } 2>/dev/null; then
    left_out "the control group of 512 MiB, which cannot be made here"
    $program "$batches"
    return
  fi
  echo "memory: in a control group of 512 MiB, $group"
  $program "$batches" "$group/cgroup.procs" "$home" || status=1
  for name in memory.max_usage_in_bytes memory.peak; do
    [ ! -e "$group/$name" ] || echo "memory: the group held at most $(($(cat "$group/$name") >> 20)) MiB"
  done
  grep -hs '^oom_kill ' "$group/memory.oom_control" "$group/memory.events" | grep -v ' 0$' && status=1
  return $status
}

confined
