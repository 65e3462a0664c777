# SPDX-License-Identifier: Apache-2.0
#
#   cmake -DSOURCE=<dir> -DWORK=<dir> -DGENERATOR=<name> -DCOMPILER=<path> -P plugin_interface.cmake
#
# Edits public headers of a copy of the project, and looks at the plugin interface after each edit.

file(REMOVE_RECURSE ${WORK})
foreach(each CMakeLists.txt cmake runtime framework partitioning algorithms papers)
  file(COPY ${SOURCE}/${each} DESTINATION ${WORK}/source)
endforeach()

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}")
  endif()
endfunction()

set(switches "")
foreach(each CUDA MPI CLI EXAMPLES TESTS BENCHMARKS)
  list(APPEND switches -DWARPGRAPH_${each}=OFF)
endforeach()
run(${CMAKE_COMMAND} -S ${WORK}/source -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} ${switches})

# What is built does not matter: a build tool looks first whether CMake must run again.
function(read_interface result)
  run(${CMAKE_COMMAND} --build ${WORK}/build --target help)
  file(READ ${WORK}/build/include/warpgraph/runtime/detail/plugin_interface.hpp interface)
  set(${result} "${interface}" PARENT_SCOPE)
endfunction()

read_interface(before)
read_interface(again)
if(NOT again STREQUAL before)
  message(FATAL_ERROR "no header was edited, and the interface changed from\n${before}\nto\n${again}")
endif()
foreach(header runtime/include/warpgraph/runtime/hub.hpp
               framework/include/warpgraph/framework/plugin/graph_plugin.hpp
               partitioning/include/warpgraph/partitioning/method.hpp
               algorithms/include/warpgraph/algorithms/method.hpp)
  file(APPEND ${WORK}/source/${header} "struct Added {};\n")
  read_interface(after)
  if(after STREQUAL before)
    message(FATAL_ERROR "${header} was edited, and the interface is still\n${before}")
  endif()
  set(before "${after}")
endforeach()
