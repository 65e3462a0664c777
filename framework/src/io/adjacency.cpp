// SPDX-License-Identifier: Apache-2.0
#include "io/adjacency.hpp"

#include <algorithm>

namespace warpgraph::detail {

template <class Visit>
void RowsOfList::for_each_entry(Rows rows, Visit&& visit) const {
  const bool both = list_.direction == Direction::kUndirectedOnce;
  const std::uint64_t backwards = rows == Rows::kIncoming ? 1 : 0;
  for (std::uint64_t edge = 0; edge < list_.size(); ++edge) {
    visit(edge * 2 + backwards);
    if (both && list_.source[edge] != list_.target[edge]) visit(edge * 2 + 1 - backwards);
  }
}

RowsOfList::RowsOfList(const EdgeList& list, Rows rows, ThreadPool& pool)
    : list_(list), offsets_(std::size_t{list.vertex_count} + 1) {
  for_each_entry(rows, [&](std::uint64_t entry) { ++offsets_[row_of(entry)]; });
  std::uint64_t sum = 0;
  for (std::uint64_t& offset : offsets_) offset = (sum += offset);  // ends of the rows
  entries_.resize(sum);
  for_each_entry(rows, [&](std::uint64_t entry) { entries_[--offsets_[row_of(entry)]] = entry; });

  constexpr std::size_t kGrain = std::size_t{1} << 12;
  pool.for_each(list.vertex_count, kGrain, [&](std::size_t vertex) {
    std::sort(entries_.begin() + static_cast<std::ptrdiff_t>(offsets_[vertex]),
              entries_.begin() + static_cast<std::ptrdiff_t>(offsets_[vertex + 1]),
              [&](std::uint64_t a, std::uint64_t b) { return end_of(a) != end_of(b) ? end_of(a) < end_of(b) : a < b; });
  });
}

std::uint64_t count_written_once(const EdgeList& list) {
  if (list.direction != Direction::kUndirectedBoth) return list.size();
  std::uint64_t count = 0;
  for (std::size_t edge = 0; edge < list.size(); ++edge) {
    if (is_written_once(list, edge)) ++count;
  }
  return count;
}

}  // namespace warpgraph::detail
