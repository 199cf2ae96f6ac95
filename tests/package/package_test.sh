#!/bin/sh
# Goal: the Debian package runs without a compiler and holds what an administrator needs.
# package_test.sh BUILD_DIR: makes the package of that build, looks into it, runs its program.
set -eu
build=$1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

die() {
  echo "$*" >&2
  exit 1
}

cpack --config "$build/CPackConfig.cmake" -B "$work" >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  die "cpack failed"
}
package=$(echo "$work"/fsduel_*.deb)
[ -f "$package" ] || die "there is no package in $work"

depends=$(dpkg-deb -f "$package" Depends)
echo "Depends: $depends"
for name in libc6 e2fsprogs xfsprogs btrfs-progs; do
  case ", $depends," in *", $name"[\ ,]*) ;; *) die "does not depend on $name" ;; esac
done
for name in $(echo "$depends" | sed 's/([^)]*)//g; s/[,|]/ /g'); do
  case $name in
    *-dev | g++* | gcc | gcc-[0-9]* | gcc-[0-9]*-base | clang* | cmake | ninja-build | make) die "depends on $name" ;;
  esac
done

dpkg-deb -c "$package"
dpkg-deb -x "$package" "$work/root"
for file in "$work"/root/usr/bin/* "$work"/root/usr/share/fsduel/specs/*.toml; do
  [ -f "$file" ] || die "the package lacks $file"
done
[ ! -e "$work/root/usr/include" ] || die "the package holds headers"
"$work/root/usr/bin/fsduel" --version
