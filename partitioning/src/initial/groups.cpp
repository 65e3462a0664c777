// SPDX-License-Identifier: Apache-2.0
#include "groups.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace warpgraph::partitioning {

int depth_of_parts(PartId parts) { return std::bit_width(parts - 1); }

std::vector<PartId> groups_at(PartId parts, int depth) {
  std::vector<PartId> first{0};
  for (int i = 0; i < depth; ++i) {
    std::vector<PartId> next;
    for (std::size_t g = 0; g < first.size(); ++g) {
      const PartId last = g + 1 < first.size() ? first[g + 1] : parts;
      next.push_back(first[g]);
      if (last - first[g] > 1) next.push_back(middle_of(first[g], last));
    }
    first = std::move(next);
  }
  return first;
}

Limits limits_at(const Limits& limits, int depth) {
  const int full = depth_of_parts(limits.parts);
  if (depth >= full) return limits;
  const std::vector<PartId> first = groups_at(limits.parts, depth);
  Limits result;
  result.parts = static_cast<PartId>(first.size());
  result.constraints = limits.constraints;
  result.total = limits.total;
  result.min.assign(first.size(), 0);
  for (std::size_t g = 0; g < first.size(); ++g) {
    const PartId last = g + 1 < first.size() ? first[g + 1] : limits.parts;
    for (std::uint32_t j = 0; j < limits.constraints; ++j) {
      double target = 0;
      double max = 0;
      for (PartId part = first[g]; part < last; ++part) {
        target += limits.target[limits.at(part, j)];
        max += static_cast<double>(limits.max[limits.at(part, j)]);
      }
      max = std::min(max, static_cast<double>(limits.total[j]));
      const double share = static_cast<double>(depth) / full;
      const double fits = target > 0 && max > target ? target * std::pow(max / target, share) : max;
      result.target.push_back(target);
      result.max.push_back(static_cast<Weight>(std::max(std::floor(fits), std::min(std::ceil(target), max))));
    }
  }
  return result;
}

}  // namespace warpgraph::partitioning
