# SPDX-License-Identifier: Apache-2.0
#
# cmake -D mpirun=... -D flags=-n -D ranks=N -D program=mpi_faults -D fault=... -D message=<regular expression>
#       -D each=EACH|"" -P expect_end.cmake
#
# Passes if mpirun ends in time with an error that matches, of each rank but rank 1 if `each` is set, and if no process of
# it is left.

include(${CMAKE_CURRENT_LIST_DIR}/expect_gone.cmake)

set(options)
if(fault STREQUAL "kill_unnoticed")
  set(options --enable-recovery) # Open MPI leaves the others alone when a process is killed
endif()
execute_process(COMMAND ${mpirun} ${flags} ${ranks} ${options} ${program} ${fault} RESULT_VARIABLE status
                OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 40)
if((status EQUAL 0 AND NOT fault STREQUAL "kill_unnoticed") OR status MATCHES "timeout")
  message(FATAL_ERROR "status ${status}:\n${output}")
endif()
if(NOT output MATCHES "${message}")
  message(FATAL_ERROR "status ${status}, but no \"${message}\" in:\n${output}")
endif()
math(EXPR last "${ranks} - 1")
foreach(rank RANGE ${last})
  if(each AND NOT rank EQUAL 1 AND NOT output MATCHES "rank ${rank} ends: ${message}")
    message(FATAL_ERROR "rank ${rank} does not say \"${message}\":\n${output}")
  endif()
  if(NOT output MATCHES "rank ${rank} is process ([0-9]+)")
    message(FATAL_ERROR "rank ${rank} did not start:\n${output}")
  endif()
  expect_gone(${rank} ${CMAKE_MATCH_1} mpi_faults "${output}")
endforeach()
