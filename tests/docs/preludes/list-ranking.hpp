// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/list_scan.hpp>
#include <warpgraph/algorithms/spread_lists.hpp>

namespace prelude_list_ranking {
using namespace warpgraph;

extern StreamRef stream;
extern const View<const std::uint32_t>& next;
extern const View<const std::int64_t>& value;
extern const View<std::int64_t>& sum;
extern const algorithms::ListRankOptions& options;
extern const std::vector<StreamRef>& streams;
extern const std::vector<View<const std::uint32_t>>& parts;
extern const std::vector<View<const std::int64_t>>& values;
extern const std::vector<View<std::int64_t>>& sums;
}  // namespace prelude_list_ranking
