// SPDX-License-Identifier: Apache-2.0
#include "nccl_hubs.hpp"

// Stands in for nccl_hub.cpp in builds without NCCL.
namespace warpgraph::detail {

const CollectiveHubs* nccl_hubs() noexcept { return nullptr; }

}  // namespace warpgraph::detail
