# SPDX-License-Identifier: Apache-2.0
#
# What a plugin and the program that loads it must agree on (warpgraph/runtime/plugin.hpp): a plugin is compiled against
# public headers of the program's libraries, and calls what the program has of them. The hash of these headers
# goes into a header of warpgraph::runtime, installed with it; what a compiler says of itself plugin.hpp adds.

# warpgraph_hash_headers(<result> <target>...): a hash of the targets' public headers, names and contents. CMake runs
# again when one of them changes.
function(warpgraph_hash_headers result)
  set(hashes "")
  foreach(target IN LISTS ARGN)
    get_target_property(headers ${target} HEADER_SET)
    get_target_property(base ${target} HEADER_DIRS)
    list(SORT headers)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
    foreach(header IN LISTS headers)
      file(RELATIVE_PATH name ${base} ${header})
      file(SHA256 ${header} hash)
      string(APPEND hashes "${name} ${hash}\n")
    endforeach()
  endforeach()
  string(SHA256 hash "${hashes}")
  string(SUBSTRING ${hash} 0 16 hash)
  set(${result} ${hash} PARENT_SCOPE)
endfunction()

warpgraph_hash_headers(warpgraph_headers_hash warpgraph_runtime warpgraph_framework warpgraph_partitioning
                       warpgraph_algorithms)
set(warpgraph_cuda_switch "no cuda")
if(WARPGRAPH_WITH_CUDA)
  string(REGEX MATCH "^[0-9]+" warpgraph_cuda_switch ${CMAKE_CUDA_COMPILER_VERSION})
  string(PREPEND warpgraph_cuda_switch "cuda ")
endif()

set(warpgraph_interface_dir ${PROJECT_BINARY_DIR}/include)
set(warpgraph_interface_header ${warpgraph_interface_dir}/warpgraph/runtime/detail/plugin_interface.hpp)
file(CONFIGURE OUTPUT ${warpgraph_interface_header} @ONLY CONTENT
"// SPDX-License-Identifier: Apache-2.0
#pragma once

// Made by CMake (cmake/PluginInterface.cmake).

// The version, and a hash of the public headers of the libraries that the program shows to plugins.
#define WARPGRAPH_INTERFACE_HEADERS \"@PROJECT_VERSION@ @warpgraph_headers_hash@\"
// The CUDA that the runtime was built with.
#define WARPGRAPH_INTERFACE_CUDA \"@warpgraph_cuda_switch@\"
")
target_sources(warpgraph_runtime PUBLIC FILE_SET HEADERS
               BASE_DIRS ${warpgraph_interface_dir} FILES ${warpgraph_interface_header})
