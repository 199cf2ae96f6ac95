#!/bin/sh
# Goal: a filesystem that is full under load is a result: counted by errno and phase, shown, and invalid where more
# than 0.1 % of the operations failed. no_space_test.sh PROGRAM CLAIM.
set -eu
here=$(dirname "$0")
. "$here/common.sh"
need losetup mkfs.ext4

before=$(machine)

# 400 files of 64 KiB do not go into 16 MiB.
claim_full_filesystem_is_counted_shown_and_invalid() {
  code=0
  "$fsduel" compare ext4 ext2 --rounds 1 --files 400 --tree.mean-size 64k --image-size 16m --db "$work/db" \
    --work "$work/images" >"$work/out" 2>"$work/err" </dev/null || code=$?
  [ "$code" = 0 ] || [ "$code" = 1 ] || die "exit code $code"
  says ENOSPC
  [ "$before" = "$(machine)" ] || die "left: $(machine)"
  run 0 show last --json --db "$work/db"
  says '"write ENOSPC": *[1-9]'
  says '"invalidities": *\[[^]]'
  run 0 report last --db "$work/db"
  says ENOSPC
  run 0 report last --md --db "$work/db"
  says ENOSPC
}

claim_images_that_do_not_fit_are_refused_before_they_are_written() {
  mkdir "$work/small"
  mount -t tmpfs -o size=32m none "$work/small" || skip "cannot mount a tmpfs"
  mounts="$work/small $mounts"
  run 3 compare ext4 ext2 --rounds 1 --files 50 --image-size 64m --db "$work/db" --work "$work/small/w"
  says "images need"
  [ -z "$(ls -A "$work/small")" ] || die "something was written"
}

"claim_$claim"
