# SPDX-License-Identifier: Apache-2.0
#
# cmake -D mpirun=... -D flags=-n -D ranks=N -D program=warpgraph -D folder=... -D fault=... -D victim=RANK
#       -D message=<regular expression> [-D devices=host] -P expect_error.cmake
#
# Passes if `warpgraph run` on ranks ends in time with one error that matches, or mpirun does, with the exit code that the
# fault has whichever rank ends first, and no process of it is left.

include(${CMAKE_CURRENT_LIST_DIR}/../expect_gone.cmake)

file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder}/other)
set(graph_1 ${folder}/graph.wg)
set(graph_2 ${folder}/other/graph.wg)
foreach(seed 1 2)
  execute_process(COMMAND ${program} generate rmat --scale 8 --seed ${seed} -o ${graph_${seed}} --quiet
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()

if(fault MATCHES "_in_launch")
  execute_process(COMMAND ${program} generate path --vertices 10000000 -o ${folder}/path.wg --quiet
                  COMMAND_ERROR_IS_FATAL ANY)
endif()
if(fault STREQUAL "full_host") # text that takes a second to read
  execute_process(COMMAND ${program} generate rmat --scale 18 -o ${folder}/graph.el --quiet COMMAND_ERROR_IS_FATAL ANY)
endif()
if(NOT devices)
  set(devices host)
endif()
set(options)
if(fault MATCHES "^kill_unnoticed")
  set(options --enable-recovery) # Open MPI leaves the others alone when a process is killed
endif()
execute_process(COMMAND ${mpirun} ${flags} ${ranks} ${options} ${CMAKE_CURRENT_LIST_DIR}/faulty_rank.sh ${fault} ${victim}
                        ${folder} ${program} ${devices}
                RESULT_VARIABLE status OUTPUT_VARIABLE launcher ERROR_VARIABLE launcher TIMEOUT 60)
file(REMOVE ${folder}/graph.el ${folder}/path.wg)
set(said "")
math(EXPR last "${ranks} - 1")
foreach(rank RANGE ${last})
  if(EXISTS ${folder}/said.${rank})
    file(READ ${folder}/said.${rank} text)
    string(APPEND said "${text}")
  endif()
endforeach()
if(status MATCHES "timeout" OR (status EQUAL 0 AND NOT fault MATCHES "^kill_unnoticed"))
  message(FATAL_ERROR "status ${status}:\n${launcher}\n${said}")
endif()
string(REPLACE ";" "," plain "${said}") # which would make two of a list's items
string(REGEX MATCHALL "warpgraph: [^\n]*" errors "${plain}")
list(LENGTH errors count)
if(fault STREQUAL "kill") # the launcher ends the others
  if(NOT launcher MATCHES "${message}")
    message(FATAL_ERROR "no \"${message}\" in:\n${launcher}\n${said}")
  endif()
elseif(NOT count EQUAL 1 OR NOT errors MATCHES "${message}")
  message(FATAL_ERROR "not one error that matches \"${message}\":\n${said}\n${launcher}")
endif()

set(code 5)
if(fault MATCHES "^(wrong_devices|other_work|other_options)$")
  set(code 2)
endif()
if(NOT fault MATCHES "^kill" AND NOT status EQUAL code)
  message(FATAL_ERROR "exit code ${status}, and not ${code}:\n${said}\n${launcher}")
endif()

foreach(rank RANGE ${last})
  file(READ ${folder}/process.${rank} process)
  string(STRIP "${process}" process)
  expect_gone(${rank} ${process} warpgraph "${said}")
endforeach()
