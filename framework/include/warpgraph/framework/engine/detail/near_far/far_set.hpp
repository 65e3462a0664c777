// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/near_far/near_far.hpp>
#include <warpgraph/framework/engine/detail/push/frontier_edges.hpp>

// The far set as a bitmask alone. To enter it costs an edge no more than its bit, where a list would cost all warps an
// atomic addition to the counter of its end. A move of the limit reads the whole mask instead, V / 8 bytes, and the
// values of those that wait, neighbours together.
namespace warpgraph::detail {

template <class P, class E>
struct FarSet {
  using T = Priority<P>;
  static constexpr std::uint32_t kTiles = 4;  // that a warp reads at once, because most are empty
  static constexpr std::uint32_t kThin = 4;   // bits of a word, up to which a lane takes all of them
  // Words whose vertices are read at once; with more, registers would spill.
  static constexpr std::uint32_t kGroup = 32 / sizeof(typename P::VertexValue);

  const KernelView<P, E>& view;
  const View<std::uint32_t>& mask;

  // body(base, word) for the tiles of 32 words that are this warp's and not empty, a word a lane; bit 0 of lane 0 is
  // vertex `base`.
  template <class Body>
  WARPGRAPH_DEVICE void for_each_tile(kernel::Warp& warp, Body&& body) const {
    const std::uint64_t stride = sweep::sweep_stride(warp);
    for (std::uint64_t first = sweep::first_in_sweep(warp, 0); first < mask.size(); first += kTiles * stride) {
      kernel::PerLane<std::uint32_t> word[kTiles];
      kernel::PerLane<std::uint32_t> nonempty{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kTiles; ++k) {
          const std::uint64_t i = first + k * stride + lane;
          word[k][lane] = i < mask.size() ? mask[i] : 0;
        }
        for (std::uint32_t k = 0; k < kTiles; ++k) nonempty[lane] |= std::uint32_t{word[k][lane] != 0} << k;
      });
      const std::uint32_t tiles = warp.reduce(nonempty, Or{});
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kTiles; ++k)
        if ((tiles >> k & 1) != 0) body((first + k * stride) * kernel::Warp::kSize, word[k]);
    }
  }

  // Bits of a tile, by what of(lane, distance) says of each.
  struct Chosen {
    kernel::PerLane<std::uint32_t> leave{};  // other than kStays
    kernel::PerLane<std::uint32_t> push{};   // kPushes
  };
  enum class Choice : std::uint32_t { kStays, kLeaves, kPushes };
  template <class Of>
  WARPGRAPH_DEVICE Chosen choose(kernel::Warp& warp, std::uint64_t base, const kernel::PerLane<std::uint32_t>& word,
                                 Of&& of) const {
    kernel::PerLane<std::uint32_t> size;
    warp.relaxed_phase([&](kernel::Lane lane) { size[lane] = static_cast<std::uint32_t>(count_bits(word[lane])); });
    return warp.reduce(size, Max{}) <= kThin ? choose_thin(warp, base, word, of) : choose_dense(warp, base, word, of);
  }

  // body(v, row) for the lane's bits of a tile whose vertices have outgoing edges.
  template <class Body>
  WARPGRAPH_DEVICE void for_each_row(kernel::Lane lane, std::uint64_t base, const kernel::PerLane<std::uint32_t>& word,
                                     Body&& body) const {
    for_each_bit(word[lane], [&](std::uint32_t bit) {
      const auto v = static_cast<VertexId>(base + lane * kernel::Warp::kSize + bit);
      const sweep::RowRange row(view.graph.outgoing.row, v);
      if (row.degree != 0) body(v, row);
    });
  }
  // These enter a queue.
  WARPGRAPH_DEVICE void put(kernel::Warp& warp, std::uint64_t base, const kernel::PerLane<std::uint32_t>& word,
                            const sweep::QueueView& queue, std::uint64_t& packed) const {
    kernel::PerLane<std::uint64_t> wanted{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      for_each_row(lane, base, word, [&](VertexId, const sweep::RowRange& row) { wanted[lane] += row.packed(); });
    });
    sweep::put_all(warp, wanted, queue, packed, [&](kernel::Lane lane, auto&& put_one) {
      for_each_row(lane, base, word,
                   [&](VertexId v, const sweep::RowRange& row) { put_one(v, row.first, row.degree); });
    });
  }

 private:
  WARPGRAPH_DEVICE T distance_of(std::uint64_t v) const { return view.program.priority(atomic::load(view.value[v])); }

  // A lane has up to kThin bits of its own.
  template <class Of>
  WARPGRAPH_DEVICE Chosen choose_thin(kernel::Warp& warp, std::uint64_t base,
                                      const kernel::PerLane<std::uint32_t>& word, Of&& of) const {
    Chosen chosen;
    warp.relaxed_phase([&](kernel::Lane lane) {
      std::uint32_t bit[kThin] = {};
      T distance[kThin] = {};
      std::uint32_t left = word[lane];
      WARPGRAPH_UNROLL
      for (std::uint32_t j = 0; j < kThin; ++j) {
        bit[j] = left & (0u - left);
        left &= left - 1;
        if (bit[j] != 0) distance[j] = distance_of(base + lane * kernel::Warp::kSize + lowest_bit(bit[j]));
      }
      WARPGRAPH_UNROLL
      for (std::uint32_t j = 0; j < kThin; ++j) {
        if (bit[j] == 0) continue;
        const Choice choice = of(lane, distance[j]);
        if (choice != Choice::kStays) chosen.leave[lane] |= bit[j];
        if (choice == Choice::kPushes) chosen.push[lane] |= bit[j];
      }
    });
    return chosen;
  }
  // A lane has a bit of each word.
  template <class Of>
  WARPGRAPH_DEVICE Chosen choose_dense(kernel::Warp& warp, std::uint64_t base,
                                       const kernel::PerLane<std::uint32_t>& word, Of&& of) const {
    Chosen chosen;
    for (std::uint32_t first = 0; first < kernel::Warp::kSize; first += kGroup) {
      std::uint32_t bits[kGroup];
      kernel::PerLane<T> distance[kGroup];
      WARPGRAPH_UNROLL
      for (std::uint32_t j = 0; j < kGroup; ++j) bits[j] = warp.broadcast(word, first + j);
      warp.relaxed_phase([&](kernel::Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t j = 0; j < kGroup; ++j)
          if ((bits[j] >> lane & 1) != 0)
            distance[j][lane] = distance_of(base + (first + j) * kernel::Warp::kSize + lane);
      });
      WARPGRAPH_UNROLL
      for (std::uint32_t j = 0; j < kGroup; ++j)
        if (bits[j] != 0) choose_word(warp, first + j, bits[j], distance[j], of, chosen);
    }
    return chosen;
  }
  template <class Of>
  WARPGRAPH_DEVICE static void choose_word(kernel::Warp& warp, std::uint32_t owner, std::uint32_t bits,
                                           const kernel::PerLane<T>& distance, Of&& of, Chosen& chosen) {
    kernel::PerLane<bool> leaves;
    kernel::PerLane<bool> pushes;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const Choice choice = (bits >> lane & 1) != 0 ? of(lane, distance[lane]) : Choice::kStays;
      leaves[lane] = choice != Choice::kStays;
      pushes[lane] = choice == Choice::kPushes;
    });
    const std::uint32_t leave = warp.ballot(leaves);
    const std::uint32_t push = warp.ballot(pushes);
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (lane != owner) return;
      chosen.leave[lane] = leave;
      chosen.push[lane] = push;
    });
  }
};

}  // namespace warpgraph::detail
