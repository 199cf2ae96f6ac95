#!/bin/sh
# Goal: ./fsduel from a checkout behaves as promised, one claim per call: wrapper_test.sh SOURCE_DIR CLAIM.
# Method: a small checkout in a temporary folder with the real scripts, and stand-ins for what is slow or changes the
# machine: cmake, ninja, apt-get, dpkg-query, sudo. Each stand-in notes in $work/calls how it was called.
set -eu
source_dir=$1
claim=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
tree=$work/tree
tools=$work/tools
calls=$work/calls
unset FSDUEL_BUILD_DIR

die() {
  printf '%s: %s\n' "$claim" "$*" >&2
  for file in out err calls; do
    printf '%s\n' "--- $file:" >&2
    cat "$work/$file" >&2
  done
  exit 1
}

# stand_in NAME: a tool whose script comes from standard input.
stand_in() {
  {
    printf '#!/bin/sh\nprintf "%%s\\n" "%s $*" >>"%s"\n' "$1" "$calls"
    cat
  } >"$tools/$1"
  chmod 755 "$tools/$1"
}

make_checkout() {
  mkdir -p "$tree/src/cli" "$tree/cmake" "$tools"
  cp -r "$source_dir/fsduel" "$source_dir/test" "$source_dir/dev" "$source_dir/scripts" "$tree"
  mkdir "$tree/tests" && touch "$tree/tests/skips.txt"
  printf 'build b1\nbuild b2\nrun-core r1\ntest t1\n' >"$tree/packages.txt"
  touch "$tree/src/cli/main.cpp" "$tree/CMakeLists.txt" "$tree/CMakePresets.json"
  : >"$work/out"
  : >"$work/err"
  : >"$calls"
  chmod 666 "$calls"
}

make_tools() {
  # cmake ... -B DIR and ninja -C DIR TARGET: the program says its arguments and their number.
  stand_in cmake <<'END'
while [ "$1" != -B ]; do shift; done
touch "$2/build.ninja"
echo noise
END
  cat >"$work/program" <<'END'
#!/bin/sh
echo "ran $#: $*"
case ${1-} in
  seven) exit 7 ;;
  input) readlink /proc/self/fd/0 ;;
esac
END
  stand_in ninja <<END
mkdir -p "\$2/src/cli"
install -m 755 "$work/program" "\$2/src/cli/fsduel"
echo noise
END
  for name in clang-format-16 clang-tidy-16; do stand_in "$name" </dev/null; done
  stand_in ctest <<'END'
while [ $# != 0 ]; do
  [ "$1" != --output-junit ] || : >"$2"
  shift
done
echo 'the summary'
END
  # Installed is what $work/installed lists.
  stand_in dpkg-query <<END
shift 3
for name; do grep -qx "\$name" "$work/installed" && echo "installed \$name"; done
true
END
  stand_in apt-get <<END
[ ! -e "$work/apt-fails" ] || { echo "E: Unable to locate package"; exit 100; }
for word; do case \$word in *[0-9]) echo "\$word" >>"$work/installed" ;; esac; done
END
  printf 'b1\nb2\nr1\nt1\n' >"$work/installed"
}

run() {
  status=0
  PATH="$tools:$PATH" "${program:-$tree/fsduel}" "$@" >"$work/out" 2>"$work/err" || status=$?
}

# As nobody, who owns nothing here.
run_as_nobody() {
  status=0
  PATH="$tools:$PATH" setpriv --reuid=65534 --regid=65534 --clear-groups \
    "$tree/fsduel" "$@" >"$work/out" 2>"$work/err" || status=$?
}

expect_status() { [ "$status" = "$1" ] || die "exit code $status, not $1"; }
expect_out() { [ "$(cat "$work/out")" = "$1" ] || die "standard output is not: $1"; }
expect_err() { grep -qF -- "$1" "$work/err" || die "standard error lacks: $1"; }
expect_quiet() { [ ! -s "$work/err" ] || die "standard error is not empty"; }
expect_call() { grep -q -- "$1" "$calls" || die "was not called: $1"; }
expect_no_call() { ! grep -q -- "$1" "$calls" || die "was called: $1"; }

needs_root() {
  [ "$(id -u)" = 0 ] || {
    echo '[  SKIPPED ] root is needed to become nobody'
    exit 0
  }
}

# From here on one function is one claim; CMakeLists.txt finds them by their names.

claim_builds_then_runs_with_all_arguments() {
  run 'a b' -- --no-install
  expect_status 0
  expect_out 'ran 3: a b -- --no-install'
  expect_call 'ninja .*fsduel_main'
}

claim_hands_on_the_exit_code() {
  run seven
  expect_status 7
}

claim_says_and_does_nothing_when_built() {
  run
  : >"$calls"
  run again
  expect_out 'ran 1: again'
  expect_quiet
  [ ! -s "$calls" ] || die "something was called"
}

claim_builds_again_when_a_source_is_newer() {
  run
  : >"$calls"
  touch "$tree/src/cli/main.cpp"
  run
  expect_call ninja
}

claim_runs_by_a_link_from_elsewhere() {
  ln -s "$tree/fsduel" "$work/link"
  cd /
  program=$work/link
  run here
  expect_out 'ran 1: here'
}

claim_runs_with_closed_input() {
  run input <&-
  expect_status 0
  grep -qx /dev/null "$work/out" || die "descriptor 0 is not /dev/null"
}

claim_builds_where_it_is_told() {
  cd "$work"
  export FSDUEL_BUILD_DIR=elsewhere
  run
  expect_status 0
  [ -x "$work/elsewhere/release/src/cli/fsduel" ] || die "nothing was built there"
  [ ! -e "$tree/build" ] || die "something was written to the checkout"
}

claim_installs_what_is_missing_and_only_that() {
  echo b1 >"$work/installed"
  run
  expect_status 0
  expect_call 'apt-get .*install -y --no-install-recommends b2 r1$'
  expect_no_call 'update'
}

claim_updates_the_lists_when_an_install_fails() {
  : >"$work/installed"
  touch "$work/apt-fails"
  run
  expect_status 3
  expect_call 'apt-get .*update'
  expect_err 'E: Unable to locate package'
  expect_err 'apt-get update && apt-get install -y --no-install-recommends b1 b2 r1'
  expect_no_call ninja
}

claim_only_says_what_is_missing_without_install() {
  echo b1 >"$work/installed"
  run --no-install compare
  expect_status 3
  expect_err 'missing packages: b2 r1'
  expect_out ''
  expect_no_call apt-get
  expect_no_call ninja
}

claim_runs_without_install_when_nothing_is_missing() {
  run compare --no-install x
  expect_out 'ran 2: compare x'
}

claim_asks_again_when_packages_have_changed() {
  run
  echo 'run-core r2' >>"$tree/packages.txt"
  run
  expect_call 'apt-get .* r2$'
}

claim_asks_again_in_a_copy_on_another_machine() {
  run
  cp -r "$tree" "$work/copy"
  touch "$work/copy/build/release/.built"
  echo b1 >"$work/installed"
  program=$work/copy/fsduel
  run copied
  expect_out 'ran 1: copied'
  expect_call 'apt-get .* r1$'
}

claim_uses_sudo_when_not_root_and_says_so() {
  needs_root
  chown -R 65534 "$tree"
  stand_in sudo <<'END'
"$@"
END
  echo b1 >"$work/installed"
  chmod 666 "$work/installed"
  run_as_nobody
  expect_status 0
  expect_err 'sudo is used to install b2 r1'
  expect_call 'sudo env DEBIAN_FRONTEND=noninteractive apt-get'
}

claim_runs_a_built_tree_of_somebody_else() {
  needs_root
  run
  : >"$calls"
  run_as_nobody mine
  expect_out 'ran 1: mine'
  expect_quiet
  [ ! -s "$calls" ] || die "something was called"
  [ -z "$(find "$tree" -newer "$calls")" ] || die "something was written"
}

claim_runs_an_old_build_of_somebody_else_and_says_so() {
  needs_root
  run
  touch "$tree/src/cli/main.cpp"
  : >"$calls"
  run_as_nobody mine
  expect_out 'ran 1: mine'
  expect_err 'sources are newer than'
  [ "$(wc -l <"$work/err")" = 1 ] || die "more than one line"
  [ ! -s "$calls" ] || die "something was called"
}

claim_refuses_an_unbuilt_tree_of_somebody_else() {
  needs_root
  run_as_nobody
  expect_status 3
  expect_err 'FSDUEL_BUILD_DIR='
  expect_out ''
}

claim_builds_once_for_two_at_a_time() {
  sed -i 's/^echo noise/sleep 0.3/' "$tools/ninja"
  PATH="$tools:$PATH" "$tree/fsduel" first >"$work/first" 2>&1 &
  run second
  wait
  expect_out 'ran 1: second'
  [ "$(grep -c '^ninja' "$calls")" = 1 ] || die "built more than once"
}

claim_reports_a_build_that_fails() {
  stand_in ninja <<'END'
echo "error: x"; exit 1
END
  run
  expect_status 3
  expect_err 'error: x'
  expect_out ''
  run
  expect_status 3
}

claim_configures_anew_in_a_moved_checkout() {
  run
  echo "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere" >"$tree/build/release/CMakeCache.txt"
  touch "$tree/src/cli/main.cpp"
  run
  expect_call 'cmake --fresh'
}

claim_the_suite_stops_without_its_packages() {
  echo b1 >"$work/installed"
  program=$tree/test
  run --no-install
  expect_status 3
  expect_err 'missing packages: b2 r1 t1'
}

claim_the_suite_ends_with_the_summary_of_its_runner() {
  program=$tree/test
  run
  expect_status 0
  expect_out 'the summary'
  case $(tail -n 1 "$calls") in
    *--test-dir*build/dev*--no-tests=error*) ;;
    *) die "the suite did not come last" ;;
  esac
}

claim_the_suite_fails_when_an_early_step_fails() {
  stand_in clang-format-16 <<'END'
exit 1
END
  program=$tree/test
  run
  expect_status 1
  expect_err 'FAILED: format'
  expect_out 'the summary'
}

claim_the_suite_does_not_run_half_a_build() {
  stand_in ninja <<'END'
case $* in *build/dev*) exit 1 ;; esac
END
  program=$tree/test
  run
  expect_status 1
  expect_err 'FAILED: build'
  expect_no_call '^ctest.*build/dev'
}

make_checkout
make_tools
"claim_$claim"
