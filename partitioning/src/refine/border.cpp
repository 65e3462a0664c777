// SPDX-License-Identifier: Apache-2.0
#include "border.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "moves.hpp"

namespace warpgraph::partitioning {
namespace {

struct FindBorder {
  LevelView level;
  VertexRange own;
  View<std::uint8_t> is_border;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t) const { return true; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const auto leaves = team.reduce(level.row[v], level.row[v + 1], 0u, Or{}, [&](EdgeId edge) {
      const VertexId u = level.column[edge];
      return u < own.first || u >= own.last ? 1u : 0u;
    });
    team.once([&] { is_border[v] = static_cast<std::uint8_t>(leaves); });
  }
};

// What is told of a vertex, and what becomes of it there.
struct TellWish {
  using Message = Wish;
  WARPGRAPH_DEVICE static Wish tell(const PartView& state, std::uint64_t v) { return {state.gain[v], state.wish[v]}; }
  WARPGRAPH_DEVICE static void take(const PartView& state, std::uint64_t v, const Wish& wish) {
    state.gain[v] = wish.gain;
    state.wish[v] = wish.part;
  }
};
struct TellMove {
  using Message = std::uint8_t;
  WARPGRAPH_DEVICE static std::uint8_t tell(const PartView& state, std::uint64_t v) {
    return static_cast<std::uint8_t>(state.has_moved[v]);
  }
  WARPGRAPH_DEVICE static void take(const PartView& state, std::uint64_t v, std::uint8_t has_moved) {
    state.has_moved[v] = has_moved;
  }
};

template <class What>
struct Tell {
  PartView state;
  View<const VertexId> vertex;
  View<typename What::Message> message;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { message[i] = What::tell(state, vertex[i]); }
};
template <class What>
struct Take {
  PartView state;
  View<const VertexId> vertex;
  View<const typename What::Message> message;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { What::take(state, vertex[i], message[i]); }
};

template <class What>
void share_of_border(StreamRef stream, Peer& peer, const PartView& state, View<const VertexId> own,
                     View<const VertexId> others, const std::vector<std::size_t>& sizes) {
  Buffer<typename What::Message> mine(stream, own.size(), "partition border");
  Buffer<typename What::Message> theirs(stream, others.size(), "partition border");
  const WaitIfFailed wait(&peer);
  kernel::for_each(stream, own.size(), Tell<What>{state, own, mine});
  peer.gather(std::as_const(mine).view(), sizes, theirs.view());
  kernel::for_each(stream, others.size(), Take<What>{state, others, theirs});
}

struct TellOffers {
  PartView state;
  OfferView offers;
  View<Offer> message;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId v = offers.list[i];
    message[i] = {v, offers.key[v], state.part[v], state.wish[v]};
  }
};
struct TakeOffers {
  PartView state;
  OfferView offers;
  std::uint64_t first;  // place in the list
  View<const Offer> message;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const Offer& offer = message[i];
    offers.list[first + i] = offer.vertex;
    offers.key[offer.vertex] = offer.key;
    state.part[offer.vertex] = offer.from;
    state.wish[offer.vertex] = offer.to;
    state.has_moved[offer.vertex] = 0;
  }
};
struct ForgetOffers {
  OfferView offers;
  View<const Offer> message;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { offers.key[message[i].vertex] = kNoOffer; }
};

struct StayOthers {
  PartView state;
  View<const VertexId> vertex;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { state.has_moved[vertex[i]] = 0; }
};
struct MoveOthers {
  PartView state;
  View<const VertexId> vertex;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (state.has_moved[vertex[i]] != 0) MoveVertices::swap_parts(state, vertex[i]);
  }
};

}  // namespace

Border::Border(StreamRef stream, const LevelGraph& level) : stream_(stream), level_(level) {
  Buffer<std::uint8_t> is_border(stream, level.vertices, "partition list");
  fill(stream, is_border, 0);
  for_each_row(stream, level, FindBorder{level.view(), level.range, is_border});
  own_ = flagged(stream, is_border, "partition border");
  Peer& peer = *level.peer;
  sizes_ = peer.all(own_.size());
  const std::size_t all = std::accumulate(sizes_.begin(), sizes_.end(), std::size_t{0});
  others_ = Buffer<VertexId>(stream, all - own_.size(), "partition border");
  const WaitIfFailed wait(&peer);
  peer.gather(std::as_const(own_).view(), sizes_, others_.view());
}

void Border::share_wishes(const PartView& state) const {
  share_of_border<TellWish>(stream_, *level_.peer, state, own_, others_, sizes_);
}

void Border::share_moves(const PartView& state) const {
  share_of_border<TellMove>(stream_, *level_.peer, state, own_, others_, sizes_);
}

Buffer<Offer> Border::share_offers(const PartView& state, const OfferView& offers) const {
  Peer& peer = *level_.peer;
  const std::size_t mine = read_one(stream_, offers.count);
  const std::vector<std::size_t> sizes = peer.all(mine);
  const std::size_t all = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
  Buffer<Offer> own(stream_, mine, "partition border");
  Buffer<Offer> others(stream_, all - mine, "partition border");
  const WaitIfFailed wait(&peer);
  kernel::for_each(stream_, mine, TellOffers{state, offers, own});
  peer.gather(std::as_const(own).view(), sizes, others.view());
  kernel::for_each(stream_, others_.size(), StayOthers{state, others_});
  kernel::for_each(stream_, others.size(), TakeOffers{state, offers, mine, others});
  fill(stream_, offers.count, static_cast<std::uint32_t>(all));
  return others;
}

void Border::forget(const Buffer<Offer>& offers, const OfferView& view) const {
  kernel::for_each(stream_, offers.size(), ForgetOffers{view, offers});
}

void Border::move_others(const PartView& state) const {
  kernel::for_each(stream_, others_.size(), MoveOthers{state, others_});
}

void Border::mark_stale(const PartView& state) const {
  for_each_row_of(stream_, level_, own_.view(), MarkStale{level_.view(), state});
}

}  // namespace warpgraph::partitioning
