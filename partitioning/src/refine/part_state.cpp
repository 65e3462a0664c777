// SPDX-License-Identifier: Apache-2.0
#include "part_state.hpp"

#include <cstdint>
#include <utility>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "../peers/peer.hpp"
#include "border.hpp"
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
  VertexRange own;
  WARPGRAPH_DEVICE void operator()(RowBlock& block, Shared& shared) const {
    const std::uint64_t first = own.first + block.index() * kVertices;
    const std::uint64_t last = first + kVertices < own.last ? first + kVertices : own.last;
    const std::uint64_t sums = state.weight.size();
    block.phase([&](kernel::Lane lane) {
      for (std::uint64_t i = lane; i < sums; i += RowBlock::kSize) shared.sum[i] = 0;
    });
    block.phase([&](kernel::Lane lane) {
      for (std::uint64_t v = first + lane; v < last; v += RowBlock::kSize)
        WeighParts::add_weight(level, state, v, shared.sum);
    });
    block.phase([&](kernel::Lane lane) {
      for (std::uint64_t i = lane; i < sums; i += RowBlock::kSize)
        if (shared.sum[i] != 0) atomic::fetch_add(state.weight[i], shared.sum[i]);
    });
  }
};

void weigh_parts(StreamRef stream, const LevelGraph& level, const PartView& state) {
  constexpr std::uint64_t kVertices = WeighPartsInBlocks::kVertices;
  if (state.weight.size() <= WeighPartsInBlocks::kMaxSums)
    kernel::launch(stream, kernel::Blocks{(level.own().size() + kVertices - 1) / kVertices},
                   WeighPartsInBlocks{level.view(), state, level.own()});
  else
    for_each_own(stream, level, WeighParts{level.view(), state});
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
      border_(level.peer == nullptr ? nullptr : std::make_unique<const Border>(stream, level)),
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
      is_active_(stream, sweep::mask_words(level.vertices), "partition moves"),
      is_unsaved_(stream, sweep::mask_words(level.vertices), "partition moves"),
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

PartState::~PartState() = default;

void PartState::read_account() {
  std::vector<Weight> account = to_host(stream_, account_);
  if (level_.peer != nullptr) add_accounts_of_peers(account);
  cut_ += account[0] / 2;
  weights_.assign(account.begin() + 1, account.end());
}

// On each device the weights are those that all knew, with the changes of its own vertices.
void PartState::add_accounts_of_peers(std::vector<Weight>& account) {
  std::vector<Weight> sum(account.size(), 0);
  for (std::size_t i = 0; i < weights_.size(); ++i) sum[i + 1] = weights_[i];
  for (const std::vector<Weight>& each : level_.peer->all(account)) {
    sum[0] += each[0];
    for (std::size_t i = 1; i < sum.size(); ++i) sum[i] += each[i] - (weights_.empty() ? 0 : weights_[i - 1]);
  }
  account = std::move(sum);
  copy(stream_, account_, view_of(account));
  stream_.synchronize();
}

void PartState::move() {
  fill(stream_, account_.view().subview(0, 1), 0);
  for_each_own(stream_, level_, MoveVertices{level_.view(), view()});
  if (border_ != nullptr) border_->move_others(view());
  for_each_row(stream_, level_, CountMoves{level_.view(), view()});
  if (border_ != nullptr) border_->mark_stale(view());
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
  share(level_, part_.view());
  cut_ = saved_cut_;
  weights_ = saved_weights_;
  copy(stream_, account_.view().subview(1, weights_.size()), view_of(saved_weights_));
  fill(stream_, is_stale_, 1);
  fill(stream_, is_locked_, 0);
  stream_.synchronize();
}

}  // namespace warpgraph::partitioning
