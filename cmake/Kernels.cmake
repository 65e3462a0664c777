# SPDX-License-Identifier: Apache-2.0
#
# One source, two machines. Installed with the package, so that users build their kernels as
# Warpgraph builds its own.

# warpgraph_target_kernels(<target> <source>...)
#
# Adds sources that hold kernels to <target>. nvcc compiles them if Warpgraph was built with CUDA
# and the project has the CUDA language enabled; otherwise the C++ compiler does, for the host.
# Call it in the folder that created the target.
function(warpgraph_target_kernels target)
  target_sources(${target} PRIVATE ${ARGN})
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(WARPGRAPH_WITH_CUDA AND "CUDA" IN_LIST languages)
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CUDA)
  endif()
endfunction()
