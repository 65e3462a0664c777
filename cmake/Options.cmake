# SPDX-License-Identifier: Apache-2.0
#
# What a user may choose. A switch is AUTO (use it if it is there), ON (fail if it is not) or OFF.
# As a subproject of somebody else, Warpgraph builds its libraries and keeps out of the way.

function(warpgraph_switch name default help)
  set(WARPGRAPH_${name} ${default} CACHE STRING "${help}: AUTO, ON or OFF")
  set_property(CACHE WARPGRAPH_${name} PROPERTY STRINGS AUTO ON OFF)
endfunction()

if(PROJECT_IS_TOP_LEVEL)
  set(extras AUTO)
else()
  set(extras OFF)
endif()

warpgraph_switch(CUDA AUTO "Kernels and devices on NVIDIA GPUs")
warpgraph_switch(NCCL AUTO "Collective communication between GPUs")
warpgraph_switch(MPI AUTO "Ranks, which are processes of MPI")
warpgraph_switch(GZIP AUTO "Text files compressed with gzip")
warpgraph_switch(ZSTD AUTO "Text files compressed with zstd")
warpgraph_switch(CLI ${extras} "The command line")
warpgraph_switch(EXAMPLES ${extras} "The examples")
warpgraph_switch(TESTS ${extras} "The tests")
warpgraph_switch(BENCHMARKS ${extras} "The benchmarks")
warpgraph_switch(REFERENCE ${extras} "The reference of the public headers")
warpgraph_switch(PYTHON ${extras} "The module for Python")

option(WARPGRAPH_CHECKED "Check bounds and owners at every access in kernels (slow)" OFF)
option(WARPGRAPH_SHARED "Build libwarpgraph.so too, with the C interface of everything"
       ${PROJECT_IS_TOP_LEVEL})
option(WARPGRAPH_UNITY "Compile small sources several at a time: a full build takes 40 % less, a changed file some seconds more" ON)
option(WARPGRAPH_PRECOMPILED "Parse the standard library once: a full build takes a quarter less" ${PROJECT_IS_TOP_LEVEL})
option(WARPGRAPH_INSTALL "Add the install rules" ${PROJECT_IS_TOP_LEVEL})
set(WARPGRAPH_CUDA_ARCHITECTURES "80-real;90" CACHE STRING
    "GPU architectures: by default code for sm_80 and sm_90, and PTX for what comes after")

set(CMAKE_CXX_EXTENSIONS OFF)

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
  endif()

  # Ninja starts more jobs than there are cores; nvcc and templates want a core each.
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  set_property(GLOBAL PROPERTY JOB_POOLS warpgraph_cores=${cores})
  set(CMAKE_JOB_POOL_COMPILE warpgraph_cores)
  set(CMAKE_JOB_POOL_LINK warpgraph_cores)
endif()
