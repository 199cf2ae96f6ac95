#!/bin/sh
# Goal: a skipped test counts where it should: check_skips_test.sh SOURCE_DIR CLAIM. Method: results
# as ctest writes them, and a stand-in for the ctest that is asked for labels.
set -eu
source_dir=$1
claim=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FSDUEL_SKIPS="$work/skips.txt"
unset CI FSDUEL_REQUIRE

cat >"$work/results.xml" <<'END'
<testsuite>
	<testcase name="a.Runs" classname="a.Runs" time="0.1" status="run">
	<testcase name="a.Mounts/&quot;x&quot;" classname="a" time="0.1" status="notrun">
		<skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
	<testcase name="b.IsOff" classname="b.IsOff" time="0" status="disabled">
</testsuite>
END
printf '#!/bin/sh\necho "  Test  #2: a.Mounts/\\"x\\""\n' >"$work/ctest"
chmod 755 "$work/ctest"
PATH=$work:$PATH

# check EXIT_CODE NUMBER_OF_MESSAGES
check() {
  status=0
  "$source_dir/scripts/check-skips" "$work/results.xml" 2>"$work/err" || status=$?
  lines=$(wc -l <"$work/err")
  if [ "$status $lines" != "$1 $2" ]; then
    echo "$claim: exit code $status with $lines messages, not $1 with $2:" >&2
    cat "$work/err" >&2
    exit 1
  fi
}

claim_skips_are_allowed_at_home() {
  : >"$FSDUEL_SKIPS"
  check 0 0
}

claim_each_unlisted_skip_fails_in_ci() {
  echo '# a.* no reason in a comment' >"$FSDUEL_SKIPS"
  export CI=true
  check 1 2
}

claim_a_listed_skip_needs_its_reason() {
  export CI=true
  printf 'a.Mounts/* there are no loop devices\nb.IsOff\n' >"$FSDUEL_SKIPS"
  check 1 1
  printf 'a.Mounts/* there are no loop devices\nb.IsOff not yet\n' >"$FSDUEL_SKIPS"
  check 0 0
}

claim_a_required_label_may_not_be_skipped() {
  echo '* everything' >"$FSDUEL_SKIPS"
  export CI=true FSDUEL_REQUIRE=root,guest
  check 1 1
  grep -q 'asks for it: a.Mounts/"x"$' "$work/err"
}

claim_missing_results_fail() {
  rm "$work/results.xml"
  check 1 1
}

"claim_$claim"
