// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/engine.hpp>

#include "algorithms/paper_programs.hpp"

// Programs that several benchmarks run on one device: they take long to compile, so compiled_programs.cpp does it for
// all.
#define WARPGRAPH_BENCHMARKED_RUN(P)                                                                      \
  template Result<benchmarks::P::VertexValue> warpgraph::run(StreamRef, const DeviceGraph<std::int32_t>&, \
                                                             const benchmarks::P&, const EngineOptions&)

namespace warpgraph {

extern WARPGRAPH_BENCHMARKED_RUN(Distances);
extern WARPGRAPH_BENCHMARKED_RUN(Labels);
extern WARPGRAPH_BENCHMARKED_RUN(Outputs);
extern WARPGRAPH_BENCHMARKED_RUN(Potentials);
extern WARPGRAPH_BENCHMARKED_RUN(PageRanks);
extern WARPGRAPH_BENCHMARKED_RUN(Temperatures);
extern WARPGRAPH_BENCHMARKED_RUN(Widths);

}  // namespace warpgraph
