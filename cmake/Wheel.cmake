# SPDX-License-Identifier: Apache-2.0
#
# `pip install .` builds with ccache where it is installed, and finds there what scripts/check has compiled: as
# use_ccache of scripts/lib.sh does, paths are hashed relative to this folder.

if(NOT SKBUILD OR CMAKE_CXX_COMPILER_LAUNCHER)
  return()
endif()
find_program(WARPGRAPH_CCACHE ccache)
mark_as_advanced(WARPGRAPH_CCACHE)
if(WARPGRAPH_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${WARPGRAPH_CCACHE})
endif()
