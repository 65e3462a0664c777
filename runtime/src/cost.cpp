// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/cost.hpp>

#include <algorithm>
#include <cmath>

namespace warpgraph::costs {

double MachineCost::gathers_per_second(double table_bytes) const {
  if (gathers.empty()) return 0;
  const auto above = std::ranges::find_if(
      gathers, [&](const GatherRate& each) { return static_cast<double>(each.table_bytes) >= table_bytes; });
  if (above == gathers.end()) return gathers.back().per_second;
  if (above == gathers.begin()) return above->per_second;
  const GatherRate& below = *(above - 1);
  const double from = std::log(static_cast<double>(below.table_bytes));
  const double to = std::log(static_cast<double>(above->table_bytes));
  const double part = (std::log(table_bytes) - from) / (to - from);
  return std::exp((1 - part) * std::log(below.per_second) + part * std::log(above->per_second));
}

double LinkCost::seconds(double messages, double bytes) const {
  if (messages <= 0) return 0;
  return latency_seconds + std::max(0.0, messages - 1) * message_seconds +
         (bytes_per_second > 0 ? bytes / bytes_per_second : 0);
}

}  // namespace warpgraph::costs
