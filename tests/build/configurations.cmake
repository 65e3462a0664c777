# SPDX-License-Identifier: Apache-2.0
#
#   cmake -DSOURCE=<dir> -DWORK=<dir> -DGENERATOR=<name> -DCOMPILER=<path> -DCASE=<case> -P configurations.cmake
#
# Configures the project as machines have it that differ from the one of the tests:
#   boost_headers   Boost is there without a library
#   shared          libraries are shared unless a project says something else

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

# Configures and generates; the output goes to <result>.
function(configure result)
  set(switches "")
  foreach(each CUDA MPI EXAMPLES TESTS BENCHMARKS)
    list(APPEND switches -DWARPGRAPH_${each}=OFF)
  endforeach()
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
                          ${switches} ${ARGN}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}")
  endif()
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

function(check_boost_headers)
  set(boost ${WORK}/boost/lib/cmake/Boost)
  file(WRITE ${boost}/BoostConfig.cmake "set(Boost_FOUND TRUE)\nset(Boost_VERSION 1.99.0)\n")
  file(WRITE ${boost}/BoostConfigVersion.cmake
       "set(PACKAGE_VERSION 1.99.0)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
  configure(output -DBoost_DIR=${boost})
  if(NOT output MATCHES "off +CLI [^\n]*only Boost's headers")
    message(FATAL_ERROR "the summary does not say why there is no command line:\n${output}")
  endif()
endfunction()

# Prints the type of each library at the end of the configuration.
set(show_types [=[
function(show_types folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(target MATCHES "^warpgraph_" AND type MATCHES "_LIBRARY$")
      message(STATUS "${target} is a ${type}")
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(each IN LISTS folders)
    show_types(${each})
  endforeach()
endfunction()
cmake_language(DEFER CALL show_types ${CMAKE_CURRENT_SOURCE_DIR})
]=])

function(check_shared)
  file(WRITE ${WORK}/show_types.cmake "${show_types}")
  configure(output -DBUILD_SHARED_LIBS=ON -DCMAKE_PROJECT_warpgraph_INCLUDE=${WORK}/show_types.cmake)
  foreach(each runtime framework partitioning algorithms)
    if(NOT output MATCHES "warpgraph_${each} is a STATIC_LIBRARY")
      message(FATAL_ERROR "warpgraph_${each} is no static library:\n${output}")
    endif()
  endforeach()
  # Libraries of C are shared by themselves.
  string(REGEX REPLACE "warpgraph_(metis|metis64|shared) is a SHARED_LIBRARY" "" others "${output}")
  if(others MATCHES "warpgraph_[a-z_0-9]+ is a SHARED_LIBRARY")
    message(FATAL_ERROR "${CMAKE_MATCH_0}")
  endif()
endfunction()

cmake_language(CALL check_${CASE})
