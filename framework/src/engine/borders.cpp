// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/run/borders.hpp>

#include <numeric>

namespace warpgraph::detail {

std::vector<VertexRange> balanced_ranges(std::span<const double> work, const std::vector<VertexRange>& held,
                                         VertexId vertex_count) {
  std::vector<double> before(work.size() + 1, 0);
  std::partial_sum(work.begin(), work.end(), before.begin() + 1);
  const auto parts = held.size();
  std::vector<VertexRange> own;
  VertexId first = 0;
  for (std::size_t part = 1; part <= parts; ++part) {
    VertexId last = vertex_count;
    if (part < parts) {
      const double fair = before.back() * static_cast<double>(part) / static_cast<double>(parts);
      const auto section = std::lower_bound(before.begin(), before.end(), fair) - before.begin();
      const VertexId wished =
          static_cast<VertexId>(std::min<std::uint64_t>(static_cast<std::uint64_t>(section) * kSection, vertex_count));
      last = std::max(first, std::clamp(wished, held[part].first, held[part - 1].last));
    }
    own.push_back({first, last});
    first = last;
  }
  return own;
}

}  // namespace warpgraph::detail
