#!/usr/bin/env bash
# Installs what is missing of Debian's packages, as root or through sudo.
#
#   tools/setup.sh         what building and running needs
#   tools/setup.sh test    what the tests need too

set -euo pipefail

build_packages=(
  g++                   # the compiler
  cmake                 # the build
  ninja-build           # what CMake's presets generate for
  pkg-config            # finds Highway and MPFR
  libhwy-dev            # Highway: vectors for every instruction set
  libmpfr-dev           # MPFR: the oracle's arithmetic
  libboost-dev          # Boost.Math: distributions, for the statistics
  libcli11-dev          # the command line
  libfmt-dev            # text
  nlohmann-json3-dev    # JSON
  libsqlite3-dev        # the lab's results
  libopenmpi-dev        # Open MPI: the lab's runs spread over processes
  openmpi-bin           # its mpirun
  libtorch-dev          # tensors and autograd, for torch/ and lab/
  libopenblas0-pthread  # the BLAS that libtorch finds
  gnuplot-nox           # plots
  libgtest-dev          # GoogleTest: tests
  libbenchmark-dev      # Google Benchmark: bench/
  libdnnl-dev           # oneDNN: a peer in bench/
)
test_packages=(
  dpkg-dev              # cpack: what a Debian package depends on
  file                  # cpack: which files are programs
  man-db                # the manual page, looked at
  python3-sklearn       # the data sets to compare with
  python3-torch         # the training to compare with
  python3-scipy         # the statistics to compare with
  chromium              # the report, opened as on a phone and on a desk
  g++-aarch64-linux-gnu # the library for 64-bit Arm,
  qemu-user             # run here, to the same bits
  bochs                 # a CPU with AVX-512 to run the library on,
  bochs-term            # shown in a terminal,
  busybox-static        # its file system,
  cpio                  # packed,
  isolinux              # what starts Debian's kernel there,
  syslinux-common       # with its loader,
  xorriso               # on a CD
)

fail() {
  echo "setup: $1" >&2
  exit 2
}

# Those of the arguments that are not installed.
missing_of() {
  local installed
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
    sed -n 's/ installed$//p') || true
  printf '%s\n' "$@" | grep -vxF -- "${installed:--}" || true
}

# Says nothing of its own unless it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  ((status == 0)) || tail -n 15 "$log" >&2
  rm -f "$log"
  return "$status"
}

install() {
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      fail "as root, or with sudo, install: $*"
    sudo -v || fail "as root install: $*"
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq
    -o DPkg::Lock::Timeout=120)
  echo "installing: $*"
  quietly "${apt[@]}" update || true  # the lists that are there may do
  quietly "${apt[@]}" install -y --no-install-recommends "$@" ||
    fail "could not install: $*"
}

packages=("${build_packages[@]}")
case "${1-}" in
  "") ;;
  test) packages+=("${test_packages[@]}") ;;
  *) fail "unknown group '$1'; there is: test" ;;
esac
command -v apt-get >/dev/null ||
  fail "not a Debian; needs the equivalents of: ${packages[*]}"
mapfile -t missing < <(missing_of "${packages[@]}")
((${#missing[@]} == 0)) || install "${missing[@]}"

# Any BLAS gives results; this one gives them several times faster.
blas=$(readlink -f /usr/lib/*-linux-gnu/libblas.so.3)
[[ $blas == */openblas* ]] ||
  echo "setup: libtorch will use $blas; OpenBLAS is faster: update-alternatives --config" \
    "libblas.so.3-$(basename "$(dirname /usr/lib/*-linux-gnu/libblas.so.3)")" >&2
