# SPDX-License-Identifier: Apache-2.0
#
# One table at the end of the configuration: what was found, and what that switches on.

function(warpgraph_summary_line name purpose)
  set(state "off")
  if(WARPGRAPH_WITH_${name})
    set(state "on ")
  endif()
  string(LENGTH "${name}" length)
  math(EXPR padding "10 - ${length}")
  string(REPEAT " " ${padding} padding)
  set(note "")
  if(WARPGRAPH_NOTE_${name})
    set(note " (${WARPGRAPH_NOTE_${name}})")
  endif()
  message(STATUS "  ${state}  ${name}${padding}  ${purpose}${note}")
endfunction()

message(STATUS "Warpgraph ${PROJECT_VERSION}, ${CMAKE_BUILD_TYPE}, "
               "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
warpgraph_summary_line(CUDA "devices cuda:..., kernels for the GPU")
warpgraph_summary_line(NCCL "exchange between GPUs, hubs of kind nccl")
warpgraph_summary_line(MPI "ranks: processes that work on one graph")
warpgraph_summary_line(GZIP "text files compressed with gzip")
warpgraph_summary_line(ZSTD "text files compressed with zstd")
warpgraph_summary_line(CLI "the command warpgraph")
warpgraph_summary_line(EXAMPLES "examples")
warpgraph_summary_line(TESTS "tests")
warpgraph_summary_line(BENCHMARKS "benchmarks")
warpgraph_summary_line(REFERENCE "the target reference: HTML of the public headers")
warpgraph_summary_line(PYTHON "the module warpgraph for Python")
set(WARPGRAPH_WITH_CHECKED ${WARPGRAPH_CHECKED})
warpgraph_summary_line(CHECKED "bounds and owners checked in kernels")
