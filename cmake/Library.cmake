# SPDX-License-Identifier: Apache-2.0

include(GNUInstallDirs)

# warpgraph_add_library(<folder>
#   [SOURCES <file>...]         C++
#   [KERNEL_SOURCES <file>...]  C++ with kernels: nvcc with CUDA, the C++ compiler without
#   [CUDA_SOURCES <file>...]    CUDA only; left out without it
#   [DEPENDS <target>...]       what the folder's headers include
#   [PRIVATE_DEPENDS <target>...])  what only its sources include
#
# Creates warpgraph_<folder>, alias warpgraph::<folder>, from the calling folder. Its public headers
# are all of include/warpgraph/<folder>/, and that is the only include path it exports, so a folder
# can include just itself and what it DEPENDS on. Without sources it is a header-only library.
function(warpgraph_add_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" ""
                        "SOURCES;KERNEL_SOURCES;CUDA_SOURCES;DEPENDS;PRIVATE_DEPENDS")
  warpgraph_no_leftovers(warpgraph_add_library ${folder} "${arg_UNPARSED_ARGUMENTS}")
  if(NOT WARPGRAPH_WITH_CUDA)
    set(arg_CUDA_SOURCES)
  endif()

  set(target warpgraph_${folder})
  if(arg_SOURCES OR arg_KERNEL_SOURCES OR arg_CUDA_SOURCES)
    set(scope PUBLIC)
    # Static whatever BUILD_SHARED_LIBS says: programs and plugins share one copy of everything through the program
    # (warpgraph_loads_plugins), and each shared library would have a CUDA runtime of its own. WARPGRAPH_SHARED builds
    # libwarpgraph.so, which has the C interface of all folders.
    add_library(${target} STATIC ${arg_SOURCES} ${arg_CUDA_SOURCES})
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
    # Static libraries end up in users' shared ones.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    if(arg_KERNEL_SOURCES)
      warpgraph_join_kernels(kernels ${target} ${arg_KERNEL_SOURCES})
      warpgraph_target_kernels(${target} ${kernels})
      set_source_files_properties(${kernels} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    if(WARPGRAPH_WITH_CUDA)
      list(APPEND arg_PRIVATE_DEPENDS CUDA::cudart_static)
    endif()
    target_link_libraries(${target} PRIVATE ${arg_PRIVATE_DEPENDS})
    warpgraph_compile_together(${target} 16)
    list(FILTER arg_CUDA_SOURCES INCLUDE REGEX "[.]cu$") # much to compile, and newer CMakes would put them together
    set_source_files_properties(${arg_CUDA_SOURCES} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()

  file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/warpgraph/${folder}/*.hpp
       include/warpgraph/${folder}/*.h)
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS include FILES ${headers})
  target_link_libraries(${target} ${scope} ${arg_DEPENDS})
  warpgraph_usage_requirements(${target} ${scope})

  add_library(warpgraph::${folder} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${folder})
  set_property(GLOBAL APPEND PROPERTY WARPGRAPH_LIBRARIES ${target})
endfunction()

# warpgraph_compile_together(<target> <count>)
#
# Most sources take longer to parse than to compile, so the compiler gets several at a time. Those with much to compile are
# kept apart by the source property SKIP_UNITY_BUILD_INCLUSION. GCC takes the unnamed namespaces of joined sources for
# those of a header, and warns of the types in them.
function(warpgraph_compile_together target count)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${WARPGRAPH_UNITY} UNITY_BUILD_BATCH_SIZE ${count})
  if(WARPGRAPH_UNITY)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# warpgraph_join_kernels(<result> <target> <source>...)
#
# The same for sources with kernels, whichever compiler gets them; CMake joins no CUDA before 3.31. <result> are files that
# include four sources each, and as they are the sources with the property SKIP_UNITY_BUILD_INCLUSION.
function(warpgraph_join_kernels result target)
  set(joined)
  set(small)
  foreach(source IN LISTS ARGN)
    get_source_file_property(is_large ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(is_large OR NOT WARPGRAPH_UNITY)
      list(APPEND joined ${source})
    else()
      list(APPEND small ${source})
    endif()
  endforeach()
  while(small)
    list(POP_FRONT small first second third fourth)
    if(NOT second)
      list(APPEND joined ${first})
      break()
    endif()
    set(content "")
    foreach(source IN ITEMS ${first} ${second} ${third} ${fourth})
      string(APPEND content "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${source}\"\n")
    endforeach()
    string(MAKE_C_IDENTIFIER ${first} name)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/joined/${target}/${name}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "${content}" @ONLY)
    list(APPEND joined ${file})
  endwhile()
  set(${result} ${joined} PARENT_SCOPE)
endfunction()

# What a library asks of all that use it, in this build and from the installed package.
function(warpgraph_usage_requirements target scope)
  target_compile_features(${target} ${scope} cxx_std_20)
  # CMake 3.25 does not know how to ask nvcc 13 for C++20, so the flag is spelled out.
  set(nvcc $<COMPILE_LANG_AND_ID:CUDA,NVIDIA>)
  target_compile_options(${target} ${scope} $<${nvcc}:-std=c++20>
                                            $<${nvcc}:--expt-relaxed-constexpr>)
  if(WARPGRAPH_CHECKED)
    target_compile_definitions(${target} ${scope} WARPGRAPH_CHECKED=1)
  endif()
endfunction()

# A misspelt keyword must not vanish silently into the list before it.
function(warpgraph_no_leftovers function name leftovers)
  if(leftovers)
    message(FATAL_ERROR "${function}(${name}): unexpected arguments: ${leftovers}")
  endif()
endfunction()
