#!/bin/sh
# Goal: no hostile target of --on is ever written, each is refused with its holder named; a clean device works.
# devices_test.sh PROGRAM CLAIM. Real loop devices; each target's bytes are compared before and after.
set -eu
here=$(dirname "$0")
. "$here/common.sh"
need losetup mkfs.ext4 sha256sum

print_of() {
  if [ -b "$1" ] || [ -f "$1" ]; then
    { head -c 1048576 "$1" && tail -c 1048576 "$1"; } 2>&1 | sha256sum
  else
    ls -ld "$1" 2>&1 || true
  fi
}

# refused TARGET WORDS [OPTIONS]: exit 2 with these words, and nothing written.
refused() {
  target=$1
  words=$2
  shift 2
  real=$(readlink -f "$target")
  before=$(print_of "$real")
  compare 2 ext4 ext2 --on "$target" --wipe "$target" "$@"
  says "$words"
  sync
  [ "$before" = "$(print_of "$real")" ] || die "$target was written"
}

# A name in /dev that leads elsewhere.
make_link() {
  link=/dev/fsduel-trust-$$-$1
  ln -sfn "$2" "$link"
  links="$link $links"
}

# A loop device with two partitions of 8 MiB, told to the kernel by hand: not every kernel reads tables.
make_partitions() {
  need addpart
  make_loop 24 -P
  printf '\0\0\0\0\203\0\0\0\0\010\0\0\0\100\0\0\0\0\0\0\203\0\0\0\0\110\0\0\0\100\0\0' |
    dd of="$image" bs=1 seek=446 conv=notrunc 2>/dev/null
  head -c 32 /dev/zero | dd of="$image" bs=1 seek=478 conv=notrunc 2>/dev/null
  printf '\125\252' | dd of="$image" bs=1 seek=510 conv=notrunc 2>/dev/null
  blockdev --flushbufs "$loop"
  [ -b "${loop}p1" ] || addpart "$loop" 1 2048 16384 || skip "this kernel makes no partitions of loop devices"
  [ -b "${loop}p2" ] || addpart "$loop" 2 18432 16384 || skip "this kernel makes no partitions of loop devices"
}

make_mounted_loop() {
  make_loop 16
  mkfs.ext4 -q -F "$loop"
  mount_on "$loop" "$work/mnt"
}

claim_mounted_device() {
  make_mounted_loop
  refused "$loop" "mounted on .*mnt"
}

claim_link_to_mounted_device() {
  make_mounted_loop
  make_link a "$loop"
  refused "$link" "mounted on .*mnt"
}

claim_link_to_link_to_mounted_device() {
  make_mounted_loop
  make_link a "$loop"
  make_link b "$link"
  refused "$link" "mounted on .*mnt"
}

claim_mounted_in_another_namespace() {
  need unshare
  make_loop 16
  mkfs.ext4 -q -F "$loop"
  mkdir "$work/mnt"
  unshare -m sh -c "mount '$loop' '$work/mnt' && touch '$work/ready' && exec sleep 60" &
  holder=$!
  i=0
  while [ ! -e "$work/ready" ] && [ $i -lt 50 ]; do i=$((i + 1)) && sleep 0.1; done
  [ -e "$work/ready" ] || skip "no second mount namespace"
  refused "$loop" "holds it exclusively" --wipe-signature ext4
  kill "$holder"
  wait "$holder" 2>/dev/null || true
}

claim_disk_with_a_mounted_partition() {
  make_partitions
  mkfs.ext4 -q -F "${loop}p1"
  mount_on "${loop}p1" "$work/mnt"
  refused "$loop" "p1 is mounted on .*mnt" --wipe-signature dos
}

claim_partition_of_a_mounted_disk() {
  need addpart
  make_loop 24 -P
  mkfs.ext4 -q -F "$loop"
  addpart "$loop" 1 2048 16384 2>/dev/null || skip "this kernel makes no partitions of loop devices"
  mount_on "$loop" "$work/mnt"
  refused "${loop}p1" "is mounted on .*mnt"
}

claim_swap() {
  need mkswap swapon
  make_loop 16
  mkswap "$loop" >/dev/null 2>&1
  swapon "$loop" 2>/dev/null || skip "this kernel takes no swap on loop devices"
  swaps=$loop
  refused "$loop" "swap space in use"
}

claim_disk_with_a_partition_used_as_swap() {
  need mkswap swapon
  make_partitions
  mkswap "${loop}p1" >/dev/null 2>&1
  swapon "${loop}p1" 2>/dev/null || skip "this kernel takes no swap on loop devices"
  swaps=${loop}p1
  refused "$loop" "p1 is swap space in use" --wipe-signature dos
}

claim_read_only_device() {
  make_loop 16 -r
  refused "$loop" "read-only"
}

claim_device_below_a_loop_device() {
  make_loop 16
  below=$loop
  loop=$(losetup -f --show "$below")
  loops="$loop $loops"
  refused "$below" "used by the loop device ${loop#/dev/}"
}

claim_loop_device_over_a_mounted_device() {
  make_mounted_loop
  loop=$(losetup -f --show "$loop") || skip "no loop device over a mounted device"
  loops="$loop $loops"
  refused "$loop" "mounted on .*mnt" --wipe-signature ext4
}

claim_loop_device_over_a_file_that_is_mounted_through_another() {
  make_mounted_loop
  other=$(losetup -f --show "$image") || skip "no second loop device over a file"
  loops="$other $loops"
  refused "$other" "is used by the loop device ${loop#/dev/} too" --wipe-signature ext4
}

# signature TYPE: what is on $loop now is named and kept, also when another type may be overwritten.
signature() {
  refused "$loop" "signature of $1: --wipe-signature $1"
  refused "$loop" "signature of $1" --wipe-signature reiserfs
}

claim_signature_ext4() {
  make_loop 16
  mkfs.ext4 -q -F "$loop"
  signature ext4
}

claim_signature_xfs() {
  need mkfs.xfs
  make_loop 320
  mkfs.xfs -q -f "$loop"
  signature xfs
}

claim_signature_btrfs() {
  need mkfs.btrfs
  make_loop 128
  mkfs.btrfs -q -f "$loop" >/dev/null
  signature btrfs
}

claim_signature_swap() {
  need mkswap
  make_loop 16
  mkswap "$loop" >/dev/null 2>&1
  signature swap
}

claim_signature_partition_table() {
  make_partitions
  delpart "$loop" 1 && delpart "$loop" 2
  signature dos
}

claim_signature_luks() {
  make_loop 16
  printf 'LUKS\272\276\0\001' | dd of="$loop" bs=512 conv=notrunc,sync 2>/dev/null
  signature crypto_LUKS
}

claim_character_device() {
  refused /dev/zero "not a block device"
}

claim_regular_file() {
  head -c 1048576 /dev/urandom >"/dev/fsduel-trust-$$-file"
  links="/dev/fsduel-trust-$$-file $links"
  refused "/dev/fsduel-trust-$$-file" "not a block device"
}

claim_directory() {
  refused /dev/shm "not a block device"
}

claim_missing_device() {
  refused /dev/fsduel-trust-missing "no such device"
}

claim_dangling_link() {
  make_link a /dev/fsduel-trust-missing
  refused "$link" "no such device"
}

claim_names_that_lead_out_of_dev() {
  compare 2 ext4 ext2 --on /dev/../etc/passwd --wipe /dev/../etc/passwd
  says "is no venue"
}

claim_disk_of_the_root() {
  disk=$(findmnt -n -o SOURCE /) || skip "no findmnt"
  [ -b "$disk" ] || skip "the root is on no block device that has a name"
  refused "$disk" "mounted on \|root filesystem"
}

claim_disk_of_the_work_folder() {
  make_partitions
  mkfs.ext4 -q -F "${loop}p1"
  mount_on "${loop}p1" "$work/images"
  refused "${loop}p2" "holds the work folder"
}

claim_held_by_a_program() {
  need perl
  make_loop 16
  perl -MFcntl -e 'sysopen(F, $ARGV[0], O_RDONLY | O_EXCL) or die; open(R, ">", $ARGV[1]); sleep 60' \
    "$loop" "$work/ready" &
  holder=$!
  i=0
  while [ ! -e "$work/ready" ] && [ $i -lt 100 ]; do i=$((i + 1)) && sleep 0.1; done
  refused "$loop" "held exclusively; it is open in perl (process $holder)"
  kill "$holder"
}

claim_not_named_by_wipe() {
  make_loop 16
  before=$(print_of "$loop")
  compare 2 ext4 ext2 --on "$loop"
  says "nothing allows it"
  compare 2 ext4 ext2 --on "$loop" --wipe /dev/loop-other
  says "which the duel does not use"
  [ "$before" = "$(print_of "$loop")" ] || die "$loop was written"
}

claim_log_device_not_named_by_wipe() {
  make_loop 16
  before=$(print_of "$loop")
  compare 2 "xfs; log=$loop" ext4
  says "$loop' would be overwritten and nothing allows it"
  [ "$before" = "$(print_of "$loop")" ] || die "$loop was written"
}

claim_one_device_under_two_names() {
  make_loop 64
  make_link a "$loop"
  before=$(print_of "$loop")
  compare 2 "xfs; log=$link" ext4 --on "$loop" --wipe "$loop,$link"
  says "the same device as"
  [ "$before" = "$(print_of "$loop")" ] || die "$loop was written"
}

# The link leads to a free device when the duel is planned, and to another free one afterwards.
claim_path_swapped_between_check_and_use() {
  make_loop 64
  first=$loop
  make_loop 64
  second=$loop
  make_link a "$first"
  before=$(print_of "$second")
  "$fsduel" compare ext4 ext2 --on "$link" --wipe "$link" --rounds 40 --files 50 --db "$work/db" \
    --work "$work/images" >"$work/out" 2>"$work/err" </dev/null &
  duel=$!
  i=0
  while [ "$(dd if="$first" bs=1 skip=1080 count=2 2>/dev/null | od -An -tx1)" != " 53 ef" ]; do
    i=$((i + 1))
    [ $i -lt 200 ] || die "the first device was never formatted"
    sleep 0.1
  done
  ln -sfn "$second" "$link"
  code=0
  wait "$duel" || code=$?
  [ "$code" = 1 ] || die "exit code $code, not 1"
  "$fsduel" show last --json --db "$work/db" >"$work/out" || die "show failed"
  says "leads to another device"
  [ "$before" = "$(print_of "$second")" ] || die "$second was written"
}

claim_clean_device_carries_a_duel() {
  make_loop 64
  before=$(machine)
  compare 0 ext4 ext2 --on "$loop" --wipe "$loop"
  [ "$before" = "$(machine)" ] || die "something is left: $(machine)"
}

claim_clean_device_behind_a_link_carries_a_duel() {
  make_loop 64
  make_link a "$loop"
  compare 0 ext4 ext2 --on "$link" --wipe "$link"
}

claim_signature_that_may_be_overwritten_is() {
  make_loop 64
  mkfs.ext4 -q -F "$loop"
  compare 0 ext4 ext2 --on "$loop" --wipe "$loop" --wipe-signature ext4
}

claim_external_log_on_a_device_carries_a_duel() {
  make_loop 64
  compare 0 "ext4; log=$loop" ext2 --wipe "$loop"
}

"claim_$claim"
