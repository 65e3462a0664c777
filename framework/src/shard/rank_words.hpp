// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::detail {

// What the devices of all ranks have found about each other's vertices: words of a bitmask, or one for each vertex.
// Each device gets what is about the vertices that it holds.
class RankWords {
 public:
  RankWords(const RankLayout& layout, VertexId vertices_of_word) : layout_(layout), of_word_(vertices_of_word) {}

  // found[i]: what the i-th device of this rank has found, about all vertices.
  void exchange(std::span<const Stream> streams, const std::vector<Buffer<std::uint32_t>>& found) {
    here_ = streams.size();
    if (!layout_.has_others()) return;
    const std::size_t devices = layout_.held.size();
    about_.resize(devices * here_);
    std::vector<std::vector<std::uint32_t>> told;
    std::vector<Ranks::Sent> sent;
    std::vector<Ranks::Received> received;
    told.reserve(devices * here_);
    // Two ranks name the pairs of their devices in one order: by the receiver, then by the sender.
    for (std::size_t j = 0; j < devices; ++j) {
      if (layout_.is_here(j)) continue;
      for (std::size_t i = 0; i < here_; ++i) {
        told.push_back(to_host(streams[i], found[i].view().subview(layout_.held[j].first / of_word_, words(j))));
        if (!told.back().empty()) sent.push_back({layout_.rank_of[j], std::as_bytes(std::span(told.back()))});
      }
    }
    for (std::size_t i = 0; i < here_; ++i) {
      for (std::size_t j = 0; j < devices; ++j) {
        if (layout_.is_here(j)) continue;
        std::vector<std::uint32_t>& place = about_[i * devices + j];
        place.resize(words(i + static_cast<std::size_t>(layout_.first_device)));
        if (!place.empty()) received.push_back({layout_.rank_of[j], std::as_writable_bytes(std::span(place))});
      }
    }
    layout_.ranks->exchange(sent, received);
  }

  // What a device of another rank has found about the vertices of the i-th device here. Stays as long as this does.
  [[nodiscard]] View<const std::uint32_t> about(std::size_t i, std::size_t other) const {
    return view_of(std::span<const std::uint32_t>(about_[i * layout_.held.size() + other]));
  }

 private:
  [[nodiscard]] std::size_t words(std::size_t device) const {
    return (layout_.held[device].size() + of_word_ - 1) / of_word_;
  }

  const RankLayout& layout_;
  VertexId of_word_;
  std::size_t here_ = 0;
  std::vector<std::vector<std::uint32_t>> about_;  // of each device here, by each of all
};

}  // namespace warpgraph::detail
