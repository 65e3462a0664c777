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
    add_library(${target} STATIC)
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
    # Static libraries end up in users' shared ones.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    warpgraph_target_sources(${target} 16 ${arg_SOURCES} ${arg_CUDA_SOURCES})
    warpgraph_target_joined_kernels(${target} ${arg_KERNEL_SOURCES})
    warpgraph_precompile(${target} library)
    if(WARPGRAPH_WITH_CUDA)
      list(APPEND arg_PRIVATE_DEPENDS CUDA::cudart_static)
    endif()
    target_link_libraries(${target} PRIVATE ${arg_PRIVATE_DEPENDS})
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

# warpgraph_target_sources(<target> <count> <source>...)
#
# target_sources, but the compiler gets <count> sources at a time: most take longer to parse than to compile. Those with
# much to compile stay apart by the source property SKIP_UNITY_BUILD_INCLUSION, those with definitions or options of
# their own and those in C or CUDA by themselves.
function(warpgraph_target_sources target count)
  warpgraph_join_(sources ${target} ${count} ${ARGN})
  target_sources(${target} PRIVATE ${sources})
endfunction()

# warpgraph_target_joined_kernels(<target> <source>...): the same for warpgraph_target_kernels, four at a time.
function(warpgraph_target_joined_kernels target)
  warpgraph_join_(sources ${target} 4 ${ARGN})
  warpgraph_target_kernels(${target} ${sources})
endfunction()

# Writes files that include the sources. Not by CMake's UNITY_BUILD: it joins no CUDA before 3.31, and until 4.0 it names
# sources by absolute paths, so that ccache would find nothing in another folder.
function(warpgraph_join_ result target count)
  set(apart)
  set(together)
  foreach(source IN LISTS ARGN)
    get_source_file_property(is_large ${source} SKIP_UNITY_BUILD_INCLUSION)
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(is_large OR definitions OR options OR NOT source MATCHES "[.]cpp$" OR NOT WARPGRAPH_UNITY)
      list(APPEND apart ${source})
    else()
      list(APPEND together ${source})
    endif()
  endforeach()
  file(REAL_PATH ${CMAKE_CURRENT_BINARY_DIR} binary_folder) # behind a link, ".." leads elsewhere
  set(folder ${binary_folder}/joined/${target})
  while(together)
    list(SUBLIST together 0 ${count} batch)
    list(REMOVE_ITEM together ${batch})
    list(LENGTH batch size)
    if(size EQUAL 1)
      list(APPEND apart ${batch})
      break()
    endif()
    set(content "")
    foreach(source IN LISTS batch)
      file(REAL_PATH ${source} path BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
      file(RELATIVE_PATH path ${folder} ${path})
      string(APPEND content "#include \"${path}\"\n")
    endforeach()
    list(GET batch 0 name)
    string(MAKE_C_IDENTIFIER ${name} name)
    file(CONFIGURE OUTPUT ${folder}/${name}.cpp CONTENT "${content}" @ONLY)
    set_source_files_properties(${folder}/${name}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    list(APPEND apart ${folder}/${name}.cpp)
  endwhile()
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF) # of CMake, whatever a project around this one says
  # GCC takes the unnamed namespaces of joined sources for those of a header, and warns of the types in them.
  if(WARPGRAPH_UNITY)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  endif()
  set(${result} ${apart} PARENT_SCOPE)
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
