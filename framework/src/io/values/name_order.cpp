// SPDX-License-Identifier: Apache-2.0
#include "io/values/name_order.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/sort_records.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::size_t kGrain = std::size_t{1} << 16;

std::vector<VertexId> sort_by_name(const std::vector<std::uint64_t>& names, ThreadPool& pool) {
  const auto [min, max] = std::ranges::minmax(names);
  const building::RecordArray<VertexId> records(names.size());
  pool.for_each(names.size(), kGrain, [&, first = min](std::size_t v) {
    records.key[v] = names[v] - first;
    records.value[v] = static_cast<VertexId>(v);
  });
  building::sort_records(pool, records.all(), {0, static_cast<int>(std::bit_width(max - min))});
  return {records.value.span().begin(), records.value.span().end()};
}

}  // namespace

NameOrder::NameOrder(const IdMap& ids, VertexId vertex_count, ThreadPool& pool) : ids_(ids), size_(vertex_count) {
  expects(ids.original.empty() || ids.original.size() == vertex_count, "values: an id for every vertex, or for none");
  if (!std::ranges::is_sorted(ids.original)) order_ = sort_by_name(ids.original, pool);
}

std::optional<std::size_t> NameOrder::find(std::uint64_t name, std::size_t hint) const {
  if (hint < size_ && name_at(hint) == name) return hint;
  std::size_t first = 0;
  for (std::size_t last = size_; first < last;) {
    const std::size_t middle = first + (last - first) / 2;
    if (name_at(middle) < name) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first < size_ && name_at(first) == name ? std::optional(first) : std::nullopt;
}

}  // namespace warpgraph::detail
