// SPDX-License-Identifier: Apache-2.0
#include "part_state.hpp"

#include <cstdint>
#include <utility>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "../peers/peer.hpp"
#include "moves.hpp"

namespace warpgraph::partitioning {
namespace {

struct WeighParts {
  LevelView level;
  PartView state;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { add_weight(level, state, v, state.weight); }

  template <class Sums>
  WARPGRAPH_DEVICE static void add_weight(const LevelView& level, const PartView& state, std::uint64_t v, Sums&& sums) {
    for (std::uint32_t j = 0; j < level.constraints; ++j)
      atomic::fetch_add(sums[std::uint64_t{state.part[v]} * level.constraints + j],
                        level.vertex_weight[v * level.constraints + j]);
  }
};

// Each block adds up the weights of some vertices by itself first: the parts' own sums are so few that all vertices
// would queue up for them.
struct WeighPartsInBlocks {
  static constexpr std::uint32_t kMaxSums = 1024;
  static constexpr std::uint64_t kVertices = 16384;  // of a block
  struct Shared {
    Weight sum[kMaxSums];
  };

  LevelView level;
  PartView state;
  WARPGRAPH_DEVICE void operator()(RowBlock& block, Shared& shared) const {
    const std::uint64_t first = block.index() * kVertices;
    const std::uint64_t last = first + kVertices < state.part.size() ? first + kVertices : state.part.size();
    const std::uint64_t sums = state.weight.size();
    block.phase([&](Lane lane) {
      for (std::uint64_t i = lane; i < sums; i += RowBlock::kSize) shared.sum[i] = 0;
    });
    block.phase([&](Lane lane) {
      for (std::uint64_t v = first + lane; v < last; v += RowBlock::kSize)
        WeighParts::add_weight(level, state, v, shared.sum);
    });
    block.phase([&](Lane lane) {
      for (std::uint64_t i = lane; i < sums; i += RowBlock::kSize)
        if (shared.sum[i] != 0) atomic::fetch_add(state.weight[i], shared.sum[i]);
    });
  }
};

void weigh_parts(StreamRef stream, const LevelGraph& level, const PartView& state) {
  constexpr std::uint64_t kVertices = WeighPartsInBlocks::kVertices;
  if (state.weight.size() <= WeighPartsInBlocks::kMaxSums)
    launch(stream, Blocks{(level.vertices + kVertices - 1) / kVertices}, WeighPartsInBlocks{level.view(), state});
  else
    for_each(stream, level.vertices, WeighParts{level.view(), state});
}

struct SumCut {
  LevelView level;
  View<const PartId> part;
  View<Weight> sum;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t) const { return true; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const PartId mine = part[v];
    const Weight cut = team.reduce(level.row[v], level.row[v + 1], Weight{0}, Plus{}, [&](EdgeId edge) -> Weight {
      return part[level.column[edge]] != mine ? level.weight_of(edge) : 0;
    });
    team.once([&] {
      if (cut != 0) atomic::fetch_add(sum[0], cut);
    });
  }
};

}  // namespace

Weight measure_cut(StreamRef stream, const LevelGraph& level, const Buffer<PartId>& part) {
  Buffer<Weight> sum(stream, 1, "partition counts");
  fill(stream, sum, 0);
  for_each_row(stream, level, SumCut{level.view(), part, sum});
  return sum_of_peers(level, read_one(stream, sum.view())) / 2;
}

PartState::PartState(StreamRef stream, const LevelGraph& level, const Limits& limits, Buffer<PartId> part)
    : stream_(stream),
      level_(level),
      limits_(limits),
      part_(std::move(part)),
      saved_(stream, level.vertices, "partition saved"),
      account_(stream, 1 + limits.max.size(), "partition weights"),
      saved_weight_(stream, limits.max.size(), "partition weights"),
      max_weight_(to_device(stream, limits.max, "partition weights")),
      best_(stream, level.vertices, "partition gains"),
      gain_(stream, level.vertices, "partition gains"),
      own_(stream, level.vertices, "partition gains"),
      is_stale_(stream, level.vertices, "partition gains"),
      wish_(stream, level.vertices, "partition moves"),
      has_moved_(stream, level.vertices, "partition moves"),
      is_locked_(stream, level.vertices, "partition moves"),
      is_active_(stream, mask_words(level.vertices), "partition moves"),
      is_unsaved_(stream, mask_words(level.vertices), "partition moves"),
      wait_(level.peer) {
  fill(stream, account_, 0);
  fill(stream, is_stale_, 1);
  fill(stream, has_moved_, 0);
  fill(stream, is_locked_, 0);
  fill(stream, is_active_, ~0u);
  fill(stream, is_unsaved_, 0);
  weigh_parts(stream, level, view());
  cut_ = measure_cut(stream, level, part_);
  read_account();
  save();
}

void PartState::read_account() {
  const std::vector<Weight> account = to_host(stream_, account_);
  cut_ += sum_of_peers(level_, account[0]) / 2;
  weights_.assign(account.begin() + 1, account.end());
}

void PartState::move() {
  fill(stream_, account_.view().subview(0, 1), 0);
  for_each(stream_, level_.vertices, MoveVertices{level_.view(), view()});
  for_each_row(stream_, level_, CountMoves{level_.view(), view()});
  if (level_.peer != nullptr) for_each_row(stream_, level_, MarkStale{level_.view(), view()});
  read_account();
}

void PartState::save() {
  copy(stream_, saved_, part_);
  saved_cut_ = cut_;
  saved_weights_ = weights_;
}

void PartState::adopt() {
  read_account();
  saved_cut_ = cut_;
  saved_weights_ = weights_;
}

void PartState::restore() {
  copy(stream_, part_, saved_);
  cut_ = saved_cut_;
  weights_ = saved_weights_;
  copy(stream_, account_.view().subview(1, weights_.size()), view_of(saved_weights_));
  fill(stream_, is_stale_, 1);
  fill(stream_, is_locked_, 0);
  stream_.synchronize();
}

}  // namespace warpgraph::partitioning
