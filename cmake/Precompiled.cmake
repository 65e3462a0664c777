# SPDX-License-Identifier: Apache-2.0
#
# The standard library, parsed once: a source takes two seconds less to compile. Headers of the project are not in it,
# so that a change of one recompiles only the sources that include it. tests/build/std_includes.py finds what a file uses
# and does not include, which such a build does not.

# warpgraph_precompile(<target> <kind>): the C++ sources of <target> begin with what has been compiled for <kind>, because
# GCC takes it only with the options that it was compiled with.
#   library    position-independent
#   program    as a release is
#   optimised  tests, as a release is; GoogleTest too
#   test       tests with little optimisation; GoogleTest too
#   unused     what is compiled to see whether it compiles
function(warpgraph_precompile target kind)
  if(NOT WARPGRAPH_PRECOMPILED)
    return()
  endif()
  # GCC 12 takes what was precompiled for the project's own, and at -O3 warns of the standard library where these kinds join
  # strings.
  if(kind MATCHES "^(optimised|program)$" AND CMAKE_BUILD_TYPE STREQUAL "Release")
    return()
  endif()
  if(NOT kind MATCHES "^(library|program|optimised|test|unused)$")
    message(FATAL_ERROR "warpgraph_precompile(${target}): there is no kind ${kind}")
  endif()
  set(precompiled warpgraph_precompiled_${kind})
  if(NOT TARGET ${precompiled})
    set(source ${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "")
    add_library(${precompiled} OBJECT EXCLUDE_FROM_ALL ${source})
    target_compile_features(${precompiled} PRIVATE cxx_std_20)
    target_precompile_headers(${precompiled} PRIVATE
      <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <condition_variable> <filesystem> <fstream>
      <functional> <future> <iomanip> <iostream> <iterator> <limits> <map> <memory> <mutex> <numeric> <optional>
      <random> <ranges> <set> <span> <sstream> <stdexcept> <string> <string_view> <thread> <tuple> <type_traits>
      <unordered_map> <unordered_set> <utility> <variant> <vector>)
    if(kind STREQUAL "library")
      set_target_properties(${precompiled} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    elseif(kind STREQUAL "unused")
      target_compile_options(${precompiled} PRIVATE -O0)
    elseif(kind MATCHES "^(optimised|test)$")
      target_link_libraries(${precompiled} PRIVATE GTest::gtest)
      target_precompile_headers(${precompiled} PRIVATE <gtest/gtest.h>)
    endif()
    if(kind STREQUAL "test")
      target_compile_options(${precompiled} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
    target_link_libraries(${precompiled} PRIVATE Threads::Threads)
  endif()
  get_target_property(c_sources ${target} SOURCES)
  list(FILTER c_sources INCLUDE REGEX "[.]c$")
  if(NOT c_sources)  # CMake would ask for the same in C
    target_precompile_headers(${target} REUSE_FROM ${precompiled})
  endif()
endfunction()
