# SPDX-License-Identifier: Apache-2.0
#
#   cmake -DSOURCE=<dir> -DWORK=<dir> -DGENERATOR=<name> -DCOMPILER=<path> -P planted_algorithm.cmake
#
# Adds the files of an algorithm to a copy of the project, and changes no other: the build compiles them, and the
# catalogue has the entries.

file(REMOVE_RECURSE ${WORK})
set(source ${WORK}/source)
foreach(each CMakeLists.txt cmake runtime framework partitioning algorithms papers cli docs tests)
  file(COPY ${SOURCE}/${each} DESTINATION ${source})
endforeach()

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}")
  endif()
endfunction()

# Sources by themselves, so that the build names them.
set(switches -DWARPGRAPH_UNITY=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
foreach(each CUDA MPI CLI EXAMPLES BENCHMARKS)
  list(APPEND switches -DWARPGRAPH_${each}=OFF)
endforeach()
run(${CMAKE_COMMAND} -S ${source} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} ${switches})

# expect_known(<whether>): whether the build has the planted files. What is built does not matter: a build tool looks first
# whether CMake must run again.
set(files algorithms/src/planted/planted.cpp algorithms/src/planted/verify.cpp algorithms/src/planted/entries.cpp
          algorithms/include/warpgraph/algorithms/planted.hpp tests/algorithms/planted_test.cpp)
function(expect_known whether)
  run(${CMAKE_COMMAND} --build ${WORK}/build --target help)
  file(READ ${WORK}/build/compile_commands.json commands)
  file(READ ${WORK}/build/algorithms/generated/catalogue/entries.hpp entries)
  set(names ${files})
  list(TRANSFORM names REPLACE "^algorithms/include/(.*)" "headers/\\1.cpp") # each header is a test
  foreach(name IN LISTS names ITEMS entries_of_planted)
    string(FIND "${commands}${entries}" ${name} at)
    if((whether AND at EQUAL -1) OR (NOT whether AND NOT at EQUAL -1))
      message(FATAL_ERROR "the build has ${name} at ${at}; expected: ${whether}\n${entries}")
    endif()
  endforeach()
endfunction()

expect_known(FALSE)
foreach(file IN LISTS files)
  file(WRITE ${source}/${file} "\n")
endforeach()
expect_known(TRUE)
