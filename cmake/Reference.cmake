# SPDX-License-Identifier: Apache-2.0
#
# The target `reference`: the reference of the public headers as HTML, in the folder reference of the build.

if(WARPGRAPH_WITH_REFERENCE)
  set(WARPGRAPH_REFERENCE_FOLDER ${PROJECT_BINARY_DIR}/reference)
  add_custom_target(
    reference
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${WARPGRAPH_REFERENCE_FOLDER}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${WARPGRAPH_REFERENCE_FOLDER}
    COMMAND ${CMAKE_COMMAND} -E env WARPGRAPH_VERSION=${PROJECT_VERSION}
            WARPGRAPH_REFERENCE=${WARPGRAPH_REFERENCE_FOLDER} ${DOXYGEN_EXECUTABLE} docs/reference/api/Doxyfile
    COMMAND ${CMAKE_COMMAND} -E echo "${WARPGRAPH_REFERENCE_FOLDER}/index.html"
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "Making the reference of the public headers"
    VERBATIM)
endif()
