# SPDX-License-Identifier: Apache-2.0
#
# ctest includes this once for every test executable, with `name`, `executable`, `labels` and
# `timeout` set (warpgraph_add_test). It asks the executable for its suites and makes each a test.

if(NOT EXISTS "${executable}")
  add_test("${name}/not_built" "${executable}") # ctest reports it as "Not Run", which fails
  return()
endif()

execute_process(COMMAND "${executable}" --gtest_list_tests OUTPUT_VARIABLE listing
                RESULT_VARIABLE status TIMEOUT 60)
if(NOT status EQUAL 0)
  add_test("${name}/not_listed" sh -c "\"$0\" --gtest_list_tests; exit 1" "${executable}") # shows why
  return()
endif()

# A suite stands at the beginning of a line and ends in a dot; its tests are indented.
string(REGEX MATCHALL "(^|\n)[^ \n][^\n]*\\.(  # [^\n]*)?" suites "${listing}")
foreach(line IN LISTS suites)
  string(REGEX REPLACE "^\n|\\.(  # .*)?$" "" suite "${line}")
  if(suite MATCHES "^Cuda/")
    set(machine gpu)
  elseif(suite MATCHES "^MultiGpu/")
    set(machine multi_gpu)
  else()
    set(machine host)
  endif()
  add_test("${name}/${suite}" "${executable}" "--gtest_filter=${suite}.*" --gtest_brief=1)
  # 77 is what tests/test_main.cpp returns when every test was skipped.
  set_tests_properties("${name}/${suite}" PROPERTIES
    LABELS "${machine};${labels}" TIMEOUT "${timeout}" SKIP_RETURN_CODE 77)
  if(machine STREQUAL "multi_gpu")
    set_tests_properties("${name}/${suite}" PROPERTIES RESOURCE_LOCK all_gpus)
  endif()
endforeach()
