# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154 # build, out and gpus are set in scripts/gpu-check
#
# The steps of scripts/gpu-check. They run the executables themselves rather than ctest: one process
# per executable starts the GPU once, and a build tree that was carried here still works.

seconds_per_executable=120
every_case=0 # whether the sanitizers run all cases
readonly exit_all_skipped=77 # tests/test_main.cpp

failures=0
table=()
note="" # what a step wants to say in the table

# Runs a step, whatever comes of it, and writes its line of the table.
gpu_step() { # <title> <command>...
  local title=$1 begin=$SECONDS result=ok
  shift
  note=""
  "$@" || result=FAILED
  [[ $result == ok ]] || failures=$((failures + 1))
  table+=("$(printf '%-18s %-7s %5d s  %s' "$title" "$result" $((SECONDS - begin)) "$note")")
}

install_and_build() {
  install_packages "${build_packages[@]}"
  build_preset cuda-release
}

# One executable with its output in a log of its own; a failure shows the end of that log. Runs in a
# subshell of xargs.
run_logged() { # <log> <command>...
  local log=$1 status=0
  shift
  timeout "$seconds_per_executable" "$@" >"$log" 2>&1 </dev/null || status=$?
  ((status == 0 || status == exit_all_skipped)) && return
  grep -q '^\[=*\] Running 0 tests' "$log" && return # compute-sanitizer fails where nothing uses the GPU
  printf '\n%s: exit status %d\n' "$*" "$status" | tee -a "$log"
  tail -n 40 "$log"
  return 1
}
export -f run_logged
export seconds_per_executable exit_all_skipped

# The test executables that have a test that matches.
tests_matching() { # <gtest filter>
  local executable
  for executable in "$build"/tests/bin/*; do
    # grep reads to the end: an executable whose pipe is closed would fail, and count as one without such tests.
    if "$executable" --gtest_list_tests --gtest_filter="$1" 2>/dev/null | grep '^  ' >/dev/null; then
      say "$executable"
    fi
  done
}

# Each executable of the input once a shard, with the shard's number in front. Of every `every` shards one is left, with
# another commit another one.
each_shard() { # <shards> <every>
  local seed
  seed=$(git rev-parse --short=7 HEAD 2>/dev/null) || seed=1
  awk -v shards="$1" -v every="$2" -v seed="$((16#$seed))" \
    '{ for (i = seed % every; i < shards; i += every) print i, $0 }'
}

# Runs the matching tests, several processes at a time, `shards` for each executable, and one of every `every` shards;
# fills `note` from gtest's own counts.
run_matching() { # <name of the log> <gtest filter> <processes at a time> <shards> <every> [<command in front>...]
  local name=$1 filter=$2 jobs=$3 shards=$4 every=$5 logs status=0
  shift 5
  logs=$(mktemp -d)
  # shellcheck disable=SC2016 # the inner shell's
  tests_matching "$filter" | each_shard "$shards" "$every" |
    GTEST_TOTAL_SHARDS=$shards logs=$logs filter=$filter gpus=$gpus xargs -P "$jobs" -L 1 bash -c '
      command=("${@:1:$#-2}")
      index=${*: -2:1} executable=${*: -1}
      # Tests of one GPU are spread over all.
      [[ $filter == Cuda/* ]] && export CUDA_VISIBLE_DEVICES=$((index % gpus))
      GTEST_SHARD_INDEX=$index run_logged "$logs/$(basename "$executable")-$index.log" \
        "${command[@]}" "$executable" --gtest_filter="$filter" --gtest_brief=0' _ "$@" || status=1
  cat "$logs"/*.log >"$out/$name.log" 2>/dev/null || true
  rm -r "$logs"
  count_tests "$out/$name.log" || status=1
  return "$status"
}

count_tests() { # <log>
  local passed skipped
  passed=$(awk '/^\[  PASSED  \]/ { n += $4 } END { print n + 0 }' "$1")
  skipped=$(awk '/^\[  SKIPPED \] [0-9]+ tests?,/ { n += $4 } END { print n + 0 }' "$1")
  note="$passed passed, $skipped skipped"
  ((passed > 0)) # no test at all is no success
}

# They take up to all memory of a GPU, so that no other test has room beside them.
readonly fill_the_gpu='Cuda/*CountInSixtyFourBits*:Cuda/*ReachBeyond31Bits*'

run_tests() { # <gtest filter> <executables at a time>
  local name=gpu
  [[ $1 == "$fill_the_gpu" ]] && name=largest_gpu
  [[ $1 == Multi* ]] && name=multi_gpu
  [[ $1 == Multi* ]] && local -x seconds_per_executable=400 # NCCL takes more than a second for each hub of its kind
  run_matching "$name" "$1" "$2" 1 1
}

# More ranks than cores, and as root, where the tests run in containers.
readonly mpi_environment=(
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl_base_warn_component_unused=0
)

# Two ranks with a GPU each: what they compute, and that they end where one of them has a fault.
run_rank_tests() {
  local test=$build/tests/bin/rank_algorithms_test status=0 fault
  if ! command -v mpirun >/dev/null || [[ ! -x $test ]]; then
    note="skipped: no mpirun, or a build without MPI"
    return 0
  fi
  run_logged "$out/ranks.log" env "${mpi_environment[@]}" mpirun -n 2 "$test" cuda --gtest_color=no || status=1
  for fault in stop:0 stop:1 kill_unnoticed:1; do
    run_rank_fault "${fault%:*}" "${fault#*:}" || status=1
  done
  note="$(awk '/^\[  PASSED  \]/ { n += $4 } END { print n + 0 }' "$out/ranks.log") passed on both ranks, 3 faults"
  return "$status"
}

run_rank_fault() { # <fault> <rank that has it>
  run_logged "$out/ranks-$1-$2.log" env "${mpi_environment[@]}" cmake -D mpirun=mpirun -D flags=-n -D ranks=2 \
    -D program="$(realpath "$build/cli/warpgraph")" -D folder="$(realpath "$out")/ranks-$1-$2" -D devices=cuda \
    -D fault="$1" -D victim="$2" -D message="rank $2 is late: no answer within" \
    -P tests/mpi/command/expect_error.cmake
}

# Not the large ones; nor those whose streams wait for each other or for the host, because under the sanitizers a stream
# holds up all others, and they would wait for ever.
readonly sanitized="Cuda/*-*Large*:*EventTest*:*StreamTest*:*RuntimeTest*:*TimelineTest*:$fill_the_gpu"

run_sanitizer() { # <tool>
  local sanitizer
  local -x seconds_per_executable=900 WARPGRAPH_TEST_PATIENCE=8
  sanitizer=$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer) ||
    { note="compute-sanitizer is missing" && return 1; }
  # A commit has half of the cases: all of them take ten minutes a tool.
  local filter=$sanitized shards=4 every=2 options=(--tool "$1" --error-exitcode 86 --print-limit 20)
  # The tests make calls fail on purpose; that is no error of memory.
  [[ $1 == memcheck ]] && options+=(--report-api-errors no)
  # All shared memory of a sort is CUB's, and racecheck takes minutes for it, and for whole programs and large graphs.
  # Smaller tests run the same kernels, and each way of the engine, once. It takes ten times as long as the others, so
  # a commit has a third of the cases.
  [[ $1 == racecheck ]] && shards=12 every=3 &&
    filter+=':*SortTest*:*EqualsOracleFor*:*ForHubsAndCopies*:*DeviceBuild.Peak*:*InAllWays*:*Catalogue*' &&
    filter+=':*ShippedPrograms*:*CommandsTest.Run*:*Adversaries*:*ForABank*:*LeavesDistances*:*ChainsOfCycles*' &&
    filter+=':*Betweenness.IsThatOfTheOracle/*:*Betweenness.Counts*:*WithAndWithoutEachStep*:*OneListIsRanked*'
  ((every_case)) && every=1
  run_matching "$1" "$filter" $((5 * gpus)) "$shards" "$every" "$sanitizer" "${options[@]}"
}

# The whole program on random graphs; on two devices too, which share the GPU where there is only one.
run_soak() {
  local devices=(cuda:0 "cuda:0,$((gpus > 1))") status=0
  scripts/soak 1 --build "$build" --devices "${devices[@]}" --keep "$out/soak" >"$out/soak.log" 2>&1 </dev/null || status=1
  ((status == 0)) || cat "$out/soak.log"
  note=$(sed -nE '$s/^seed ([0-9]+): ([0-9]+) trials .*, ([0-9]+) findings$/seed \1: \2 trials, \3 findings/p' "$out/soak.log")
  return "$status"
}

# The figures of the host are for machines that are idle otherwise. The engine's are the whole table of docs/benchmarks.md
# without the plans and shapes that it would not choose.
readonly gpu_benchmarks='-host:|^read/|^engine/.*/(push|pull|priority)'

# One after the other, so that they do not disturb each other; all results become one JSON array.
run_benchmarks() {
  local executable json status=0 separator='['
  json=$(mktemp)
  for executable in "$build"/benchmarks/bin/*; do
    [[ -x $executable ]] || continue
    run_logged "$json.log" "$executable" --benchmark_min_time=0.05 --benchmark_filter="$gpu_benchmarks" \
      --benchmark_out="$json" --benchmark_out_format=json || { status=1 && continue; }
    [[ -s $json ]] || continue # none of its benchmarks was asked for
    { printf '%s\n' "$separator" && cat "$json"; } >>"$json.all"
    separator=','
  done
  if [[ -s $json.all ]]; then
    { cat "$json.all" && printf ']\n'; } >"$out/benchmarks.json"
    note="$(grep -c '"run_type": "iteration"' "$out/benchmarks.json") figures"
  else
    note="there are none"
  fi
  rm -f "$json" "$json".*
  return "$status"
}

# Google Benchmark writes one key a line, so awk reads it well enough.
headline_figures() {
  awk -F'": ' '
    function value(text) { gsub(/[",]/, "", text); return text }
    /"name"/ { name = value($2) }
    /"real_time"/ { time = value($2) }
    /"time_unit"/ { printf "%s%-58s %12.4g %s", line, name, time, value($2); line = "\n" }
    /"bytes_per_second"/ { printf "  %9.2f GB/s", value($2) / 1e9 }
    /"items_per_second"/ { printf "  %9.2f M/s", value($2) / 1e6 }
    END { printf line }
  ' "$out/benchmarks.json"
}

print_table() {
  say "" "$(nvidia-smi --query-gpu=name --format=csv,noheader | sort | uniq -c | sed 's/^ *//')"
  say "${table[@]}"
  if [[ -s $out/benchmarks.json ]]; then
    say "" "$(headline_figures | head -n 40)"
  fi
  say "Raw results: $out"
}
