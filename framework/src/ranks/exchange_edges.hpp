// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/arcs.hpp"
#include "graph/partition.hpp"
#include "graph/records.hpp"
#include "io/room.hpp"
#include "ranks/place_sections.hpp"

// Brings each edge to the rank of its target.
namespace warpgraph::detail {

template <class Value>
inline constexpr std::size_t kRecordSize = sizeof(building::Key) + graphs::kValueSize<Value>;

// Edges in the order of the ranks that they go to, or come from.
template <class Value>
struct EdgesByRank {
  building::RecordArray<Value> records;
  std::vector<std::size_t> first;  // of each rank, and the end
};

// Keeps the order of the arcs among those of one rank.
template <class Value>
EdgesByRank<Value> sort_by_rank(ThreadPool& threads, building::ListArcs<Value> arcs, std::span<const VertexRange> own) {
  const std::size_t block_size = building::kPartitionBlock;
  const std::size_t blocks = (arcs.size() + block_size - 1) / block_size;
  const auto rank_of = [&](building::Key key) { return range_of(own, arcs.layout.row(key)); };
  std::vector<std::size_t> places(blocks * own.size());  // [block][rank]: where the block's first edge goes
  threads.for_chunks(arcs.size(), block_size, [&](std::size_t first, std::size_t last) {
    std::size_t* const count = &places[first / block_size * own.size()];
    arcs.visit(first, last, [&](building::Key key, std::size_t) { ++count[rank_of(key)]; });
  });
  EdgesByRank<Value> sorted;
  std::size_t sum = 0;
  for (std::size_t r = 0; r < own.size(); ++r) {
    sorted.first.push_back(sum);
    for (std::size_t block = 0; block < blocks; ++block) sum += std::exchange(places[block * own.size() + r], sum);
  }
  sorted.first.push_back(sum);
  sorted.records = building::RecordArray<Value>(sum);
  threads.for_chunks(arcs.size(), block_size, [&](std::size_t first, std::size_t last) {
    std::size_t* const next = &places[first / block_size * own.size()];
    arcs.visit(first, last, [&](building::Key key, std::size_t i) {
      const std::size_t place = next[rank_of(key)]++;
      sorted.records.key[place] = key;
      if constexpr (graphs::kHasValue<Value>) sorted.records.value[place] = arcs.value(i);
    });
    arcs.discard(first, last);
  });
  return sorted;
}

// What all ranks have sorted for this one, in the order of the ranks. `graph`: how errors call what is built.
template <class Value>
EdgesByRank<Value> exchange_edges(Ranks& ranks, const EdgesByRank<Value>& sorted, const std::string& graph) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const auto me = static_cast<std::size_t>(ranks.rank());
  const std::vector<std::size_t> ends = gather_sizes(ranks, sorted.first, sizeof(building::Key));
  const auto count_of = [&](std::size_t from, std::size_t to) {
    return ends[from * (size + 1) + to + 1] - ends[from * (size + 1) + to];
  };
  EdgesByRank<Value> arrived;
  arrived.first.push_back(0);
  for (std::size_t r = 0; r < size; ++r) arrived.first.push_back(arrived.first.back() + count_of(r, me));
  together(ranks, [&] {
    with_room(graph, "this rank's part of", arrived.first.back() * kRecordSize<Value>,
              [&] { arrived.records = building::RecordArray<Value>(arrived.first.back()); });
  });

  std::vector<Ranks::Sent> sent;
  std::vector<Ranks::Received> received;
  const auto add = [&](auto& to_send, auto& to_receive) {
    for (std::size_t r = 0; r < size; ++r) {
      const auto out = to_send.span().subspan(sorted.first[r], count_of(me, r));
      const auto in = to_receive.span().subspan(arrived.first[r], count_of(r, me));
      if (r == me) {
        std::ranges::copy(out, in.begin());
        continue;
      }
      if (!out.empty()) sent.push_back({static_cast<int>(r), std::as_bytes(out)});
      if (!in.empty()) received.push_back({static_cast<int>(r), std::as_writable_bytes(in)});
    }
  };
  add(sorted.records.key, arrived.records.key);
  if constexpr (graphs::kHasValue<Value>) add(sorted.records.value, arrived.records.value);
  ranks.exchange(sent, received);
  return arrived;
}

// Edges with their targets counted from the first vertex of a range, as keys of `layout`; owns them, and gives their
// memory back as it goes.
template <class Value>
struct ArrivedArcs {
  building::KeyLayout layout;  // of the whole graph
  VertexId first = 0;
  building::RecordArray<Value> records = {};

  void check() const {}
  [[nodiscard]] std::size_t size() const { return records.key.size(); }
  template <class Emit>
  void visit(std::size_t begin, std::size_t end, Emit&& emit) const {
    const building::Key less = layout.pack(first, 0);
    for (std::size_t i = begin; i < end; ++i) emit(records.key[i] - less, i);
  }
  [[nodiscard]] Value value([[maybe_unused]] std::size_t i) const {
    if constexpr (graphs::kHasValue<Value>)
      return records.value[i];
    else
      return {};
  }
  void discard(std::size_t begin, std::size_t end) const {
    records.key.discard(begin, end);
    if constexpr (graphs::kHasValue<Value>) records.value.discard(begin, end);
  }
};

}  // namespace warpgraph::detail
