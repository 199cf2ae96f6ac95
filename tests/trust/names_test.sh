#!/bin/sh
# Goal: names that others chose do no harm, and no raw control byte of theirs reaches the terminal.
# names_test.sh PROGRAM CLAIM.
set -eu
here=$(dirname "$0")
. "$here/common.sh"
need losetup mkfs.ext4 tar

tab=$(printf '\t')
# Blanks, quotes, a newline, an escape sequence, DEL, a byte that is no UTF-8, shell words.
hostile=$(printf 'a b"c'\''d\ne\033[31mf\177g\377h$(touch pwned)`touch pwned`;|&%%s')
long=$(printf '%0255d' 7)
before=$(machine)

# What was printed holds no control byte but ends of lines (CSV has two bytes for them), and is UTF-8.
clean_output() {
  for file in out err; do
    if LC_ALL=C sed 's/\r$//' "$work/$file" | tr -d '\n' |
      LC_ALL=C grep -q "[$(printf '\001')-$(printf '\037')$(printf '\177')]"; then
      die "a raw control byte in std$file"
    fi
    iconv -f UTF-8 -t UTF-8 <"$work/$file" >/dev/null 2>&1 || die "std$file is not UTF-8"
  done
  [ ! -e pwned ] || die "a name was executed"
  [ "$before" = "$(machine)" ] || die "left: $(machine)"
}

cd "$work"
mkdir state
export XDG_STATE_HOME="$work/state" HOME="$work"

# every_form: list, show and report in all their forms.
every_form() {
  for words in list "show last" "report last" "report last --md" "report last --csv" "report last --json" \
    "show last --json"; do
    # shellcheck disable=SC2086  # words
    run 0 $words --db "$db"
    clean_output
  done
}

claim_work_folder() {
  for name in "$hostile" "$long" "-rf" " "; do
    mkdir -p "$work/w/$name"
    db=$work/db
    run 0 compare ext4 ext2 --rounds 1 --files 20 --db "$db" --work "$work/w/$name/sub"
    clean_output
    [ -z "$(ls -A "$work/w/$name/sub")" ] || die "something is left in the work folder"
    every_form
  done
}

claim_work_folder_that_cannot_be() {
  : >"$work/$hostile"
  code=0
  "$fsduel" compare ext4 ext2 --rounds 1 --files 20 --db "$work/db" --work "$work/$hostile/sub" \
    >"$work/out" 2>"$work/err" </dev/null || code=$?
  [ "$code" != 0 ] || die "a file was a work folder"
  clean_output
}

# SQLite puts "-journal" behind the name for files of its own.
claim_database() {
  for name in "$hostile" "$(printf '%0247d' 7)" "%s?mode=memory#x"; do
    db=$work/$name
    run 0 compare ext4 ext2 --rounds 1 --files 20 --db "$db" --work "$work/images"
    clean_output
    [ -s "$db" ] || die "the database is not where it was asked for"
    every_form
  done
}

claim_database_that_cannot_be() {
  mkdir "$work/$hostile"
  for name in "$hostile" "no/$hostile" "$long/x" "$long$long"; do
    code=0
    "$fsduel" list --db "$work/$name" >"$work/out" 2>"$work/err" </dev/null || code=$?
    clean_output
  done
}

claim_directory_that_is_not_there() {
  run 2 compare "x=/tmp" "y='$work/none $tab$(printf '\033')'" --rounds 1 --files 20 --db "$work/db" --disturb
  clean_output
}

claim_directory_names_with_everything_in_them() {
  odd=$(printf 'a b\ne\033[31mf\177g\377h$(touch pwned)`touch pwned`;|&%%s')
  mkdir "$work/$odd" "$work/plain" "$work/$long"
  db=$work/db
  run 0 compare "x='$work/$odd'" "y=$work/$long" "$work/plain" --rounds 1 --files 20 --db "$db" --disturb --dry-run
  clean_output
  run 0 compare "x='$work/$odd'" "y=$work/$long" "$work/plain" --rounds 1 --files 20 --db "$db" --disturb
  clean_output
  for name in "$odd" "$long" plain; do [ -z "$(ls -A "$work/$name")" ] || die "a folder is left"; done
  every_form
}

claim_labels_and_candidates() {
  for text in "$hostile=ext4" "x=$hostile" "mkfs.ext4 '$hostile'" "ext4; mount -o '$hostile'" "ext4; set '$hostile'=1" \
    "ext4; log='$hostile'" "$(printf '%0300d' 1)=ext4" ""; do
    code=0
    "$fsduel" compare "$text" ext2 --rounds 1 --files 20 --db "$work/db" --work "$work/images" \
      >"$work/out" 2>"$work/err" </dev/null || code=$?
    [ "$code" != 0 ] || die "was accepted: $text"
    clean_output
  done
}

claim_options_commands_and_ids() {
  for option in on wipe wipe-signature work image-size rounds time-limit seed baseline margin ionice files tar spec workload; do
    code=0
    "$fsduel" compare ext4 ext2 --rounds 1 --files 20 --db "$work/db" --dry-run "--$option" "$hostile" \
      >"$work/out" 2>"$work/err" </dev/null || code=$?
    clean_output
  done
  for words in "$hostile" "--$hostile" "--$hostile=1"; do
    run 2 "$words"
    clean_output
    run 2 compare ext4 ext2 "--$hostile"
    clean_output
  done
  for command in show report; do
    code=0
    "$fsduel" "$command" "$hostile" --db "$work/db" >"$work/out" 2>"$work/err" </dev/null || code=$?
    [ "$code" != 0 ] || die "there is such a duel"
    clean_output
  done
}

claim_specs() {
  spec="$work/$hostile"
  printf 'candidates = ["ext4", "ext2"]\nrounds = 1\n[tree]\nfiles = 20\n' >"$spec"
  db=$work/db
  run 0 compare --spec "$spec" --db "$db" --work "$work/images"
  clean_output
  printf 'candidates = ["ext4", "%s", {label = "a\\nb\\u001b[31m", text = "ext2"}]\nr\033ounds = 1\n' "$hostile" >"$spec"
  run 2 compare --spec "$spec" --db "$db" --work "$work/images"
  clean_output
  printf 'candidates = ["ext4", "ext2"]\n"\\u001b[31m" = 1\n[tree]\n"\\u0007" = "\\u0007"\n' >"$spec"
  run 2 compare --spec "$spec" --db "$db" --work "$work/images"
  clean_output
  run 2 compare --spec "$work/none-$hostile" --db "$db"
  clean_output
}

# Members that climb, are absolute, go through links, are devices or setuid; and one good file.
make_hostile_tarball() {
  mkdir "$work/t" && cd "$work/t"
  echo good >good && echo evil >evil && echo set >setuid && chmod 6755 setuid
  mknod device c 1 3 && mkfifo fifo
  ln -s /etc out && ln -s ../../../.. up && mkdir real && echo through >real/file
  printf x >"$hostile" && printf y >"$long"
  tar -cf "$work/t.tar" good setuid device fifo out up "$hostile" "$long"
  tar -rPf "$work/t.tar" --transform 's,^evil,../climbed,' evil
  tar -rPf "$work/t.tar" --transform 's,^evil,a/../../climbed,' evil
  tar -rPf "$work/t.tar" --transform "s,^evil,$work/absolute," evil
  tar -rPf "$work/t.tar" --transform 's,^real,out,' real/file
  tar -rPf "$work/t.tar" --transform 's,^real,up,' real/file
  cd "$work"
}

claim_tarball_members() {
  make_hostile_tarball
  mkdir a b
  db=$work/db
  for inside in "" --tar-inside; do
    # shellcheck disable=SC2086  # an option or none
    run 0 compare "$work/a" "$work/b" --rounds 1 --tar "$work/t.tar" $inside --db "$db" --disturb
    clean_output
    [ ! -e "$work/absolute" ] || die "an absolute member was made"
    [ -z "$(find / -xdev -name climbed -newer "$work/t.tar" 2>/dev/null)" ] || die "a member climbed"
    [ ! -e /etc/file ] || die "a member went through a link"
    [ -z "$(ls -A a)$(ls -A b)" ] || die "something is left in the directories"
  done
  every_form
  cp t.tar "$work/$hostile"
  run 0 compare ext4 ext2 --rounds 1 --tar "$work/$hostile" --db "$db" --work "$work/images"
  clean_output
}

claim_tarballs_that_are_none() {
  printf 'no tarball' >"$work/$hostile"
  for name in "$hostile" "none-$hostile"; do
    code=0
    "$fsduel" compare ext4 ext2 --rounds 1 --tar "$work/$name" --db "$work/db" --work "$work/images" \
      >"$work/out" 2>"$work/err" </dev/null || code=$?
    [ "$code" != 0 ] || die "was accepted"
    clean_output
  done
}

"claim_$claim"
