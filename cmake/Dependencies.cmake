# SPDX-License-Identifier: Apache-2.0
#
# Turns the switches AUTO|ON|OFF into facts: WARPGRAPH_WITH_<NAME> is ON or OFF from here on.
# Nothing is downloaded: what is not on the machine is not used.

set(WARPGRAPH_MINIMUM_CUDA 12.4)

# warpgraph_wants(<result> <name>): whether the switch allows <name> at all.
function(warpgraph_wants result name)
  if("${WARPGRAPH_${name}}" STREQUAL "AUTO" OR WARPGRAPH_${name})
    set(${result} ON PARENT_SCOPE)
  else()
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

# warpgraph_decide(<name> <found> <what was found, or why not>): sets WARPGRAPH_WITH_<name> and
# the line of the summary; an explicit ON that cannot be had ends the configuration.
function(warpgraph_decide name found note)
  warpgraph_wants(wanted ${name})
  if(NOT wanted)
    set(found OFF)
    set(note "switched off")
  elseif(NOT found AND NOT "${WARPGRAPH_${name}}" STREQUAL "AUTO")
    message(FATAL_ERROR "WARPGRAPH_${name}=${WARPGRAPH_${name}}, but: ${note}.\n"
                        "Install it, or say where it is (CMAKE_PREFIX_PATH), "
                        "or go on without it: -DWARPGRAPH_${name}=OFF")
  endif()
  if(found)
    set(WARPGRAPH_WITH_${name} ON PARENT_SCOPE)
  else()
    set(WARPGRAPH_WITH_${name} OFF PARENT_SCOPE)
  endif()
  set(WARPGRAPH_NOTE_${name} "${note}" PARENT_SCOPE)
endfunction()

# warpgraph_find(<name> <package> [find_package arguments...]): a switch that needs one package.
macro(warpgraph_find name package)
  warpgraph_wants(warpgraph_wanted ${name})
  if(warpgraph_wanted)
    find_package(${package} QUIET ${ARGN})
  endif()
  if(${package}_FOUND)
    string(STRIP "${package} ${${package}_VERSION}" warpgraph_note)
    warpgraph_decide(${name} ON "${warpgraph_note}")
  else()
    warpgraph_decide(${name} OFF "${package} was not found")
  endif()
endmacro()

set(warpgraph_log_level ${CMAKE_MESSAGE_LOG_LEVEL})
set(CMAKE_MESSAGE_LOG_LEVEL NOTICE) # the searches are quiet; the summary tells what they found

find_package(Threads REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/Cuda.cmake)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}) # FindNCCL, FindZstd
if(WARPGRAPH_WITH_CUDA)
  warpgraph_find(NCCL NCCL)
else()
  warpgraph_decide(NCCL OFF "it needs CUDA, which is off")
endif()
set(MPI_CXX_SKIP_MPICXX ON) # the interface of C is called
warpgraph_find(MPI MPI COMPONENTS CXX)
warpgraph_find(GZIP ZLIB)
warpgraph_find(ZSTD Zstd)
warpgraph_find(CLI Boost 1.74 CONFIG COMPONENTS program_options)
if(WARPGRAPH_WITH_CLI AND NOT TARGET Boost::program_options) # some packages of Boost's headers say that they are all there
  warpgraph_decide(CLI OFF "Boost.Program_options was not found, only Boost's headers")
endif()
if(WARPGRAPH_WITH_CLI)
  warpgraph_find(CLI nlohmann_json 3.10 CONFIG)
endif()
warpgraph_find(TESTS GTest 1.12)
warpgraph_find(BENCHMARKS benchmark 1.7 CONFIG)
warpgraph_find(REFERENCE Doxygen 1.9)
if(WARPGRAPH_WITH_REFERENCE)
  find_program(WARPGRAPH_PYTHON_PROGRAM python3)
  mark_as_advanced(WARPGRAPH_PYTHON_PROGRAM)
  if(NOT WARPGRAPH_PYTHON_PROGRAM)
    warpgraph_decide(REFERENCE OFF "python3 was not found")
  endif()
endif()
warpgraph_decide(EXAMPLES ON "")
include(${CMAKE_CURRENT_LIST_DIR}/Python.cmake)

set(CMAKE_MESSAGE_LOG_LEVEL ${warpgraph_log_level})
