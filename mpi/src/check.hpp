// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace warpgraph::detail {

// Throws Error, with the name of the call and MPI's text, unless the call succeeded.
void check_mpi(int status, std::string_view call);

}  // namespace warpgraph::detail
