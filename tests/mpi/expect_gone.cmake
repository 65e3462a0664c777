# SPDX-License-Identifier: Apache-2.0
#
# An error unless process `process` of `rank`, of a program of that name, has ended or does so within 10 s: who was killed
# may still give its memory back.
function(expect_gone rank process name output)
  foreach(look RANGE 50)
    set(state "")
    if(EXISTS /proc/${process}/status)
      execute_process(COMMAND cat /proc/${process}/status OUTPUT_VARIABLE state ERROR_QUIET)
    endif()
    if(NOT state MATCHES "Name:[^\n]*${name}" OR state MATCHES "State:[^\n]*[ZX]")
      return()
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 0.2)
  endforeach()
  message(FATAL_ERROR "rank ${rank} is still there (process ${process}):\n${state}\n${output}")
endfunction()
