// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/shard/placement.hpp>
#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/gather_on_all.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/ranks.hpp>

// Parts of graphs whose ids have 64 bits, on devices, which know 32.
namespace warpgraph::detail {

// Whether ids have 64 bits. Throws UsageError on all ranks if they have on some.
template <EdgeValueType E>
[[nodiscard]] bool knows_global_ids(Ranks& ranks, const ranks::GraphPart<E>& part) {
  const std::vector<std::uint8_t> all = ranks::all_gather(ranks, std::uint8_t{part.known.has_value()});
  expects(std::ranges::count(all, all.front()) == static_cast<std::ptrdiff_t>(all.size()),
          "shard_part: ids have 64 bits on some ranks only");
  return all.front() != 0;
}

// A graph's part with the rank's numbers of RankNumbers, for parts that know ids of 64 bits.
struct NumberedPart {
  std::shared_ptr<const ranks::RankNumbers> numbers;
  Placement placement;           // `held` as RankLayout has it
  VertexId first = 0;            // of the own vertices
  VertexId count = 0;            // of the numbers
  std::vector<VertexId> column;  // of the rows
  IdMap names;                   // by number; of the own vertices
};

// The ranges of ids that the devices of all ranks hold. Throws UsageError on all ranks if they do not ascend.
inline std::vector<ranks::GlobalRange> gather_ranges(Ranks& ranks, const std::vector<ranks::GlobalRange>& mine) {
  std::vector<ranks::GlobalRange> all = ranks::gather_on_all(ranks, mine);
  GlobalId end = 0;
  for (const ranks::GlobalRange& each : all) {
    if (each.empty()) continue;
    expects(end <= each.first && each.first < each.last, "shard_part: the ids of the ranks do not follow each other");
    end = each.last;
  }
  return all;
}

// `placement`: the devices of all ranks with `held` and `own` counted from the first vertex of each rank.
template <EdgeValueType E>
[[nodiscard]] NumberedPart number_part(Ranks& ranks, const ranks::GraphPart<E>& part, Placement placement,
                                       const ranks::RankLayout& layout) {
  const auto is_here = [&](std::size_t device) { return layout.rank_of[device] == ranks.rank(); };
  std::vector<ranks::GlobalRange> mine;
  for (std::size_t device = 0; device < placement.own.size(); ++device) {
    const VertexRange own = placement.own[device];
    if (is_here(device))
      mine.push_back(
          {part.known->first + (own.first - part.own.first), part.known->first + (own.last - part.own.first)});
  }
  ranks::RankNumbers numbers;
  numbers.held = gather_ranges(ranks, mine);
  for (const ranks::GlobalRange& each : numbers.held) numbers.vertex_count += each.size();

  NumberedPart numbered;
  std::vector<VertexId> number_of;  // of what the part knows
  const std::span<const GlobalId> read = part.known->read.span();
  auto next = read.begin();
  for (std::size_t device = 0; device < numbers.held.size(); ++device) {
    const ranks::GlobalRange held = numbers.held[device];
    // The devices of this rank divide its rows, which follow each other.
    if (!is_here(device) || static_cast<int>(device) == layout.first_device)
      numbers.id.resize((numbers.id.size() + shards::kSection - 1) / shards::kSection * shards::kSection, kNoGlobalId);
    const auto first = static_cast<VertexId>(numbers.id.size());
    if (is_here(device)) {
      for (GlobalId id = held.first; id < held.last; ++id) numbers.id.push_back(id);
    } else {
      while (next != read.end() && held.contains(*next)) numbers.id.push_back(*next++);
    }
    expects(numbers.id.size() < kNoVertex, "shard_part: a rank reads or has more than 2^32 vertices");
    for (std::size_t number = first; number < numbers.id.size(); ++number)
      number_of.push_back(static_cast<VertexId>(number));
    numbers.known.push_back({first, static_cast<VertexId>(numbers.id.size())});
    placement.own[device] = is_here(device) ? numbers.known.back() : VertexRange{0, static_cast<VertexId>(held.size())};
  }
  expects(next == read.end(), "shard_part: an edge begins at a vertex that no rank has");
  placement.held = placement.own;
  numbered.first = numbers.known[static_cast<std::size_t>(layout.first_device)].first;
  numbered.count = static_cast<VertexId>(numbers.id.size());
  for (const VertexId place : part.incoming.column) numbered.column.push_back(number_of[place]);
  numbered.names.original = numbers.id;
  std::ranges::copy(part.ids, numbered.names.original.begin() + numbered.first);
  numbered.placement = std::move(placement);
  numbered.numbers = std::make_shared<const ranks::RankNumbers>(std::move(numbers));
  return numbered;
}

// Numbers from `first` on for the places that a bitmask has.
inline shards::ShardPeerNumbers number_places(StreamRef stream, VertexId first,
                                              const std::vector<std::uint32_t>& known) {
  std::vector<VertexId> before(known.size());
  for (std::size_t word = 1; word < known.size(); ++word)
    before[word] = before[word - 1] + static_cast<VertexId>(count_bits(known[word - 1]));
  return {first, to_device(stream, known, "shard numbers"), to_device(stream, before, "shard numbers")};
}

// act(number, place) for each vertex of a device of another rank that this rank knows.
template <class Act>
void for_each_known(const ranks::RankNumbers& numbers, std::size_t device, const Act& act) {
  const VertexRange known = numbers.known[device];
  for (VertexId v = known.first; v < known.last; ++v) act(v, numbers.place_of(v, device));
}
// The places of those vertices for which has(number) holds, as a bitmask.
template <class Has>
[[nodiscard]] std::vector<std::uint32_t> mask_places(const ranks::RankLayout& layout, std::size_t device,
                                                     const Has& has) {
  std::vector<std::uint32_t> words(mask_words(layout.held[device].size()));
  for_each_known(*layout.numbers, device, [&](VertexId v, VertexId place) {
    if (has(v)) words[place / 32] |= bit_of(place);
  });
  return words;
}

// What messages from devices of other ranks are read by.
inline std::vector<shards::ShardPeerNumbers> number_peers(StreamRef stream, const ranks::RankLayout& layout) {
  std::vector<shards::ShardPeerNumbers> all(layout.held.size());
  for (std::size_t device = 0; device < all.size(); ++device)
    if (!layout.is_here(device))
      all[device] = number_places(stream, layout.numbers->known[device].first,
                                  mask_places(layout, device, [](VertexId) { return true; }));
  return all;
}

}  // namespace warpgraph::detail
