# SPDX-License-Identifier: Apache-2.0
#
# cmake -D program=<path> -D report=<regular expression> -P expect_report.cmake
#
# Passes if `program wrong` fails and its output matches the report of the sanitizer.

execute_process(COMMAND ${program} wrong RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output
                TIMEOUT 60)
if(status EQUAL 0)
  message(FATAL_ERROR "the planted bug was not caught:\n${output}")
endif()
if(NOT output MATCHES "${report}")
  message(FATAL_ERROR "status ${status}, but no \"${report}\" in:\n${output}")
endif()
