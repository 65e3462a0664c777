# SPDX-License-Identifier: Apache-2.0
#
# One source, two machines. Installed with the package, so that users build their kernels as
# Warpgraph builds its own.

# warpgraph_target_kernels(<target> <source>...)
#
# Adds sources that hold kernels to <target>. nvcc compiles them if Warpgraph was built with CUDA
# and the project has the CUDA language, which find_package(warpgraph) enables; otherwise the C++
# compiler does, for the host.
# Call it in the folder that created the target.
function(warpgraph_target_kernels target)
  target_sources(${target} PRIVATE ${ARGN})
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(WARPGRAPH_WITH_CUDA AND "CUDA" IN_LIST languages)
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CUDA SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# warpgraph_add_plugin(<target> <folder> <source>...)
#
# A shared library with plugins (warpgraph/runtime/plugin.hpp) that use warpgraph::<folder>, runtime or framework. The
# program that loads it has the code of both, so nothing is linked but what the plugin itself brings.
function(warpgraph_add_plugin target folder)
  add_library(${target} MODULE)
  warpgraph_target_kernels(${target} ${ARGN})
  warpgraph_uses_program(${target} ${folder})
endfunction()

# warpgraph_uses_program(<target> <folder>): compiled as what uses warpgraph::<folder>, but linked with none of it.
function(warpgraph_uses_program target folder)
  set(libraries warpgraph::runtime warpgraph::${folder})
  foreach(library IN LISTS libraries)
    target_include_directories(${target} PRIVATE
      $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
    target_compile_definitions(${target} PRIVATE
      $<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>)
    target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_COMPILE_OPTIONS>)
  endforeach()
  target_compile_features(${target} PRIVATE cxx_std_20)
  # The library has a CUDA runtime of its own, which alone knows its kernels.
  target_compile_definitions(${target} PRIVATE WARPGRAPH_IN_PLUGIN=1)
endfunction()
