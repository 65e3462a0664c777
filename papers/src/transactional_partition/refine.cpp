// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "level/compact.hpp"
#include "level/random.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::transactional {
namespace {

constexpr std::uint32_t kMaxIterations = 60;
constexpr VertexId kFewMoves = 10000;  // an iteration that moves fewer than 1 / 10000 of the vertices is the last

struct GainIfActive {
  GainView gains;
  View<Weight> gain;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    gain[v] = gains.is_active[v] != 0 && gains.best[v] != kNoPart ? gains.gain[v] : 0;
  }
};

}  // namespace

std::uint32_t refine(StreamRef stream, const LevelGraph& level, Assignment& parts, std::uint64_t seed,
                     Buffer<transactions::TransactionCounts>& counts) {
  const VertexId n = level.vertices;
  Buffer<Weight> gain(stream, n, "partition gains");
  Buffer<PartId> best(stream, n, "partition gains");
  Buffer<std::uint32_t> is_stale(stream, n, "partition gains");
  Buffer<std::uint8_t> is_active(stream, n, "partition gains");
  Buffer<Weight> active_gain(stream, n, "partition gains");
  Buffer<Weight> top(stream, 1, "partition counts");
  const GainView gains{gain, best, is_stale, is_active};
  fill(stream, is_stale, 1);
  fill(stream, is_active, 1);
  Weight least_gain = 0;
  for (std::uint32_t i = 0; i < kMaxIterations; ++i) {
    find_gains(stream, level, parts, gains);
    kernel::for_each(stream, n, GainIfActive{gains, active_gain});
    primitives::reduce(stream, active_gain, top.view(), Max{});
    const Weight highest = read_one(stream, top.view());
    if (highest <= 0) return i;
    // The range begins with the upper half of the gains, and reaches half as low with each iteration.
    least_gain = std::max<Weight>(1, (i == 0 ? highest : std::min(least_gain, highest)) / 2);
    const auto lot = static_cast<std::uint32_t>(draw(seed, i)) | 1;
    const std::uint32_t moves = move_vertices(stream, level, parts, gains, least_gain, lot, counts);
    if (least_gain == 1 && moves <= n / kFewMoves) return i + 1;
  }
  return kMaxIterations;
}

}  // namespace warpgraph::partitioning::transactional
