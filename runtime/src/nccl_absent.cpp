// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <span>

#include <warpgraph/runtime/error.hpp>

#include "hub_kinds.hpp"

// Stands in for src/cuda/nccl_hub.cpp in builds without NCCL.
namespace warpgraph::detail {

std::unique_ptr<hubs::Hub> make_nccl_hub(std::span<const StreamRef>, std::size_t) {
  throw UsageError("the hub nccl (HubKind::kNccl) is not in this build, which has no NCCL");
}

bool has_nccl() { return false; }

std::unique_ptr<hubs::Hub> make_nccl_rank_hub(Ranks&, std::span<const StreamRef>, int, int, std::size_t) {
  throw UsageError("the hub nccl between ranks is not in this build, which has no NCCL");
}

}  // namespace warpgraph::detail
