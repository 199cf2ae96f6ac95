# Shared by the scripts of this folder: a work folder, the program, loop devices that go away again.
# Sourced with the program as $1 and the claim as $2.
fsduel=$1
claim=$2
work=$(mktemp -d /var/tmp/fsduel-trust-XXXXXX)
state=/var/lib/fsduel/journal
loops=
links=
mounts=
swaps=

clean_up() {
  for at in $mounts; do umount "$at" 2>/dev/null || true; done
  for device in $swaps; do swapoff "$device" 2>/dev/null || true; done
  for device in $loops; do losetup -d "$device" 2>/dev/null || true; done
  for link in $links; do rm -f "$link"; done
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

skip() {
  echo "[  SKIPPED ] $*"
  exit 0
}

die() {
  printf '%s: %s\n' "$claim" "$*" >&2
  for file in out err; do
    [ ! -e "$work/$file" ] || { printf '%s\n' "--- $file:" && tail -n 60 "$work/$file"; } >&2
  done
  exit 1
}

need() {
  [ "$(id -u)" = 0 ] || skip "needs root"
  [ -e /dev/loop-control ] || skip "needs loop devices"
  for tool; do command -v "$tool" >/dev/null || skip "needs $tool"; done
}

# run EXIT WORDS...: the program with its results in the work folder; its exit code must be EXIT.
run() {
  wanted=$1
  shift
  code=0
  "$fsduel" "$@" >"$work/out" 2>"$work/err" </dev/null || code=$?
  [ "$code" = "$wanted" ] || die "exit code $code, not $wanted: $*"
}

# compare EXIT WORDS...: a duel as small as can be.
compare() {
  wanted=$1
  shift
  run "$wanted" compare "$@" --rounds 1 --files 50 --db "$work/db" --work "$work/images"
}

says() {
  grep -qe "$1" "$work/out" "$work/err" || die "does not say: $1"
}

# make_loop MIB [OPTIONS]: sets $loop to a new loop device over a new image of noise.
make_loop() {
  size=$1
  shift
  image=$(mktemp "$work/image-XXXXXX")
  head -c "${size}M" /dev/urandom >"$image"
  loop=$(losetup -f --show "$@" "$image") || skip "no loop device can be had"
  loops="$loop $loops"
}

mount_on() {
  mkdir -p "$2"
  mount "$1" "$2" || skip "cannot mount $1"
  mounts="$2 $mounts"
}

# What is mounted, attached, journalled and left in the work folder of this test, others may be at work too: the same
# before and after.
machine() {
  cut -d' ' -f4,5 /proc/self/mountinfo | grep -e "$work" || true
  losetup -n -O NAME,BACK-FILE -l | grep -e "$work" || true
  grep -l -e "$work" "$state"/* 2>/dev/null || true
  ls "$work/images" 2>/dev/null || true
}
