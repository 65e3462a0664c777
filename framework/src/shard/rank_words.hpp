// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::detail {

// What the devices of all ranks have found about each other's vertices: words of a bitmask, or one for each vertex.
// Each device gets what is about the vertices that it holds, or on a grid owns, from those that may read them.
class RankWords {
 public:
  RankWords(const ranks::RankLayout& layout, VertexId vertices_of_word) : layout_(layout), of_word_(vertices_of_word) {}

  // found[i]: what the i-th device of this rank has found, about all vertices.
  void exchange(std::span<const Stream> streams, const std::vector<Buffer<std::uint32_t>>& found) {
    here_ = streams.size();
    if (!layout_.has_others()) return;
    const std::size_t devices = layout_.held.size();
    about_.resize(devices * here_);
    if (layout_.numbers) return exchange_numbered(streams, found);
    std::vector<std::vector<std::uint32_t>> told;
    std::vector<Ranks::Sent> sent;
    std::vector<Ranks::Received> received;
    told.reserve(devices * here_);
    // Two ranks name the pairs of their devices in one order: by the receiver, then by the sender.
    for (std::size_t j = 0; j < devices; ++j) {
      if (layout_.is_here(j)) continue;
      for (std::size_t i = 0; i < here_; ++i) {
        if (!layout_.may_read(number(i), j)) continue;
        told.push_back(to_host(streams[i], found[i].view().subview(layout_.held[j].first / of_word_, words(j))));
        if (!told.back().empty()) sent.push_back({layout_.rank_of[j], std::as_bytes(std::span(told.back()))});
      }
    }
    for (std::size_t i = 0; i < here_; ++i) {
      for (std::size_t j = 0; j < devices; ++j) {
        if (layout_.is_here(j) || !layout_.may_read(number(i), j)) continue;
        std::vector<std::uint32_t>& place = about_[i * devices + j];
        place.resize(words(number(i)));
        if (!place.empty()) received.push_back({layout_.rank_of[j], std::as_writable_bytes(std::span(place))});
      }
    }
    layout_.ranks->exchange(sent, received);
  }

  // What a device of another rank has found about the vertices of the i-th device here. Stays as long as this does.
  [[nodiscard]] View<const std::uint32_t> about(std::size_t i, std::size_t other) const {
    return view_of(std::span<const std::uint32_t>(about_[i * layout_.held.size() + other]));
  }

  // What the i-th device here has found about the vertices of a device of another rank, by their places; of bitmasks,
  // where ids have 64 bits.
  [[nodiscard]] View<const std::uint32_t> found(std::size_t i, std::size_t other) const {
    return view_of(std::span<const std::uint32_t>(found_[i * layout_.held.size() + other]));
  }

 private:
  struct Told {
    std::uint32_t from;  // devices
    std::uint32_t to;
    std::uint32_t word;  // counted from the first vertex that the device holds
    std::uint32_t bits;
  };

  // Each rank numbers what it has found in its own way, and has found little about most vertices.
  void exchange_numbered(std::span<const Stream> streams, const std::vector<Buffer<std::uint32_t>>& found) {
    const ranks::RankNumbers& numbers = *layout_.numbers;
    const std::size_t devices = layout_.held.size();
    std::vector<std::vector<Told>> told(static_cast<std::size_t>(layout_.ranks->size()));
    found_.resize(devices * here_);
    for (std::size_t i = 0; i < here_; ++i) {
      const std::vector<std::uint32_t> mine = to_host(streams[i], found[i]);
      for (std::size_t j = 0; j < devices; ++j) {
        about_[i * devices + j].resize(words(number(i)));
        if (layout_.is_here(j)) continue;
        std::vector<std::uint32_t>& by_place = found_[i * devices + j];
        if (of_word_ == 32) by_place.resize(words(j));
        for (VertexId v = numbers.known[j].first; v < numbers.known[j].last; ++v) {
          const VertexId place = numbers.place_of(v, j);
          std::uint32_t bits = mine[v / of_word_];
          if (of_word_ == 32) bits = test_bit(view_of(std::span<const std::uint32_t>(mine)), v) ? bit_of(place) : 0;
          if (bits == 0) continue;
          if (of_word_ == 32) by_place[place / 32] |= bits;
          told[static_cast<std::size_t>(layout_.rank_of[j])].push_back(
              {static_cast<std::uint32_t>(number(i)), static_cast<std::uint32_t>(j), place / of_word_, bits});
        }
      }
    }
    for (const std::vector<Told>& from : ranks::all_to_all(*layout_.ranks, told)) {
      for (const Told& each : from) {
        const bool is_known = each.to >= number(0) && each.to - number(0) < here_ && each.from < devices;
        expects(is_known && each.word < words(each.to), "shard_part: a rank tells of vertices that are not here");
        about_[(each.to - number(0)) * devices + each.from][each.word] |= each.bits;
      }
    }
  }
  [[nodiscard]] std::size_t number(std::size_t i) const { return i + static_cast<std::size_t>(layout_.first_device); }

  [[nodiscard]] std::size_t words(std::size_t device) const {
    return (layout_.held[device].size() + of_word_ - 1) / of_word_;
  }

  const ranks::RankLayout& layout_;
  VertexId of_word_;
  std::size_t here_ = 0;
  std::vector<std::vector<std::uint32_t>> about_;  // of each device here, by each of all
  std::vector<std::vector<std::uint32_t>> found_;  // by each device here, of each of all
};

}  // namespace warpgraph::detail
