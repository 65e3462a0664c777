// SPDX-License-Identifier: Apache-2.0
#include "host_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>

namespace warpgraph::partitioning {

HostParts::HostParts(ThreadPool& threads, const PartitionInput& graph, const PartitionOptions& options,
                     const Limits& limits, std::vector<PartId>& part)
    : graph_(graph),
      fixed_(options.fixed),
      limits_(limits),
      part_(part),
      weight_(limits.max.size(), 0),
      size_(limits.parts, 0) {
  count(threads);
}

void HostParts::count(ThreadPool& threads) {
  constexpr std::size_t kMinGrain = 1 << 15;
  std::mutex mutex;
  threads.for_chunks(part_.size(), std::max(kMinGrain, 4 * weight_.size()), [&](std::size_t first, std::size_t last) {
    std::vector<Weight> weight(weight_.size(), 0);
    std::vector<VertexId> size(size_.size(), 0);
    for (std::size_t v = first; v < last; ++v) {
      const PartId part = part_[v];
      ++size[part];
      for (std::uint32_t j = 0; j < limits_.constraints; ++j)
        weight[limits_.at(part, j)] += weight_of(static_cast<VertexId>(v), j);
    }
    const std::lock_guard lock(mutex);
    std::ranges::transform(weight, weight_, weight_.begin(), std::plus{});
    std::ranges::transform(size, size_, size_.begin(), std::plus{});
  });
}

void HostParts::add(VertexId v, PartId part, int sign) {
  size_[part] += static_cast<VertexId>(sign);
  for (std::uint32_t j = 0; j < limits_.constraints; ++j) weight_[limits_.at(part, j)] += sign * weight_of(v, j);
}

void HostParts::move(VertexId v, PartId to) {
  add(v, part_[v], -1);
  add(v, to, 1);
  part_[v] = to;
  has_moved_ = true;
}

double HostParts::beyond(PartId part) const {
  double sum = 0;
  for (std::uint32_t j = 0; j < limits_.constraints; ++j) {
    const Weight weight = weight_[limits_.at(part, j)] - limits_.max[limits_.at(part, j)];
    if (weight > 0) sum += static_cast<double>(weight) / static_cast<double>(limits_.total[j]);
  }
  return sum;
}

bool HostParts::fits(VertexId v, PartId to) const {
  for (std::uint32_t j = 0; j < limits_.constraints; ++j)
    if (weight_[limits_.at(to, j)] + weight_of(v, j) > limits_.max[limits_.at(to, j)]) return false;
  return true;
}

bool HostParts::may_leave(VertexId v) const {
  const PartId from = part_[v];
  return is_free(v) && size_[from] > min_size() && weight_[limits_.at(from, 0)] - weight_of(v, 0) >= limits_.min[from];
}

Weight HostParts::edges_to(VertexId v, PartId part) const {
  Weight sum = 0;
  for_neighbours(v, [&](VertexId u, Weight weight) {
    if (part_[u] == part) sum += weight;
  });
  return sum;
}

}  // namespace warpgraph::partitioning
