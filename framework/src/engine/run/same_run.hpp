// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/engine/detail/program_part/peer_part_calls.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/shard/rank_layout.hpp>

namespace warpgraph::detail {

// Throws DifferentCalls on all ranks if one of them runs another program than the first rank, or with other options
// that decide what ranks tell each other. The members of a program are not compared: they may point into a device.
void expect_same_run(const ranks::RankLayout& layout, const PeerProgram& program, const EngineOptions& options);

}  // namespace warpgraph::detail
