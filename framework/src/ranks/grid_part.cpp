// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/grid_part.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../graph/value_types.hpp"

namespace warpgraph::ranks {

namespace {

// Own edges that begin in one column.
template <class E>
struct EdgesOfColumn {
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
  std::vector<E> value;

  void make_room(EdgeId edges) {
    column.resize(edges);
    if constexpr (graphs::kHasValue<E>) value.resize(edges);
  }
};

template <class E>
class GridSplit {
 public:
  GridSplit(ThreadPool& threads, const GraphPart<E>& part, std::span<const VertexRange> own, std::uint64_t columns)
      : threads_(threads), part_(part), parts_(columns) {
    for (std::size_t rank = 0; rank < own.size(); ++rank) {
      if (own[rank].empty()) continue;
      first_.push_back(own[rank].first);
      column_.push_back(rank % columns);
    }
  }

  std::vector<EdgesOfColumn<E>> operator()() {
    const std::size_t rows = part_.own.size();
    for (EdgesOfColumn<E>& each : parts_) each.row.assign(rows + 1, 0);
    for_edges([&](std::size_t v, EdgeId, EdgesOfColumn<E>& to) { ++to.row[v + 1]; });
    for (EdgesOfColumn<E>& each : parts_) {
      for (std::size_t v = 0; v < rows; ++v) each.row[v + 1] += each.row[v];
      each.make_room(each.row.back());
    }
    std::vector<std::vector<EdgeId>> next;
    for (const EdgesOfColumn<E>& each : parts_) next.push_back(each.row);
    for_edges([&](std::size_t v, EdgeId e, EdgesOfColumn<E>& to) {
      const EdgeId at = next[static_cast<std::size_t>(&to - parts_.data())][v]++;
      to.column[at] = part_.incoming.column[e];
      if constexpr (graphs::kHasValue<E>) to.value[at] = part_.incoming.value[e];
    });
    return std::move(parts_);
  }

 private:
  // act(own row, edge, where it goes), the edges of a row one after the other.
  template <class Act>
  void for_edges(const Act& act) {
    constexpr std::size_t kRowsAtATime = 1024;
    threads_.for_each(part_.own.size(), kRowsAtATime, [&](std::size_t v) {
      for (EdgeId e = part_.incoming.row[v]; e < part_.incoming.row[v + 1]; ++e) {
        const auto behind = std::ranges::upper_bound(first_, part_.incoming.column[e]);
        act(v, e, parts_[column_[static_cast<std::size_t>(behind - first_.begin()) - 1]]);
      }
    });
  }

  ThreadPool& threads_;
  const GraphPart<E>& part_;
  std::vector<VertexId> first_;      // of the ranks that own some
  std::vector<std::size_t> column_;  // in which these ranks are
  std::vector<EdgesOfColumn<E>> parts_;
};

// mine[c]: what this rank has for mate c of its row. Returns what each mate has for it; what it has for itself stays.
template <class T>
std::vector<std::vector<T>> exchange_in_row(Ranks& ranks, const std::vector<std::size_t>& mates,
                                            std::vector<std::vector<T>> mine) {
  const auto me = static_cast<std::size_t>(ranks.rank());
  std::vector<std::vector<T>> to(static_cast<std::size_t>(ranks.size()));
  for (std::size_t c = 0; c < mates.size(); ++c)
    if (mates[c] != me) to[mates[c]] = std::move(mine[c]);
  std::vector<std::vector<T>> from = all_to_all(ranks, to);
  for (std::size_t c = 0; c < mates.size(); ++c)
    if (mates[c] != me) mine[c] = std::move(from[mates[c]]);
  return mine;
}

template <class T>
std::vector<T> in_a_row(std::vector<std::vector<T>> lists) {
  std::size_t size = 0;
  for (const std::vector<T>& each : lists) size += each.size();
  std::vector<T> all;
  all.reserve(size);
  for (std::vector<T>& each : lists) {
    all.insert(all.end(), each.begin(), each.end());
    each = {};
  }
  return all;
}

// The member of each.
template <class E, class T>
std::vector<std::vector<T>> take_each(std::vector<EdgesOfColumn<E>>& of, std::vector<T> EdgesOfColumn<E>::*member) {
  std::vector<std::vector<T>> all;
  for (EdgesOfColumn<E>& each : of) all.push_back(std::move(each.*member));
  return all;
}

}  // namespace

template <EdgeValueType E>
GraphPart<E> on_grid(Ranks& ranks, ThreadPool& threads, GraphPart<E> part, RankGrid grid) {
  detail::together(ranks, [&] {
    expects(grid.columns != 0 && grid.ranks() == static_cast<std::uint64_t>(ranks.size()),
            "on_grid: the grid has not as many places as there are ranks");
    expects(!part.grid, "on_grid: the part is one of a grid already");
    expects(!part.known, "on_grid: a grid of ranks is for graphs whose ids have 32 bits");
  });
  if (grid.columns == 1) return part;
  const std::vector<VertexRange> own = all_gather(ranks, part.own);
  std::vector<EdgesOfColumn<E>> split = detail::together(
      ranks, [&] { return GridSplit<E>(threads, part, own, grid.columns)(); }, detail::Fault::kRank);

  PartOfGrid place{grid, {}, std::move(part.incoming.row)};
  if (place.own_row.empty()) place.own_row = std::vector<EdgeId>{0};
  part.incoming = {};
  const std::size_t first = grid.row_of(static_cast<std::size_t>(ranks.rank())) * grid.columns;
  std::vector<std::size_t> mates(grid.columns);
  std::iota(mates.begin(), mates.end(), first);
  place.rows = {own[mates.front()].first, own[mates.back()].last};
  std::vector<EdgeId> row{0};
  for (const std::vector<EdgeId>& rows : exchange_in_row(ranks, mates, take_each(split, &EdgesOfColumn<E>::row))) {
    const EdgeId before = row.back();
    for (std::size_t v = 1; v < rows.size(); ++v) row.push_back(before + rows[v]);
  }
  part.incoming.row = std::move(row);
  part.incoming.column = in_a_row(exchange_in_row(ranks, mates, take_each(split, &EdgesOfColumn<E>::column)));
  if constexpr (graphs::kHasValue<E>)
    part.incoming.value = in_a_row(exchange_in_row(ranks, mates, take_each(split, &EdgesOfColumn<E>::value)));
  part.grid = std::move(place);
  return part;
}
#define WARPGRAPH_INSTANTIATE(Value) \
  template ranks::GraphPart<Value> ranks::on_grid(Ranks&, ThreadPool&, ranks::GraphPart<Value>, ranks::RankGrid);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

AnyGraphPart on_grid(Ranks& ranks, ThreadPool& threads, AnyGraphPart part, RankGrid grid) {
  return std::visit([&](auto& each) -> AnyGraphPart { return on_grid(ranks, threads, std::move(each), grid); }, part);
}

}  // namespace warpgraph::ranks
