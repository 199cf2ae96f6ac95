# shellcheck shell=dash
# What ./fsduel, ./test and ./dev share: packages, builds and locks. Sourced by dash, never run; the
# caller has set $root to the checkout. Nothing here writes to standard output, that belongs to the
# program.

build_root=${FSDUEL_BUILD_DIR:-$root/build}
case $build_root in
  /*) ;;
  *) build_root=$PWD/$build_root ;;
esac

# A closed descriptor 0 would be handed to the next file that somebody opens.
[ -e /proc/self/fd/0 ] || exec </dev/null

say() { printf '%s\n' "fsduel: $*" >&2; }

# fail CODE TEXT...; the codes are those of the program (src/base/error.hpp).
fail() {
  fail_code=$1
  shift
  say "$@"
  exit "$fail_code"
}

# Names of the packages of the named groups.
packages_of() {
  for group in "$@"; do
    sed -n "s/^$group  *//p" "$root/packages.txt"
  done
}

# Packages of the named groups that are not installed, on one line. Where there is no dpkg nobody
# can tell, and configuring will name what it lacks.
missing_packages() {
  command -v dpkg-query >/dev/null || return 0
  names=$(packages_of "$@")
  # shellcheck disable=SC2086  # one word, one package
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $names 2>/dev/null |
    sed -n 's/^installed //p')
  missing=
  for name in $names; do
    printf '%s\n' "$installed" | grep -qxF -- "$name" || missing="$missing $name"
  done
  printf '%s' "${missing# }"
}

install_command() { printf '%s' "apt-get install -y --no-install-recommends $*"; }

# apt_get LOG ARGUMENTS...: as root, its own messages in LOG.
apt_get() {
  apt_log=$1
  shift
  set -- env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@"
  [ "$(id -u)" = 0 ] || set -- sudo "$@"
  "$@" </dev/null >"$apt_log" 2>&1
}

install_packages() {
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      fail 3 "missing packages, and neither root nor sudo to install them." \
        "Try: as root, $(install_command "$@")"
    say "not root: sudo is used to install $*"
  fi
  log=$build_root/apt.log
  say "installing $*"
  # The lists may be absent or too old to know where a package lies today.
  apt_get "$log" install -y --no-install-recommends "$@" || {
    say "the package lists may be old: apt-get update"
    { apt_get "$log" update && apt_get "$log" install -y --no-install-recommends "$@"; } || {
      grep '^[EW]: ' "$log" | tail -n 5 >&2
      fail 3 "cannot install packages: apt-get failed (all it said: $log)." \
        "Try: as root, apt-get update && $(install_command "$@")"
    }
  }
}

packages_state() {
  stat --printf '%i %s %y;' "$root/packages.txt" /var/lib/dpkg/status 2>/dev/null || :
}

# ensure_packages GROUP...: installs what is missing. Later starts are spared the question by a note
# for each group of what the list and dpkg's own record looked like; in a copy of this folder on
# another machine they look different.
ensure_packages() {
  state=$(packages_state)
  stale=
  for group; do
    { read -r noted <"$build_root/.packages-$group"; } 2>/dev/null || noted=
    [ "$noted" = "$state" ] || stale="$stale $group"
  done
  [ -n "$stale" ] || return 0
  # shellcheck disable=SC2086  # one word, one group
  locked "$build_root/.packages.lock" ensure_packages_now $stale || exit
  state=$(packages_state)
  for group in $stale; do printf '%s\n' "$state" >"$build_root/.packages-$group"; done
}

ensure_packages_now() {
  missing=$(missing_packages "$@")
  # shellcheck disable=SC2086  # one word, one package
  [ -z "$missing" ] || install_packages $missing
}

# For --no-install: says what is missing and ends with 3, or returns.
refuse_if_missing() {
  missing=$(missing_packages "$@")
  # shellcheck disable=SC2086  # one word, one package
  [ -z "$missing" ] ||
    fail 3 "missing packages: $missing. Try: as root, $(install_command $missing)"
}

# locked FILE COMMAND...: runs the command while nobody else holds FILE.
locked() {
  lock=$1
  shift
  mkdir -p "${lock%/*}"
  (
    flock -n 9 || {
      say "waiting for another build ($lock)"
      flock 9
    }
    "$@" 9>&-
  ) 9>"$lock"
}

# build PRESET TARGET...: configures where needed and builds in $build_root/PRESET, messages to
# standard error.
build() { locked "$build_root/$1/.lock" build_now "$@"; }

build_now() {
  preset=$1
  shift
  configure "$preset" "$build_root/$preset" && ninja -C "$build_root/$preset" "$@" >&2
}

# ninja runs cmake again by itself when a CMakeLists.txt has changed, but knows nothing of presets.
configure() {
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$2/CMakeCache.txt" 2>/dev/null) || home=
  [ "$2/build.ninja" -nt "$root/CMakePresets.json" ] && [ "$home" = "$root" ] && return
  # A checkout that was moved: the cache belongs to the old place.
  [ "${home:-$root}" = "$root" ] && fresh= || fresh=--fresh
  # shellcheck disable=SC2086  # $fresh may be no word at all
  cmake $fresh -S "$root" --preset "$1" -B "$2" >"$2/configure.log" 2>&1 || {
    cat "$2/configure.log" >&2
    say "cannot configure $2: cmake failed, see above"
    return 1
  }
}
