# SPDX-License-Identifier: Apache-2.0
#
# cmake -D mpirun=... -D flags=-n -D ranks=N -D program=warpgraph -D folder=... -P same_graph.cmake
#
# Passes if so many ranks make the same graph file as one process: together where they can, else the first one alone.

include(${CMAKE_CURRENT_LIST_DIR}/expect_same_facts.cmake)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})

# expect_same(<end of the file's name> <command> <what the file is made from>...)
function(expect_same end)
  execute_process(COMMAND ${program} ${ARGN} -o ${folder}/one.${end} --json OUTPUT_VARIABLE one COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${mpirun} ${flags} ${ranks} ${program} ${ARGN} -o ${folder}/several.${end} --json
                  OUTPUT_VARIABLE several COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${folder}/one.${end} ${folder}/several.${end}
                  COMMAND_ERROR_IS_FATAL ANY)
  expect_same_facts("${one}" "${several}" vertices edges directed value_type file_bytes)
endfunction()

expect_same(wg generate rmat --scale 11 --seed 7 --weights uniform --symmetrise --drop-self-loops --duplicates sum)
expect_same(wg generate road --width 30 --height 30)
expect_same(el generate web --vertices 500)
file(WRITE ${folder}/names.txt "# Undirected graph\n90 7 3\n7 7 1\n18446744073709551615 90 2\n")
expect_same(wg convert ${folder}/names.txt)
expect_same(wg convert ${folder}/names.txt --weights double)
expect_same(wg convert ${folder}/names.txt --relabel degree)
expect_same(mtx convert ${folder}/names.txt)
expect_same(csv convert ${folder}/names.txt)
file(WRITE ${folder}/weights.graph "4 3 011 2\n7 1 2 5\n3 2 1 5 3 2\n0 0 2 2 4 1\n9 8 3 1\n")
expect_same(wg convert ${folder}/weights.graph)
file(RENAME ${folder}/one.wg ${folder}/again.wg)
expect_same(wg convert ${folder}/again.wg --weights none)
execute_process(COMMAND ${program} convert ${folder}/weights.graph ${folder}/again.wg --relabel random --quiet
                COMMAND_ERROR_IS_FATAL ANY)
expect_same(wg convert ${folder}/again.wg)

# Ranks read it together: one that has another file says so.
file(WRITE ${folder}/other.txt "90 7 3\n")
execute_process(COMMAND ${mpirun} ${flags} 1 ${program} convert ${folder}/names.txt ${folder}/several.wg :
                        ${flags} 1 ${program} convert ${folder}/other.txt ${folder}/several.wg
                RESULT_VARIABLE code ERROR_VARIABLE error)
if(code EQUAL 0 OR NOT error MATCHES "rank 1: .*: is another file than that of rank 0")
  message(FATAL_ERROR "ranks with other files: exit code ${code}\n${error}")
endif()

execute_process(COMMAND ${mpirun} ${flags} ${ranks} ${program} generate cycle --vertices 100 -o /dev/null --format wg
                RESULT_VARIABLE code ERROR_VARIABLE error)
if(code EQUAL 0 OR NOT error MATCHES "/dev/null: is no regular file")
  message(FATAL_ERROR "a file that is no regular one: exit code ${code}\n${error}")
endif()
