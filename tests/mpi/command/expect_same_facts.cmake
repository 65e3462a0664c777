# SPDX-License-Identifier: Apache-2.0
#
# expect_same_facts(<JSON of one process> <JSON of ${ranks} ranks> <fact>...): fails if a fact is another.
function(expect_same_facts one several)
  foreach(fact IN LISTS ARGN)
    string(JSON alone GET "${one}" ${fact})
    string(JSON together GET "${several}" ${fact})
    if(NOT alone STREQUAL together)
      message(FATAL_ERROR "${fact}: ${alone} in one process, ${together} on ${ranks} ranks")
    endif()
  endforeach()
endfunction()
