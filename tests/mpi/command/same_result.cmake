# SPDX-License-Identifier: Apache-2.0
#
# cmake -D mpirun=... -D flags=-n -D ranks=N -D program=warpgraph -D folder=... [-D grid=RxC] -P same_result.cmake
#
# With a grid, RxC or auto, these are vertex programs, and sums of floats are verified but not compared. The costs of auto
# are such that messages are all that counts.
# Passes if `warpgraph run` on so many ranks writes the same file as in one process, and tells the same facts of it, of
# vertices whose names are in no order.

include(${CMAKE_CURRENT_LIST_DIR}/expect_same_facts.cmake)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})
set(graph ${folder}/graph.wg)
set(scale 8)
if(grid)
  set(scale 11) # some vertices for each of 16 ranks
endif()
execute_process(COMMAND ${program} generate rmat --scale ${scale} --seed 5 -o ${folder}/edges.el --quiet COMMAND_ERROR_IS_FATAL ANY)
file(APPEND ${folder}/edges.el "9001 9002\n20000 20001\n20001 20002\n")
execute_process(COMMAND ${program} convert ${folder}/edges.el ${graph} --symmetrise --duplicates first --relabel random --quiet
                COMMAND_ERROR_IS_FATAL ANY)

# expect_same(<facts> <ends of the files that it writes> <what to run>...)
function(expect_same facts ends)
  set(run ${program} run ${ARGN} ${graph} --devices host --deterministic --verify --json --quiet -o)
  set(run_together ${run})
  if(grid)
    list(INSERT run_together 3 --grid ${grid} ${costs})
  endif()
  foreach(end IN LISTS ends)
    set(file values.${end})
    execute_process(COMMAND ${run} ${folder}/one_${file} OUTPUT_VARIABLE one COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${mpirun} ${flags} ${ranks} ${run_together} ${folder}/several_${file} OUTPUT_VARIABLE several
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${folder}/one_${file} ${folder}/several_${file}
                    COMMAND_ERROR_IS_FATAL ANY)
    expect_same_facts("${one}" "${several}" ${facts})
  endforeach()
endfunction()

if(grid)
  if(grid STREQUAL "auto")
    file(WRITE ${folder}/costs.json "{\"ranks\": ${ranks}, \"devices\": [{\"cost\": {
      \"gathers\": [{\"table_bytes\": 1048576, \"per_second\": 4e8}], \"stream_bytes_per_second\": 4e9,
      \"launch_seconds\": 1e-6, \"wait_seconds\": 1e-6}}], \"links\": [{\"from\": \"rank 0\", \"to\": \"rank 1\",
      \"hub\": \"host\", \"latency_seconds\": 1e-3, \"message_seconds\": 1e-3, \"bytes_per_second\": 1e9}]}")
    set(costs --costs ${folder}/costs.json)
  endif()
  expect_same("reached" npy bfs --parents)
  if(NOT grid STREQUAL "auto")
    expect_same("reached;highest" txt bfs)
    expect_same("reached;farthest" txt sssp)
    expect_same("components;largest" npy cc-labels)
  endif()
  execute_process(COMMAND ${mpirun} ${flags} ${ranks} ${program} run pagerank ${graph} --grid ${grid} ${costs} --devices host
                          --verify --json --quiet
                  OUTPUT_VARIABLE facts COMMAND_ERROR_IS_FATAL ANY)
  string(JSON devices GET "${facts}" devices)
  if(NOT devices MATCHES "a grid of [2-9]x[2-9]")
    message(FATAL_ERROR "no grid: ${devices}")
  endif()
  return()
endif()

expect_same("reached;highest" "txt;npy" bfs)
expect_same("reached" txt bfs --parents)
expect_same("components;largest" txt cc)
expect_same("components;largest" npy cc-labels)
expect_same("highest;highest_vertex" npy pagerank)
expect_same("lowest;highest" "txt;npy" heat --hot 9001=5)
expect_same("triangles" txt triangles)
