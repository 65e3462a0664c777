// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include "level/compact.hpp"
#include "level/part_edges.hpp"
#include "quick_sort.hpp"
#include "refine/part_state.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::gp_metis {
namespace {

constexpr std::uint32_t kMaxPasses = 10;
constexpr std::uint64_t kMinRoom = 16;
constexpr std::uint64_t kShares = 2;  // of the vertices, that a buffer has room for

struct Request {
  Weight gain;
  VertexId vertex;
  std::uint32_t padding;
};

struct RequestView {
  View<PartId> part;
  View<Weight> weight;        // of each part
  View<const Weight> before;  // the same when the direction began
  View<const Weight> max;
  View<const Weight> min;
  View<Weight> released;      // of each part that is too heavy: what it has let go at a loss
  View<std::uint32_t> size;   // of each part's buffer: how many asked
  View<Request> request;      // [part * room + i]
  View<std::uint32_t> moved;  // [0]: vertices of this pass
  std::uint64_t room;
  PartId parts;
  bool is_upward;  // vertices move to parts of higher numbers, else to lower ones
};

// Each vertex on a boundary asks the part that would lessen the cut most, of those that the direction allows and that
// have room. Vertices without gain may ask if it evens weights out; those of parts that are too heavy may ask at a
// loss, until enough have done so.
struct AskParts {
  LevelView level;
  RequestView requests;
  std::uint64_t seed;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const {
    const PartId mine = requests.part[v];
    return requests.before[mine] - level.vertex_weight[v] >= requests.min[mine];
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t max_keys() const { return requests.parts; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable& table) const {
    const PartId mine = requests.part[v];
    if (is_inside(team, level, requests.part, v)) return;
    const auto best = find(team, v, mine, table);
    if (best.is_none()) return;
    const Weight gain =
        weight_to(team, level, requests.part, v, best.key) - weight_to(team, level, requests.part, v, mine);
    team.once([&] {
      if (may_ask(v, mine, best.key, gain)) ask(v, best.key, gain);
    });
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE bool may_take(std::uint64_t v, PartId mine, PartId to) const {
    return (requests.is_upward ? to > mine : to < mine) &&
           requests.before[to] + level.vertex_weight[v] <= requests.max[to];
  }
  template <class Team>
  WARPGRAPH_DEVICE Choice<Weight> find(const Team& team, std::uint64_t v, PartId mine, const RatingTable& table) const {
    rate_parts(team, level, requests.part, requests.parts, v, table);
    return team.reduce(0, table.used(team), Choice<Weight>::none(), Better{}, [&](std::uint64_t i) {
      const PartId to = table.key[i];
      if (to == kNoKey || !may_take(v, mine, to)) return Choice<Weight>::none();
      return Choice<Weight>{table.sum[i], draw(seed ^ v, to), to};
    });
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool may_ask(std::uint64_t v, PartId mine, PartId to, Weight gain) const {
    const Weight weight = level.vertex_weight[v];
    if (gain > 0) return true;
    if (gain == 0 && requests.before[to] + weight < requests.before[mine]) return true;
    const Weight beyond = requests.before[mine] - requests.max[mine];
    return beyond > 0 && weight > 0 && atomic::fetch_add(requests.released[mine], weight) < beyond;
  }
  // One atomic addition gives each request a slot of its own. What comes to a full buffer may ask in the next pass.
  WARPGRAPH_DEVICE void ask(std::uint64_t v, PartId to, Weight gain) const {
    const std::uint64_t slot = atomic::fetch_add(requests.size[to], 1);
    if (slot < requests.room) requests.request[to * requests.room + slot] = {gain, static_cast<VertexId>(v), 0};
  }
};

// One thread a part sorts the requests by gain, and accepts those that do not make the part too heavy. A vertex asks
// one part only, so its part is written by one thread.
struct Explore {
  LevelView level;
  RequestView requests;
  std::uint64_t seed;

  WARPGRAPH_DEVICE void operator()(std::uint64_t part) const {
    const std::uint64_t asked = requests.size[part];
    const std::uint64_t count = asked < requests.room ? asked : requests.room;
    if (count == 0) return;
    Request* const request = &requests.request[part * requests.room];
    quick_sort(request, count, seed, [](const Request& a, const Request& b) {
      return a.gain != b.gain ? a.gain > b.gain : a.vertex < b.vertex;
    });
    Weight taken = 0;
    std::uint32_t moves = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const VertexId v = request[i].vertex;
      const Weight weight = level.vertex_weight[v];
      if (requests.before[part] + taken + weight > requests.max[part]) continue;
      atomic::fetch_add(requests.weight[requests.part[v]], -weight);
      requests.part[v] = static_cast<PartId>(part);
      taken += weight;
      ++moves;
    }
    atomic::fetch_add(requests.weight[part], taken);
    atomic::fetch_add(requests.moved[0], moves);
  }
};

class Refinement {
 public:
  Refinement(StreamRef stream, const LevelGraph& level, const Limits& limits, Assignment& parts)
      : stream_(stream),
        level_(level),
        limits_(limits),
        parts_(parts),
        room_(std::min<std::uint64_t>(level.vertices, std::max(kMinRoom, kShares * level.vertices / limits.parts))),
        part_before_(stream, level.vertices, "partition saved"),
        weight_before_(stream, limits.parts, "partition weights"),
        saved_weight_(stream, limits.parts, "partition weights"),
        released_(stream, limits.parts, "partition weights"),
        size_(stream, limits.parts, "partition requests"),
        request_(stream, room_ * limits.parts, "partition requests"),
        moved_(stream, 1, "partition counts") {}

  std::uint32_t operator()(std::uint64_t seed) {
    Weight cut = measure_cut(stream_, level_, parts_.part);
    double excess = excess_of(limits_, to_host(stream_, parts_.weight));
    for (std::uint32_t pass = 0; pass < kMaxPasses; ++pass) {
      copy(stream_, part_before_, parts_.part);
      copy(stream_, saved_weight_, parts_.weight);
      fill(stream_, moved_, 0);
      for (const bool is_upward : {pass % 2 == 0, pass % 2 != 0}) move(is_upward, draw(seed, pass));
      if (read_one(stream_, moved_.view()) == 0) return pass + 1;
      const Weight new_cut = measure_cut(stream_, level_, parts_.part);
      const double new_excess = excess_of(limits_, to_host(stream_, parts_.weight));
      if (new_excess > excess || (new_excess >= excess && new_cut >= cut)) {
        if (new_excess > excess || new_cut > cut) restore();
        return pass + 1;
      }
      cut = new_cut;
      excess = new_excess;
    }
    return kMaxPasses;
  }

 private:
  void move(bool is_upward, std::uint64_t seed) {
    copy(stream_, weight_before_, parts_.weight);
    fill(stream_, size_, 0);
    fill(stream_, released_, 0);
    const RequestView requests{parts_.part, parts_.weight, weight_before_, parts_.max, parts_.min,    released_,
                               size_,       request_,      moved_,         room_,      limits_.parts, is_upward};
    for_each_row(stream_, level_, AskParts{level_.view(), requests, seed});
    kernel::for_each(stream_, limits_.parts, Explore{level_.view(), requests, seed});
  }
  // Neighbours that moved in the same pass may have made the cut larger than it was.
  void restore() {
    copy(stream_, parts_.part, part_before_);
    copy(stream_, parts_.weight, saved_weight_);
  }

  StreamRef stream_;
  const LevelGraph& level_;
  const Limits& limits_;
  Assignment& parts_;
  std::uint64_t room_;
  Buffer<PartId> part_before_;
  Buffer<Weight> weight_before_;
  Buffer<Weight> saved_weight_;
  Buffer<Weight> released_;
  Buffer<std::uint32_t> size_;
  Buffer<Request> request_;
  Buffer<std::uint32_t> moved_;
};

}  // namespace

std::uint32_t refine(StreamRef stream, const LevelGraph& level, const Limits& limits, Assignment& parts,
                     std::uint64_t seed) {
  return Refinement(stream, level, limits, parts)(seed);
}

}  // namespace warpgraph::partitioning::gp_metis
