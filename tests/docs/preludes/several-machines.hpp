// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/mpi/mpi_ranks.hpp>

namespace prelude_several_machines {
extern int argc;
extern char** argv;
extern MPI_Comm communicator;
}  // namespace prelude_several_machines
