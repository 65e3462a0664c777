// SPDX-License-Identifier: Apache-2.0
#include "fit.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "search.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr std::size_t kMaxKinds = 64;                        // of vertices that are looked at in a part
constexpr std::uint64_t kMaxLooks = std::uint64_t{1} << 23;  // at vertices and at pairs of them
constexpr double kLess = 1e-12;                              // less of trouble than this is rounding

// Exchanges a vertex of a part in trouble for a vertex of another part, or for none, while that makes both parts
// together better.
class Swaps {
 public:
  explicit Swaps(HostParts& parts) : parts_(parts), trouble_(parts.parts()) {
    for (PartId p = 0; p < parts.parts(); ++p) trouble_[p] = trouble_of(parts, p);
  }

  void run() {
    const std::uint64_t looks_at_all = parts_.vertices() + parts_.graph().column.size();
    while (looks_ + looks_at_all < kMaxLooks) {
      collect_kinds();
      Swap best;
      for (PartId p = 0; p < parts_.parts(); ++p)
        if (trouble_[p] > 0) find_swap(p, best);
      if (best.less <= kLess) return;
      if (best.a != kNoVertex) parts_.move(best.a, best.to);
      if (best.b != kNoVertex) parts_.move(best.b, best.from);
      for (const PartId p : {best.from, best.to}) trouble_[p] = trouble_of(parts_, p);
    }
  }

 private:
  // a goes from `from` to `to`, and b the other way.
  struct Swap {
    double less = 0;
    VertexId a = kNoVertex;
    VertexId b = kNoVertex;
    PartId from = 0;
    PartId to = 0;
  };

  // One free vertex of each weight in each part: the one that loses least there.
  void collect_kinds() {
    std::vector<std::map<std::vector<Weight>, std::pair<Weight, VertexId>>> found(parts_.parts());
    std::vector<Weight> weights(parts_.limits().constraints);
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      looks_ += 1 + parts_.graph().row[v + 1] - parts_.graph().row[v];
      if (!parts_.is_free(v)) continue;
      for (std::uint32_t j = 0; j < weights.size(); ++j) weights[j] = parts_.weight_of(v, j);
      auto& kinds = found[parts_.part_of(v)];
      const auto at = kinds.find(weights);
      if (at == kinds.end() && kinds.size() >= kMaxKinds) continue;
      const std::pair mine(parts_.edges_to(v, parts_.part_of(v)), v);
      if (at == kinds.end())
        kinds.emplace(weights, mine);
      else
        at->second = std::min(at->second, mine);
    }
    kinds_.assign(parts_.parts(), {kNoVertex});
    for (PartId p = 0; p < parts_.parts(); ++p)
      for (const auto& [weight, vertex] : found[p]) kinds_[p].push_back(vertex.second);
  }

  void find_swap(PartId p, Swap& best) {
    for (PartId q = 0; q < parts_.parts() && looks_ < kMaxLooks; ++q) {
      if (q == p) continue;
      for (const VertexId a : kinds_[p])
        for (const VertexId b : kinds_[q]) {
          if (a == b) continue;
          ++looks_;
          const double less = trouble_[p] + trouble_[q] - trouble_after(p, a, q, b);
          if (less > best.less + kLess) best = {less, a, b, p, q};
        }
    }
  }
  double trouble_after(PartId p, VertexId a, PartId q, VertexId b) {
    if (a != kNoVertex) parts_.move(a, q);
    if (b != kNoVertex) parts_.move(b, p);
    const double after = trouble_of(parts_, p) + trouble_of(parts_, q);
    if (a != kNoVertex) parts_.move(a, p);
    if (b != kNoVertex) parts_.move(b, q);
    return after;
  }

  HostParts& parts_;
  std::vector<double> trouble_;
  std::vector<std::vector<VertexId>> kinds_;  // of each part; kNoVertex stands for none
  std::uint64_t looks_ = 0;
};

}  // namespace

double trouble_of(const HostParts& parts, PartId part) {
  const Limits& limits = parts.limits();
  double sum = parts.beyond(part);
  if (parts.size(part) < parts.min_size()) sum += 1;
  const Weight below = limits.min[part] - parts.weight(part, 0);
  if (below > 0) sum += static_cast<double>(below) / static_cast<double>(std::max<Weight>(1, limits.total[0]));
  return sum;
}

bool is_in_trouble(const HostParts& parts) {
  for (PartId p = 0; p < parts.parts(); ++p)
    if (trouble_of(parts, p) > 0) return true;
  return false;
}

void fit(HostParts& parts) {
  if (!is_in_trouble(parts)) return;
  Swaps(parts).run();
  if (is_in_trouble(parts)) search_fit(parts);
}

}  // namespace warpgraph::partitioning
