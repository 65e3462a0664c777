# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What the scripts share. Source it first: it turns on strict mode and goes to the repository's root.
set -euo pipefail
script=$(realpath "$0")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cores=$(nproc)
minimum_cuda=12.4
installs=1                        # 0: install_packages installs nothing (--no-install)
: "${WARPGRAPH_WARNINGS_ARE_ERRORS:=OFF}" # .ci/run sets it: a warning of another compiler stops nobody else

say() { printf '%s\n' "$@"; } # a line for each argument

die() {
  say "$(basename "$0"): $*" >&2
  exit 1
}

# Shows the comment at the top of the script, and ends it, if one of its arguments asks for help.
help_if_asked() { # <argument>...
  local argument
  for argument in "$@"; do
    [[ $argument == --help || $argument == -h ]] || continue
    sed -n '4,${/^#/!q;s/^# \{0,1\}//p}' "$script"
    exit 0
  done
}

# --- steps: one line each while all goes well, the interesting part of the log when not ------------

step_titles=() step_seconds=()

record_step() { # <title> <seconds>
  step_titles+=("$1") step_seconds+=("$2")
}

# On a terminal, shows how far ninja ("[3/80] ...") or ctest (" 3/80 Test ...") is.
show_progress() { # <title>
  local line
  while IFS= read -r line; do
    [[ $line =~ ^(\[| *)([0-9]+/[0-9]+)[]\ ] ]] && printf '\r%-34s %s ' "$1" "${BASH_REMATCH[2]}"
  done
  printf '\r%-34s ' "$1"
}

step() { # <title> <log> <command>...
  local title=$1 log=$2 begin=$SECONDS status=0
  shift 2
  mkdir -p "$(dirname "$log")"
  printf '%-34s ' "$title"
  if [[ -t 1 ]]; then
    "$@" 2>&1 </dev/null | tee "$log" | show_progress "$title" || status=$?
  else
    "$@" >"$log" 2>&1 </dev/null || status=$?
  fi
  record_step "$title" $((SECONDS - begin))
  if ((status == 0)); then
    printf 'ok %5d s\n' $((SECONDS - begin))
  else
    printf 'FAILED after %d s\n' $((SECONDS - begin))
    grep -vE '^(\[[0-9]+/[0-9]+\]| *Start +[0-9]+:| *[0-9]+/[0-9]+ Test .* (Passed|\*\*\*Skipped) )' \
      "$log" | tail -n 150 || true
    say "The whole log: $log"
  fi
  return "$status"
}

print_times() {
  local i total=0
  say "" "Seconds per step"
  for i in "${!step_titles[@]}"; do
    printf '%6d  %s\n' "${step_seconds[i]}" "${step_titles[i]}"
    total=$((total + step_seconds[i]))
  done
  printf '%6d  together\n' "$total"
}

# --- the machine ------------------------------------------------------------------------------------

gpu_count() {
  local list
  list=$(nvidia-smi -L 2>/dev/null) || list=""
  grep -c '^GPU ' <<<"$list" || true
}

# Prints the path of an nvcc that is new enough, if there is one.
find_nvcc() {
  local nvcc release
  for nvcc in "${CUDACXX:-}" "$(command -v nvcc || true)" "${CUDA_HOME:-}/bin/nvcc" \
    /usr/local/cuda/bin/nvcc; do
    [[ -x $nvcc ]] || continue
    release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
    if [[ $(printf '%s\n' "$minimum_cuda" "$release" | sort -V | head -n 1) == "$minimum_cuda" ]]; then
      say "$nvcc"
      return
    fi
  done
}

# The build that this machine can run: nvcc alone changes nothing without a GPU.
best_preset() {
  if [[ -n $(find_nvcc) ]] && (($(gpu_count) > 0)); then
    say cuda-release
  else
    say host-release
  fi
}

# --- packages ---------------------------------------------------------------------------------------

# What the build needs: Debian's and Ubuntu's package, and how to see that it came some other way
# (a command on the PATH, a header that is found, a library that links, or a module that Python imports).
readonly build_packages=(
  g++:g++ cmake:cmake ninja-build:ninja pkg-config:pkg-config
  libboost-program-options-dev:-lboost_program_options nlohmann-json3-dev:nlohmann/json.hpp
  libgtest-dev:-lgtest libbenchmark-dev:-lbenchmark zlib1g-dev:-lz libzstd-dev:-lzstd ccache:ccache
  libopenmpi-dev:mpicxx openmpi-bin:mpirun
)

have() { # <package>:<command, header, -llibrary or import module>
  local package=${1%%:*} proof=${1#*:} prefix
  dpkg -s "$package" >/dev/null 2>&1 && return
  for prefix in ${CMAKE_PREFIX_PATH:+${CMAKE_PREFIX_PATH//[:;]/ }}; do
    compgen -G "$prefix/lib*/lib${proof#-l}.*" >/dev/null && return
    [[ -e $prefix/include/$proof ]] && return
  done
  case $proof in
    -l*) g++ -x c++ - "$proof" -o /dev/null <<<'int main() {}' ;;
    "import "*) python3 -c "$proof" ;;
    */*) g++ -x c++ - -M <<<"#include <$proof>" ;;
    *) command -v "$proof" ;;
  esac >/dev/null 2>&1
}

run_apt() { # <package>...
  local as_root=()
  if ((EUID != 0)); then
    as_root=(sudo)
    { : </dev/tty; } 2>/dev/null || as_root+=(-n) # nobody there to type a password
  fi
  local options=(-y --no-install-recommends -o DPkg::Lock::Timeout=120 -o Acquire::Retries=1)
  "${as_root[@]}" apt-get update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" "$@"
}

# Installs what is missing. Where that cannot be done, CMake makes do with what it finds.
install_packages() { # <package>:<proof>...
  local entry missing=()
  for entry in "$@"; do
    have "$entry" || missing+=("${entry%%:*}")
  done
  ((${#missing[@]})) || return 0
  say "Missing packages: ${missing[*]}"
  if ((!installs)); then
    say "Nothing is installed (--no-install); going on with what CMake finds."
  elif ! command -v apt-get >/dev/null; then
    say "There is no apt-get here; going on with what CMake finds."
  elif ! step "install them" build/logs/apt.log run_apt "${missing[@]}"; then
    say "They could not be installed; going on with what CMake finds."
  fi
}

# What the first build and test of a preset take, from the processor time that they need.
minutes_to_check() { # <preset>
  local processor_minutes=34
  [[ $1 == cuda-* ]] && processor_minutes=60
  say $(((processor_minutes + cores - 1) / cores + 1))
}

# What the first build of scripts/demo takes, of the same.
minutes_to_demo() { # <preset>
  local processor_minutes=9
  [[ $1 == cuda-* ]] && processor_minutes=30
  say $(((processor_minutes + cores - 1) / cores))
}

# --- build and test ---------------------------------------------------------------------------------

# The tests that build things: the rules about headers, and the installed package.
readonly building_tests='^(build|package)$'

# Compilers run behind ccache where it is installed. Paths are hashed relative to this folder, so that another clone finds
# what this one has compiled. The compiler itself says what it has read (CCACHE_DEPEND): to preprocess each source for the
# cache besides takes a tenth of a first build.
use_ccache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache # scripts/ptxas-log is nvcc's
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros
}

configure_options=() # of CMake, beside the preset's

# Configures and builds a preset into build/<preset>; with targets, just those.
build_preset() { # <preset> [<target>...]
  local preset=$1 logs=build/logs
  local options=(-D CMAKE_COMPILE_WARNING_AS_ERROR="$WARPGRAPH_WARNINGS_ARE_ERRORS" "${configure_options[@]}")
  shift
  use_ccache
  # A build for this machine's GPUs alone takes half the time.
  if [[ $preset == cuda-release ]] && (($(gpu_count) > 0)); then
    options+=(-D CMAKE_CUDA_ARCHITECTURES=native)
  fi
  step "$preset: configure" "$logs/$preset-configure.log" \
    cmake --preset "$preset" "${options[@]}" || return
  sed -nE 's/^-- (  (on|off) )/\1/p' "$logs/$preset-configure.log"
  build_targets "$preset" "build" "$@"
}

# Builds targets of a preset that is configured; without targets, everything.
build_targets() { # <preset> <what> [<target>...]
  local preset=$1 what=$2 targets=()
  shift 2
  (($#)) && targets=(--target "$@")
  step "$preset: $what" "build/logs/$preset-build.log" \
    cmake --build --preset "$preset" --parallel "$cores" "${targets[@]}"
}

# GCC's ThreadSanitizer cannot place its shadow memory under the address randomisation of recent
# kernels; without it, it can. Not every container allows the switch.
fixed_addresses() {
  if setarch -R true 2>/dev/null; then
    setarch -R "$@"
  else
    "$@"
  fi
}

# Runs the tests of a preset that have or lack these labels, and repeats ctest's verdict.
test_preset() { # <preset> <what> <ctest option>...
  local preset=$1 what=$2 log=build/logs/$1-test.log runner=() skipped
  shift 2
  [[ $preset == *-tsan ]] && runner=(fixed_addresses)
  step "$preset: $what" "$log" \
    "${runner[@]}" ctest --preset "$preset" --parallel "$cores" "$@" || return
  skipped=$(grep -c '\*\*\*Skipped' "$log" || true)
  ((skipped == 0)) || say "  $skipped suites skipped: this machine lacks what they run on"
  grep -E '^[0-9]+% tests passed' "$log"
}
