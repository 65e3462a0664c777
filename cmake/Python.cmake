# SPDX-License-Identifier: Apache-2.0
#
# The module for Python is built where Python has headers and nanobind is installed for it: pip install nanobind.

warpgraph_wants(warpgraph_wanted PYTHON)
set(warpgraph_note "Python 3.9 with its headers was not found")
if(warpgraph_wanted)
  find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module OPTIONAL_COMPONENTS Development.SABIModule)
  if(Python_FOUND)
    set(warpgraph_note "nanobind is not installed for ${Python_EXECUTABLE}")
    if(NOT nanobind_ROOT)
      execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_VARIABLE nanobind_ROOT
                      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
    if(nanobind_ROOT)
      find_package(nanobind QUIET CONFIG)
    endif()
  endif()
endif()

if(nanobind_FOUND)
  warpgraph_decide(PYTHON ON "Python ${Python_VERSION}, nanobind ${nanobind_VERSION}")
else()
  warpgraph_decide(PYTHON OFF "${warpgraph_note}")
endif()
