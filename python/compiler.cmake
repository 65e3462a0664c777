# SPDX-License-Identifier: Apache-2.0
#
# compiler.json says how the package compiles programs written in Python: by what and with which flags the package
# itself was, as far as these change what headers mean. Paths that are not absolute are the package's.

# The library has a CUDA runtime of its own, as a plugin has.
set(definitions "$<TARGET_PROPERTY:warpgraph_whole,INTERFACE_COMPILE_DEFINITIONS>")
set(flags_of_definitions "$<$<BOOL:${definitions}>:,\"-D$<JOIN:${definitions},\"$<COMMA>\"-D>\">")
set(nvcc "")
if(WARPGRAPH_WITH_CUDA)
  set(nvcc "${CMAKE_CUDA_COMPILER}")
endif()
file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/compiler.json CONTENT "{
  \"version\": \"${PROJECT_VERSION}\",
  \"cxx\": \"${CMAKE_CXX_COMPILER}\",
  \"cxx_flags\": [\"-std=c++20\", \"-O1\", \"-DNDEBUG\", \"-fPIC\", \"-shared\", \"-fwrapv\", \"-w\"${flags_of_definitions}],
  \"nvcc\": \"${nvcc}\",
  \"cuda_flags\": [\"-std=c++20\", \"--expt-relaxed-constexpr\", \"-O2\", \"-DNDEBUG\", \"-DWARPGRAPH_IN_PLUGIN=1\",
                 \"-Xcompiler\", \"-fPIC,-fwrapv,-w\", \"-shared\", \"-w\", \"-arch=native\"${flags_of_definitions}],
  \"include\": [\"include\"],
  \"link\": [\"lib/libwarpgraph.so\"]
}
")
