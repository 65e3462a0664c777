# SPDX-License-Identifier: Apache-2.0
#
# Zstandard's own CMake package is missing from some distributions, and its targets' names differ
# between versions. Defines Zstd::Zstd, Zstd_FOUND and Zstd_VERSION.

find_path(Zstd_INCLUDE_DIR zstd.h)
find_library(Zstd_LIBRARY zstd)
mark_as_advanced(Zstd_INCLUDE_DIR Zstd_LIBRARY)

if(Zstd_INCLUDE_DIR)
  file(STRINGS ${Zstd_INCLUDE_DIR}/zstd.h zstd_lines REGEX "#define ZSTD_VERSION_(MAJOR|MINOR|RELEASE) ")
  string(REGEX REPLACE "[^0-9;]" "" zstd_lines "${zstd_lines}")
  string(REPLACE ";" "." Zstd_VERSION "${zstd_lines}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Zstd REQUIRED_VARS Zstd_LIBRARY Zstd_INCLUDE_DIR VERSION_VAR Zstd_VERSION)

if(Zstd_FOUND AND NOT TARGET Zstd::Zstd)
  add_library(Zstd::Zstd UNKNOWN IMPORTED)
  set_target_properties(Zstd::Zstd PROPERTIES IMPORTED_LOCATION ${Zstd_LIBRARY}
                                              INTERFACE_INCLUDE_DIRECTORIES ${Zstd_INCLUDE_DIR})
endif()
