# SPDX-License-Identifier: Apache-2.0
#
# cmake -D mpirun=... -D flags=-n -D ranks=N -D program=warpgraph -D folder=... -P same_result.cmake
#
# Passes if `warpgraph run` on so many ranks writes the same file as in one process, and tells the same facts of it, of
# vertices whose names are in no order.

file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})
set(graph ${folder}/graph.wg)
execute_process(COMMAND ${program} generate rmat --scale 8 --seed 5 -o ${folder}/edges.el --quiet COMMAND_ERROR_IS_FATAL ANY)
file(APPEND ${folder}/edges.el "9001 9002\n20000 20001\n20001 20002\n")
execute_process(COMMAND ${program} convert ${folder}/edges.el ${graph} --symmetrise --duplicates first --relabel random --quiet
                COMMAND_ERROR_IS_FATAL ANY)

function(expect_same_facts one several)
  foreach(fact IN LISTS ARGN)
    string(JSON alone GET "${one}" ${fact})
    string(JSON together GET "${several}" ${fact})
    if(NOT alone STREQUAL together)
      message(FATAL_ERROR "${fact}: ${alone} in one process, ${together} on ${ranks} ranks")
    endif()
  endforeach()
endfunction()

# expect_same(<facts> <ends of the files that it writes> <what to run>...)
function(expect_same facts ends)
  set(run ${program} run ${ARGN} ${graph} --devices host --deterministic --verify --json --quiet -o)
  foreach(end IN LISTS ends)
    set(file values.${end})
    execute_process(COMMAND ${run} ${folder}/one_${file} OUTPUT_VARIABLE one COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${mpirun} ${flags} ${ranks} ${run} ${folder}/several_${file} OUTPUT_VARIABLE several
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${folder}/one_${file} ${folder}/several_${file}
                    COMMAND_ERROR_IS_FATAL ANY)
    expect_same_facts("${one}" "${several}" ${facts})
  endforeach()
endfunction()

expect_same("reached;highest" "txt;npy" bfs)
expect_same("reached;highest" txt bfs --parents)
expect_same("components;largest" txt cc)
expect_same("components;largest" npy cc-labels)
expect_same("highest;highest_vertex" npy pagerank)
expect_same("lowest;highest" "txt;npy" heat --hot 9001=5)
expect_same("triangles" txt triangles)
