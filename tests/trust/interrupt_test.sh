#!/bin/sh
# Goal: SIGINT or SIGTERM at any moment of a real duel ends it with exit code 130 and leaves nothing behind.
# interrupt_test.sh PROGRAM CLAIM. The moments are drawn from FSDUEL_SEED, which is printed.
set -eu
here=$(dirname "$0")
. "$here/common.sh"
need losetup mkfs.ext4 awk

seed=${FSDUEL_SEED:-$(date +%s)}
echo "FSDUEL_SEED=$seed"
before=$(machine)

# start WORDS...: the duel in the background, signals as in a terminal.
start() {
  env --default-signal=INT,TERM "$fsduel" compare "$@" --rounds 40 --files 200 --time-limit 60s \
    --db "$work/db" --work "$work/images" >"$work/out" 2>"$work/err" </dev/null &
  duel=$!
}

# interrupted SIGNAL SECONDS WORDS...
interrupted() {
  signal=$1
  moment=$2
  shift 2
  start "$@"
  sleep "$moment"
  kill -s "$signal" "$duel" || die "the duel was over after $moment s"
  code=0
  wait "$duel" || code=$?
  [ "$code" = 130 ] || die "exit code $code after SIG$signal at $moment s"
  [ "$before" = "$(machine)" ] || die "left after SIG$signal at $moment s: $(machine)"
}

moments() {
  awk -v seed="$seed" -v count="$1" -v from="$2" -v to="$3" \
    'BEGIN { srand(seed); for (i = 0; i < count; i++) printf "%.3f\n", from + rand() * (to - from) }'
}

# From before the first image is written until some rounds are done.
claim_sigint_at_ten_random_moments() {
  for at in $(moments 10 0.05 6); do interrupted INT "$at" ext4 ext2; done
  run 0 list --db "$work/db"
}

# Later than the handlers are set: an earlier SIGTERM ends a program that has taken nothing.
claim_sigterm_at_random_moments() {
  for at in $(moments 4 1.5 6); do interrupted TERM "$at" ext4 ext2; done
}

claim_sigint_gives_settings_back() {
  old=$(cat /proc/sys/vm/dirty_expire_centisecs)
  for at in $(moments 3 2 6); do
    interrupted INT "$at" "ext4; set vm.dirty_expire_centisecs=$((old + 7))" \
      "ext2; set vm.dirty_expire_centisecs=$((old + 9))"
    [ "$(cat /proc/sys/vm/dirty_expire_centisecs)" = "$old" ] || die "the setting stayed"
  done
}

claim_sigint_leaves_directories_as_they_were() {
  mkdir "$work/a" "$work/b"
  for at in $(moments 3 1 4); do
    interrupted INT "$at" "$work/a" "$work/b" --disturb
    [ -z "$(ls -A "$work/a")$(ls -A "$work/b")" ] || die "a folder stayed"
  done
}

"claim_$claim"
