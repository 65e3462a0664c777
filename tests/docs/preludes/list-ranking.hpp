// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/list_scan.hpp>

namespace prelude_list_ranking {
using namespace warpgraph;

extern StreamRef stream;
extern const View<const std::uint32_t>& next;
extern const View<const std::int64_t>& value;
extern const View<std::int64_t>& sum;
}  // namespace prelude_list_ranking
