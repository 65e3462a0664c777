// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/framework/shard/device_lists.hpp>
#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "number_part.hpp"

// What the devices of all ranks have found about each other's vertices while a graph is spread: words of a bitmask, or
// one for each vertex. Each device gets what is about the vertices that it holds, or on a grid owns, from those that
// may read them.
namespace warpgraph::detail {

// How many words the device of another rank that reads what a device holds has about it; one of the two is here.
[[nodiscard]] inline std::size_t words_about(const ranks::RankLayout& layout, VertexId vertices_of_word,
                                             std::size_t device, std::size_t reader) {
  if (layout.is_here(device) == layout.is_here(reader) || !layout.may_read(reader, device)) return 0;
  return (layout.held[device].size() + vertices_of_word - 1) / vertices_of_word;
}

// tell_words where ids have 64 bits: each rank numbers what it has found in its own way, and has found little about
// most vertices.
template <class Hear>
void tell_numbered_words(const ranks::RankLayout& layout, VertexId vertices_of_word, std::span<const Stream> streams,
                         const std::vector<Buffer<std::uint32_t>>& found, const Hear& hear) {
  struct Told {
    std::uint32_t from;  // devices
    std::uint32_t to;
    std::uint32_t word;  // counted from the first vertex that the device holds
    std::uint32_t bits;
  };
  const std::size_t devices = layout.held.size();
  const auto first = static_cast<std::uint32_t>(layout.first_device);
  std::vector<std::vector<Told>> told(static_cast<std::size_t>(layout.ranks->size()));
  std::vector<std::vector<std::uint32_t>> heard(streams.size() * devices);
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const std::vector<std::uint32_t> mine = to_host(streams[i], found[i]);
    for (std::uint32_t j = 0; j < devices; ++j) {
      heard[i * devices + j].resize(words_about(layout, vertices_of_word, first + i, j));
      if (layout.is_here(j)) continue;
      for_each_known(*layout.numbers, j, [&](VertexId v, VertexId place) {
        std::uint32_t bits = mine[v / vertices_of_word];
        if (vertices_of_word == 32) bits = test_bit(view_of(std::span(mine)), v) ? bit_of(place) : 0;
        if (bits == 0) return;
        told[static_cast<std::size_t>(layout.rank_of[j])].push_back({first + i, j, place / vertices_of_word, bits});
      });
    }
  }
  for (const std::vector<Told>& from : ranks::all_to_all(*layout.ranks, told)) {
    for (const Told& each : from) {
      const bool is_known = each.to >= first && each.to - first < streams.size() && each.from < devices;
      const std::size_t pair = (each.to - first) * devices + each.from;
      expects(is_known && each.word < heard[pair].size(), "shard_part: a rank tells of vertices that are not here");
      heard[pair][each.word] |= each.bits;
    }
  }
  for (std::size_t pair = 0; pair < heard.size(); ++pair)
    if (!heard[pair].empty()) hear(pair / devices, pair % devices, view_of(std::span(std::as_const(heard[pair]))));
  for (const Stream& each : streams) each.synchronize();
}

// found[i]: what the i-th device of this rank has found, about all vertices. Calls hear(i, j, words): what device j of
// another rank has found about the vertices of the i-th device here, if it has any. Afterwards waits for the streams,
// so that they may read the words. Collective.
template <class Hear>
void tell_words(const ranks::RankLayout& layout, VertexId vertices_of_word, std::span<const Stream> streams,
                const std::vector<Buffer<std::uint32_t>>& found, const Hear& hear) {
  if (!layout.has_others()) return;
  if (layout.numbers) return tell_numbered_words(layout, vertices_of_word, streams, found, hear);
  const auto first = static_cast<std::size_t>(layout.first_device);
  ranks::DeviceLists<std::uint32_t> lists(
      layout, streams.size(),
      [&](std::size_t i, std::size_t j) { return words_about(layout, vertices_of_word, j, first + i); },
      [&](std::size_t i, std::size_t j) { return words_about(layout, vertices_of_word, first + i, j); });
  lists.fill([&](std::size_t i, std::size_t j, std::span<std::uint32_t> words) {
    copy(streams[i], view_of(words), found[i].view().subview(layout.held[j].first / vertices_of_word, words.size()));
  });
  for (const Stream& each : streams) each.synchronize();
  lists.exchange("words");
  lists.read([&](std::size_t i, std::size_t j, std::span<const std::uint32_t> words) { hear(i, j, view_of(words)); });
  for (const Stream& each : streams) each.synchronize();
}

}  // namespace warpgraph::detail
