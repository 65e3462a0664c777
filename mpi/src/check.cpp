// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

#include <string>

#include <mpi.h>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

void check_mpi(int status, std::string_view call) {
  if (status == MPI_SUCCESS) [[likely]]
    return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  if (MPI_Error_string(status, text, &length) != MPI_SUCCESS) length = 0;
  throw Error(std::string(call) + ": " + std::string(text, static_cast<std::size_t>(length)));
}

}  // namespace warpgraph::detail
