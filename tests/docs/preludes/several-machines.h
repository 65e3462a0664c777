/* SPDX-License-Identifier: Apache-2.0 */
#include <warpgraph/mpi/c_interface.h>

extern MPI_Comm communicator;
extern uint64_t vertices[1000];
extern int64_t levels[1000];
