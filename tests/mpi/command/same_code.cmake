# SPDX-License-Identifier: Apache-2.0
#
# cmake -D mpirun=... -D flags=-n -D ranks=N -D program=warpgraph -D folder=... -P same_code.cmake
#
# Passes if what an algorithm refuses on one rank, and a result that one rank finds wrong, is one line with the exit code of
# a program of one rank, whichever rank ends first.

file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})
file(WRITE ${folder}/negative.txt "1 2 1\n2 3 1\n3 4 1\n4 5 -4\n")
file(WRITE ${folder}/path.txt "1 2\n2 3\n3 4\n4 5\n")

function(expect_code code message) # <argument of run>...
  foreach(time RANGE 4)
    execute_process(COMMAND ${mpirun} ${flags} ${ranks} ${program} run ${ARGN} --quiet
                    RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said TIMEOUT 60)
    string(REPLACE ";" "," said "${said}") # which would make two of a list's items
    string(REGEX MATCHALL "warpgraph: [^\n]*" errors "${said}")
    list(LENGTH errors count)
    if(NOT status EQUAL code OR NOT count EQUAL 1 OR NOT errors MATCHES "${message}")
      message(FATAL_ERROR "exit code ${status}, not ${code} with one error that matches \"${message}\":\n${said}")
    endif()
  endforeach()
endfunction()

expect_code(3 "negative.txt: .*negative length" sssp ${folder}/negative.txt)
expect_code(6 "unfinished" bfs ${folder}/path.txt --max-supersteps 1 --verify)
