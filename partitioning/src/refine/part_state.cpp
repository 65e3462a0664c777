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
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    for (std::uint32_t j = 0; j < level.constraints; ++j)
      atomic::fetch_add(state.weight[std::uint64_t{state.part[v]} * level.constraints + j],
                        level.vertex_weight[v * level.constraints + j]);
  }
};

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
  for_each(stream, level.vertices, WeighParts{level.view(), view()});
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
