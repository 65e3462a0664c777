// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/sharded.hpp>

#include "framework/engine/programs.hpp"

// As framework/engine/compiled_once.hpp, for the files of shard_test.
#define WARPGRAPH_RUN_ON_SEVERAL_DEVICES(P)                                                                      \
  template ShardedResult<test::P::VertexValue> warpgraph::run(const ShardedGraph<std::int32_t>&, const test::P&, \
                                                              const EngineOptions&)

namespace warpgraph {

extern WARPGRAPH_RUN_ON_SEVERAL_DEVICES(Distances);         // faults_test.cpp, which starts it, too
extern WARPGRAPH_RUN_ON_SEVERAL_DEVICES(Labels);            // pushed_test.cpp
extern WARPGRAPH_RUN_ON_SEVERAL_DEVICES(Levels);            // pushed_test.cpp
extern WARPGRAPH_RUN_ON_SEVERAL_DEVICES(Nearest);           // pulled_test.cpp
extern WARPGRAPH_RUN_ON_SEVERAL_DEVICES(NearestOf16Bytes);  // exchanged_test.cpp

}  // namespace warpgraph
