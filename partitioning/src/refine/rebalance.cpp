// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <vector>

#include "border.hpp"
#include "pick_offers.hpp"

namespace warpgraph::partitioning {
namespace {

// As many bits as bins for all parts allow that take no more than four numbers a vertex.
int digit_of(const PartState& state) {
  int digit = 1;
  while (digit < kMaxDigit &&
         std::uint64_t{state.limits().parts} << (digit + 1) <= 4 * std::uint64_t{state.level().vertices})
    ++digit;
  return digit;
}

struct PickKernel {
  PickOffers pick;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<kRefineThreads>& grid) const { pick(grid); }
};
struct ListKernel {
  PickOffers pick;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<kRefineThreads>& grid) const { pick.list_all(grid); }
};
struct ChooseKernel {
  PickOffers pick;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<kRefineThreads>& grid) const { pick.choose(grid); }
};

// Chooses among the offers of all devices, and moves.
void move_with_peers(PartState& state, const PickOffers& pick) {
  const StreamRef stream = state.stream();
  kernel::launch(stream, grid_for(state), ListKernel{pick});
  const Buffer<Offer> others = state.border()->share_offers(state.view(), pick.offers);
  const WaitIfFailed wait(state.level().peer);
  kernel::launch(stream, grid_for(state), ChooseKernel{pick});
  state.move();
  state.border()->forget(others, pick.offers);
}

}  // namespace

kernel::WholeDevice grid_for(const PartState& state, std::uint64_t lanes) {
  if (state.stream().device().kind() == DeviceKind::kHost) return {};
  const std::uint64_t units = std::max<std::uint64_t>(state.level().vertices, state.limits().parts);
  return {static_cast<unsigned>(std::min<std::uint64_t>(1 + units * lanes / kRefineThreads, 1u << 16))};
}

Offers::Offers(PartState& state)
    : digit_(digit_of(state)),
      excess_(state.stream(), state.limits().parts, "partition offers"),
      constraint_(state.stream(), state.limits().parts, "partition offers"),
      left_(state.stream(), state.limits().parts, "partition offers"),
      give_limit_(state.stream(), state.limits().parts, "partition offers"),
      take_limit_(state.stream(), state.limits().parts, "partition offers"),
      room_(state.stream(), state.limits().parts + std::size_t{1}, "partition offers"),
      bins_(state.stream(), std::size_t{state.limits().parts} << digit_, "partition offers"),
      dealt_(state.stream(), kChunks + 1, "partition offers"),
      key_(state.stream(), state.level().vertices, "partition offers"),
      list_(state.stream(), state.level().vertices, "partition offers"),
      count_(state.stream(), 1, "partition offers"),
      total_(to_device(state.stream(), state.limits().total, "partition offers")),
      wait_(state.level().peer) {
  fill(state.stream(), bins_, 0);
  if (state.level().peer != nullptr) fill(state.stream(), key_, kNoOffer);  // of the others' vertices
}

bool rebalance(PartState& state, Offers& offers, std::uint64_t seed, Reach reach) {
  const StreamRef stream = state.stream();
  const LevelGraph& level = state.level();
  const OfferView view = offers.view();
  kernel::for_each(stream, state.limits().parts, FindExcess{state.view(), view});
  for_each_row(stream, level, OfferVertices{level.view(), state.view(), view, seed, reach});
  const PickOffers pick{level.view(), state.view(), view, reach};
  const std::vector<Weight> before = state.weights();
  if (level.peer != nullptr) {
    move_with_peers(state, pick);
  } else {
    kernel::launch(stream, grid_for(state), PickKernel{pick});
    state.move();
  }
  return state.weights() != before;
}

}  // namespace warpgraph::partitioning
