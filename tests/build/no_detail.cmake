# SPDX-License-Identifier: Apache-2.0
#
# cmake -DFOLDER=... -P no_detail.cmake
#
# Fails if a source below FOLDER includes a header of a detail/ folder or uses a name of a detail namespace.
cmake_minimum_required(VERSION 3.24)

file(GLOB_RECURSE sources ${FOLDER}/*.hpp ${FOLDER}/*.h ${FOLDER}/*.cpp ${FOLDER}/*.cu ${FOLDER}/*.cuh)
if(NOT sources)
  message(FATAL_ERROR "${FOLDER} has no sources")
endif()
set(found "")
foreach(source IN LISTS sources)
  file(STRINGS ${source} lines REGEX "/detail/|detail::|namespace detail")
  foreach(line IN LISTS lines)
    string(APPEND found "\n  ${source}: ${line}")
  endforeach()
endforeach()
if(found)
  message(FATAL_ERROR "what other folders keep in detail/ is not for ${FOLDER}:${found}")
endif()
