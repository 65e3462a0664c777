// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "../hub_kinds.hpp"

namespace warpgraph::detail {

// Null in builds without NCCL, and on machines without it.
[[nodiscard]] const CollectiveHubs* nccl_hubs() noexcept;

// CollectiveHubs::make_between_ranks.
[[nodiscard]] std::unique_ptr<hubs::Hub> make_nccl_rank_hub(Ranks& ranks, std::span<const StreamRef> streams,
                                                            int first_device, int device_count, std::size_t max_bytes);

}  // namespace warpgraph::detail
