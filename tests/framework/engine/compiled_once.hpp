// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/engine.hpp>

#include "framework/engine/ordered_distances.hpp"
#include "framework/engine/programs.hpp"

// A program takes long to compile. Those that several files of engine_test run are compiled once, in the file with the
// tests of that program.
#define WARPGRAPH_RUN_ON_ONE_DEVICE(P)                                                                              \
  template Result<test::P::VertexValue> warpgraph::run(StreamRef, const DeviceGraph<std::int32_t>&, const test::P&, \
                                                       const EngineOptions&)
#define WARPGRAPH_START_ON_ONE_DEVICE(P)                                                                      \
  template RunningProgram<test::P::VertexValue> warpgraph::start(StreamRef, const DeviceGraph<std::int32_t>&, \
                                                                 const test::P&, EngineOptions)

namespace warpgraph {

extern WARPGRAPH_RUN_ON_ONE_DEVICE(Distances);                     // pushable_test.cpp
extern WARPGRAPH_RUN_ON_ONE_DEVICE(Labels);                        // labels_test.cpp
extern WARPGRAPH_RUN_ON_ONE_DEVICE(Levels);                        // first_hit_test.cpp
extern WARPGRAPH_START_ON_ONE_DEVICE(Levels);                      // first_hit_test.cpp
extern WARPGRAPH_RUN_ON_ONE_DEVICE(Nearest);                       // pull_only_test.cpp
extern WARPGRAPH_RUN_ON_ONE_DEVICE(NearestOf16Bytes);              // exchanged_test.cpp
extern WARPGRAPH_RUN_ON_ONE_DEVICE(Parents);                       // first_hit_test.cpp
extern WARPGRAPH_RUN_ON_ONE_DEVICE(ReachedFrom);                   // labels_test.cpp
extern WARPGRAPH_RUN_ON_ONE_DEVICE(TiedDistances<std::uint32_t>);  // ahead_test.cpp

}  // namespace warpgraph
