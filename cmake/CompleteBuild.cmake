# SPDX-License-Identifier: Apache-2.0
#
# `cmake --install` after some of the targets were built says what is missing, before it copies anything. So this comes
# before the other install rules.

if(NOT WARPGRAPH_INSTALL)
  return()
endif()

set(missing "is not built, so there is not all to install; first run: cmake --build ${PROJECT_BINARY_DIR}")
foreach(target warpgraph_runtime warpgraph_mpi warpgraph_framework warpgraph_partitioning warpgraph_algorithms warpgraph_partitioning_c warpgraph_mpi_c warpgraph_shared warpgraph_metis
        warpgraph_metis64 warpgraph warpgraph_papers warpgraph_papers_plugin)
  set(exists $<TARGET_EXISTS:${target}>)
  set(file $<${exists}:$<TARGET_FILE:${target}>>)
  install(CODE "if(NOT \"${file}\" STREQUAL \"\" AND NOT EXISTS \"${file}\")
  message(FATAL_ERROR \"${file} ${missing}\")
endif()")
endforeach()
