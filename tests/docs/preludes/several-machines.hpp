// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/framework/ranks/build_part.hpp>
#include <warpgraph/framework/ranks/grid_part.hpp>
#include <warpgraph/framework/ranks/write_values.hpp>
#include <warpgraph/mpi/mpi_ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/same_call.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace prelude_several_machines {
using namespace warpgraph;

extern std::unique_ptr<Ranks> ranks;
extern ThreadPool& threads;
extern Runtime& runtime;
extern ranks::GraphPart<float> mine;
extern GlobalId first;
extern GlobalId last;
extern int argc;
extern char** argv;
extern MPI_Comm communicator;
}  // namespace prelude_several_machines
