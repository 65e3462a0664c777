# SPDX-License-Identifier: Apache-2.0
#
# `cmake --install` and what find_package(warpgraph) and pkg-config read afterwards. The package
# asks a user's machine for exactly what the libraries link.

if(NOT WARPGRAPH_INSTALL)
  return()
endif()

include(CMakePackageConfigHelpers)
get_property(libraries GLOBAL PROPERTY WARPGRAPH_LIBRARIES)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/warpgraph)

# One row for each outside target that a library may link:
# target | arguments of find_dependency | what pkg-config tells the linker
set(outside_targets
    "Threads::Threads|Threads|-pthread"
    "${CMAKE_DL_LIBS}|Threads|-ldl"
    "CUDA::cudart_static|CUDAToolkit|-L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt"
    "ZLIB::ZLIB|ZLIB|-lz"
    "Zstd::Zstd|Zstd|-lzstd")

set(linked "")
set(archives "")
foreach(library IN LISTS libraries)
  get_target_property(type ${library} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
  else()
    get_target_property(links ${library} LINK_LIBRARIES)
    list(PREPEND archives -l${library}) # users before what they use
  endif()
  list(APPEND linked ${links})
endforeach()
list(JOIN archives " " WARPGRAPH_PKGCONFIG_LIBS)

set(WARPGRAPH_FIND_DEPENDENCIES "")
foreach(row IN LISTS outside_targets)
  string(REGEX MATCH "^([^|]*)\\|([^|]*)\\|([^|]*)$" row "${row}")
  if(CMAKE_MATCH_1 IN_LIST linked)
    string(APPEND WARPGRAPH_FIND_DEPENDENCIES "find_dependency(${CMAKE_MATCH_2})\n")
    string(APPEND WARPGRAPH_PKGCONFIG_LIBS " ${CMAKE_MATCH_3}")
  endif()
endforeach()

install(TARGETS ${libraries} EXPORT warpgraphTargets FILE_SET HEADERS)
if(TARGET warpgraph_shared)
  install(TARGETS warpgraph_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(EXPORT warpgraphTargets NAMESPACE warpgraph:: DESTINATION ${package_dir})

configure_package_config_file(cmake/warpgraphConfig.cmake.in warpgraphConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(warpgraphConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/warpgraphConfig.cmake
              ${PROJECT_BINARY_DIR}/warpgraphConfigVersion.cmake
              cmake/Kernels.cmake cmake/FindZstd.cmake
        DESTINATION ${package_dir})

set(WARPGRAPH_PKGCONFIG_DEFINES "")
if(WARPGRAPH_CHECKED)
  set(WARPGRAPH_PKGCONFIG_DEFINES "-DWARPGRAPH_CHECKED=1")
endif()
file(RELATIVE_PATH WARPGRAPH_PKGCONFIG_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/warpgraph.pc.in warpgraph.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/warpgraph.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
