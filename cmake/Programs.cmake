# SPDX-License-Identifier: Apache-2.0
#
# Executables that use the libraries. All take
#   SOURCES         C++
#   KERNEL_SOURCES  C++ with kernels: nvcc with CUDA, the C++ compiler without
#   LIBRARIES       what to link; warpgraph::runtime comes by itself

# Compiles an executable into <build>/<folder>/bin, with what is precompiled for its kind; the public functions below share
# it.
function(warpgraph_add_program_ name folder kind)
  add_executable(${name})
  warpgraph_target_sources(${name} 8 ${arg_SOURCES})
  warpgraph_target_joined_kernels(${name} ${arg_KERNEL_SOURCES})
  warpgraph_precompile(${name} ${kind})
  target_link_libraries(${name} PRIVATE warpgraph::runtime ${arg_LIBRARIES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                           ${PROJECT_BINARY_DIR}/${folder}/bin)
endfunction()

# Where the command line looks for plugins by itself, from the folder that it is in.
file(RELATIVE_PATH WARPGRAPH_PLUGIN_FOLDER ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/warpgraph/plugins)

# warpgraph_loads_plugins(<program>)
#
# The program has all of the libraries in it, but for the papers' methods, and shows them to the libraries that it loads:
# plugins bring nothing but their own code, so that there is one of everything.
function(warpgraph_loads_plugins program)
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
  foreach(folder runtime framework partitioning algorithms)
    target_sources(${program} PRIVATE $<TARGET_OBJECTS:warpgraph_${folder}>)
  endforeach()
endfunction()

# warpgraph_add_part_as_plugin(<part> SOURCES <file>... USES <folder>... OTHERS <object>...)
#
# libwarpgraph_plugin_<part>.so brings a part of the library, which programs are usually linked with, to a program that lacks
# it. SOURCES has the part's objects, too; OTHERS are the library's other objects. Not with CUDA: the kernels of a plugin
# for GPUs are compiled for it alone (WARPGRAPH_IN_PLUGIN).
function(warpgraph_add_part_as_plugin part)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;USES;OTHERS")
  warpgraph_no_leftovers(warpgraph_add_part_as_plugin ${part} "${arg_UNPARSED_ARGUMENTS}")
  if(WARPGRAPH_WITH_CUDA)
    return()
  endif()
  set(target warpgraph_plugin_${part})
  add_library(${target} MODULE ${arg_SOURCES})
  foreach(folder IN LISTS arg_USES)
    warpgraph_uses_program(${target} ${folder})
  endforeach()
  set_target_properties(${target} PROPERTIES WARPGRAPH_OTHERS "${arg_OTHERS}")
endfunction()

# warpgraph_lacks_part(<program> <part>): warpgraph_loads_plugins, but without the part, which a plugin brings that is built
# with the program. WARPGRAPH_PLUGIN_<PART> is its file.
function(warpgraph_lacks_part program part)
  set(plugin warpgraph_plugin_${part})
  string(TOUPPER ${plugin} name)
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
  get_target_property(others ${plugin} WARPGRAPH_OTHERS)
  target_sources(${program} PRIVATE ${others})
  add_dependencies(${program} ${plugin})
  target_compile_definitions(${program} PRIVATE ${name}="$<TARGET_FILE:${plugin}>")
endfunction()

# warpgraph_add_test(<name> [OPTIMISED] SOURCES ... KERNEL_SOURCES ... LIBRARIES ... [LABELS <label>...]
#                    [TIMEOUT <seconds>])
#
# A GoogleTest executable. Each suite is one entry of ctest (a process per test would start the GPU
# a thousand times over), found when ctest starts. The prefix of a suite's instantiation says what
# it runs on and becomes its label: Cuda/... is `gpu`, MultiGpu/... is `multi_gpu`, all others are
# `host`. A suite whose tests are all skipped is reported as skipped. TIMEOUT is per suite. OPTIMISED: the sources of the
# test are compiled for the host as a release is. Others take half as long to compile; what they test is in the
# libraries, which are optimised, or in templates that the libraries instantiate as well.
function(warpgraph_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OPTIMISED" "TIMEOUT" "SOURCES;KERNEL_SOURCES;LIBRARIES;LABELS")
  warpgraph_no_leftovers(warpgraph_add_test ${name} "${arg_UNPARSED_ARGUMENTS}")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 180)
  endif()
  set(kind test)
  if(arg_OPTIMISED)
    set(kind optimised)
  endif()
  warpgraph_add_program_(${name} tests ${kind})
  target_link_libraries(${name} PRIVATE warpgraph_test_main)
  if(arg_KERNEL_SOURCES)
    add_dependencies(kernels ${name})
  endif()
  if(NOT arg_OPTIMISED)
    target_compile_options(${name} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
  endif()

  set(suites ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
  file(GENERATE OUTPUT ${suites} CONTENT
"set(name \"${name}\")
set(executable \"$<TARGET_FILE:${name}>\")
set(labels \"${arg_LABELS}\")
set(timeout \"${arg_TIMEOUT}\")
include(\"${PROJECT_SOURCE_DIR}/cmake/DiscoverSuites.cmake\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${suites})
endfunction()

# warpgraph_add_benchmark(<name> SOURCES ... KERNEL_SOURCES ... LIBRARIES ...)
#
# A Google Benchmark executable, with the library's own main().
function(warpgraph_add_benchmark name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;KERNEL_SOURCES;LIBRARIES")
  warpgraph_no_leftovers(warpgraph_add_benchmark ${name} "${arg_UNPARSED_ARGUMENTS}")
  warpgraph_add_program_(${name} benchmarks program)
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE benchmark::benchmark benchmark::benchmark_main)
endfunction()

# warpgraph_add_tables(<name> SOURCES ... KERNEL_SOURCES ... LIBRARIES ...)
#
# An executable that measures and prints tables by itself. It has its own main() and lies apart from
# the Google Benchmarks, in <build>/benchmarks/tables/bin: scripts/gpu-check runs those, one and all.
function(warpgraph_add_tables name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;KERNEL_SOURCES;LIBRARIES")
  warpgraph_no_leftovers(warpgraph_add_tables ${name} "${arg_UNPARSED_ARGUMENTS}")
  warpgraph_add_program_(${name} benchmarks/tables program)
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()
