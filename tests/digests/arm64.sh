#!/usr/bin/env bash
# Cross-compiles the library for 64-bit Arm, and compares its digests with the
# record: under qemu, as most machines that run this are no Arm.
#
#   arm64.sh SOURCE BUILD RECORD

set -euo pipefail
source=$1 build=$2 record=$3
sysroot=$build/sysroot
emulator="qemu-aarch64 -L /usr/aarch64-linux-gnu"

# Debian's Highway for Arm, from package lists of our own: what is installed
# here stays as it is.
fetch_highway() {
  local apt=$build/apt
  rm -rf "$sysroot" "$apt"
  mkdir -p "$apt"/{state/lists/partial,cache/archives/partial}
  cd "$apt"
  local options=(-qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64
    -o Dir::State="$apt/state" -o Dir::Cache="$apt/cache"
    -o Dir::State::status=/dev/null)
  apt-get "${options[@]}" update
  apt-get "${options[@]}" download libhwy-dev libhwy1
  for package in *.deb; do dpkg-deb -x "$package" "$sysroot"; done
}

[[ -e $sysroot/usr/lib/aarch64-linux-gnu/libhwy.so ]] || fetch_highway
export PKG_CONFIG_LIBDIR=$sysroot/usr/lib/aarch64-linux-gnu/pkgconfig
export PKG_CONFIG_SYSROOT_DIR=$sysroot
cmake -S "$source" -B "$build/digests" -G Ninja --log-level=WARNING \
  -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DCMAKE_CROSSCOMPILING_EMULATOR="${emulator// /;}" \
  -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
  -DCMAKE_EXE_LINKER_FLAGS="-Wl,-rpath-link,$sysroot/usr/lib/aarch64-linux-gnu" \
  "${@:4}"
cmake --build "$build/digests" --target digests
$emulator -E LD_LIBRARY_PATH="$sysroot/usr/lib/aarch64-linux-gnu" \
  "$build/digests/digests" "$record"
