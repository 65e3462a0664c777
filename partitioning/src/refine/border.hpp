// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../peers/peer.hpp"
#include "offers.hpp"
#include "part_state.hpp"

// What refinement on several devices tells the others. A vertex has a neighbour on another device only at the border,
// so that is where a round needs the wishes and moves of others; and all devices choose among the offers of all. The
// parts of vertices behind the others' border are known again at the end of the rounds (PartState::restore).
namespace warpgraph::partitioning {

struct Wish {
  Weight gain;
  PartId part;
};

struct Offer {
  VertexId vertex;
  std::uint32_t key;
  PartId from;
  PartId to;
};

class Border {
 public:
  // For a level with peers; all of them make theirs together.
  Border(StreamRef stream, const LevelGraph& level);

  void share_wishes(const PartView& state) const;
  void share_moves(const PartView& state) const;
  // Adds the offers of the others to the list, and returns them.
  [[nodiscard]] Buffer<Offer> share_offers(const PartView& state, const OfferView& offers) const;
  void forget(const Buffer<Offer>& offers, const OfferView& view) const;
  // Moves the others' vertices of the border whose `has_moved` is set; their weights count on their own device.
  void move_others(const PartView& state) const;
  // Marks the own vertices whose neighbours on other devices have moved.
  void mark_stale(const PartView& state) const;

 private:
  StreamRef stream_;
  const LevelGraph& level_;
  Buffer<VertexId> own_;            // vertices that have neighbours on other devices
  std::vector<std::size_t> sizes_;  // of these lists, on all devices
  Buffer<VertexId> others_;         // the lists of the other devices
};

}  // namespace warpgraph::partitioning
