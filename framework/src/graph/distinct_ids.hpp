// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::building {

// Throws InputError, which begins with `what`, if two vertices are called alike. Ids that ascend are only read; others
// are sorted in a copy.
inline void expect_distinct(const IdMap& ids, const std::string& what) {
  if (std::ranges::is_sorted(ids.original, std::ranges::less_equal())) return;
  std::vector<std::uint64_t> sorted = ids.original;
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return;
  const auto first = std::ranges::find(ids.original, *twice);
  const auto second = std::find(first + 1, ids.original.end(), *twice);
  throw InputError(what + ": ids.original[" + std::to_string(second - ids.original.begin()) + "] is " +
                   std::to_string(*twice) + ", as is ids.original[" + std::to_string(first - ids.original.begin()) +
                   "], expected each vertex to have an id of its own");
}

}  // namespace warpgraph::building
