// SPDX-License-Identifier: Apache-2.0
#include "borders.hpp"

#include <algorithm>
#include <numeric>

#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace warpgraph::detail {
namespace {

// How many bits each section of a mask has, straight into the host's memory.
struct CountSections {
  static constexpr std::uint64_t kWords = 4;
  View<const std::uint32_t> mask;
  View<std::uint32_t> count;

  WARPGRAPH_DEVICE void operator()(std::uint64_t section) const {
    std::uint32_t sum = 0;
    for (std::uint64_t word = section * kWords; word < (section + 1) * kWords && word < mask.size(); ++word)
      sum += static_cast<std::uint32_t>(count_bits(mask[word]));
    count[section] = sum;
  }
};

}  // namespace

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
      const VertexId wished = static_cast<VertexId>(
          std::min<std::uint64_t>(static_cast<std::uint64_t>(section) * shards::kSection, vertex_count));
      last = std::max(first, std::clamp(wished, held[part].first, held[part - 1].last));
    }
    own.push_back({first, last});
    first = last;
  }
  return own;
}

void Borders::count(StreamRef stream, View<const std::uint32_t> active, VertexRange own) {
  const std::uint64_t first = own.first / shards::kSection;
  const std::uint64_t sections = (std::uint64_t{own.size()} + shards::kSection - 1) / shards::kSection;
  kernel::for_each(stream, sections, CountSections{active, count_.view().subview(own.empty() ? 0 : first, sections)});
}

std::vector<VertexRange> Borders::balance() const {
  std::vector<double> work(section_edges_.size());
  for (std::size_t i = 0; i < work.size(); ++i) work[i] = count_[i] * static_cast<double>(section_edges_[i]);
  return balanced_ranges(work, held_, vertices_);
}

}  // namespace warpgraph::detail
