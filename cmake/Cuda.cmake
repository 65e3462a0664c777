# SPDX-License-Identifier: Apache-2.0
#
# Finds a CUDA compiler that is new enough and enables the language. Two things CMake leaves open:
# nvcc is often installed but not on the PATH, and the architectures must be known beforehand.

# warpgraph_find_nvcc(<note>): fills <note> with the release found, e.g. "nvcc 13.0", or with why
# there is none; sets WARPGRAPH_NVCC to the compiler or to the empty string.
function(warpgraph_find_nvcc note)
  set(WARPGRAPH_NVCC "" PARENT_SCOPE)
  if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(nvcc nvcc HINTS $ENV{CUDA_HOME}/bin $ENV{CUDA_PATH}/bin
                 PATHS /usr/local/cuda/bin /opt/cuda/bin NO_CACHE)
    if(nvcc)
      set(ENV{CUDACXX} ${nvcc})
    endif()
  endif()

  include(CheckLanguage)
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    set(${note} "no working CUDA compiler was found" PARENT_SCOPE)
    return()
  endif()

  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version OUTPUT_VARIABLE banner ERROR_QUIET)
  if(NOT banner MATCHES "release ([0-9.]+)")
    set(${note} "${CMAKE_CUDA_COMPILER} is not nvcc" PARENT_SCOPE)
  elseif(CMAKE_MATCH_1 VERSION_LESS WARPGRAPH_MINIMUM_CUDA)
    set(${note} "nvcc ${CMAKE_MATCH_1} is older than ${WARPGRAPH_MINIMUM_CUDA}" PARENT_SCOPE)
  else()
    set(${note} "nvcc ${CMAKE_MATCH_1}" PARENT_SCOPE)
    set(WARPGRAPH_NVCC ${CMAKE_CUDA_COMPILER} PARENT_SCOPE)
  endif()
endfunction()

warpgraph_wants(warpgraph_wanted CUDA)
if(warpgraph_wanted)
  warpgraph_find_nvcc(warpgraph_note)
else()
  set(WARPGRAPH_NVCC "")
endif()

if(WARPGRAPH_NVCC)
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES ${WARPGRAPH_CUDA_ARCHITECTURES})
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit ${WARPGRAPH_MINIMUM_CUDA} QUIET)
  string(REPLACE ";" " " warpgraph_architectures "${CMAKE_CUDA_ARCHITECTURES}")
  string(APPEND warpgraph_note " for ${warpgraph_architectures}")
endif()

if(WARPGRAPH_NVCC AND CUDAToolkit_FOUND)
  warpgraph_decide(CUDA ON "${warpgraph_note}")
else()
  warpgraph_decide(CUDA OFF "${warpgraph_note}")
endif()
