// SPDX-License-Identifier: Apache-2.0
#include "deal.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "trim.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr Weight kBinsOfPart = 2;

// The rooms of parts, laid out one after the other in the order in which they are filled.
struct Bins {
  Weight to_deal;
  std::vector<Weight> end;
  std::vector<PartId> part;

  void add(PartId where, Weight room) {
    const Weight begin = end.empty() ? 0 : end.back();
    if (room <= 0 || begin >= to_deal) return;
    end.push_back(begin + std::min(room, to_deal - begin));
    part.push_back(where);
  }
};

struct WeighRest {
  View<const VertexId> to_core;
  View<const PartId> heavy;
  View<const Weight> vertex_weight;
  View<Weight> weight;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    weight[v] = to_core[v] == kNoVertex && heavy[v] == kFreePart ? vertex_weight[v] : 0;
  }
};

// A vertex without neighbours goes into the bin that its weight begins in.
struct AssignParts {
  View<const VertexId> to_core;
  View<const PartId> heavy;
  View<const PartId> core_part;
  View<const PartId> order;
  std::uint64_t groups;
  View<const Weight> before;
  View<const Weight> bin_end;
  View<const PartId> bin_part;
  View<PartId> part;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (heavy[v] != kFreePart)
      part[v] = order[heavy[v]];
    else
      part[v] = to_core[v] != kNoVertex ? order[groups + core_part[to_core[v]]] : bin_part[bin_at(before[v])];
  }
  // The first bin that ends behind the place, or the last one.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t bin_at(Weight place) const {
    std::uint64_t first = 0;
    std::uint64_t last = bin_end.size() - 1;
    while (first < last) {
      const std::uint64_t middle = first + (last - first) / 2;
      if (bin_end[middle] <= place)
        first = middle + 1;
      else
        last = middle;
    }
    return first;
  }
};

// What the parts of the graph weigh without the vertices that are dealt out.
std::vector<Weight> weights_before(const Limits& limits, const Core& core, const std::vector<Weight>& weights) {
  std::vector<Weight> result(limits.parts, 0);
  for (std::size_t g = 0; g < core.heavy_weights.size(); ++g) result[core.order[g]] = core.heavy_weights[g];
  for (std::size_t p = 0; p < weights.size(); ++p) result[core.order[core.heavy_weights.size() + p]] = weights[p];
  return result;
}

Bins bins_of(const Limits& limits, const Core& core, const std::vector<Weight>& weights) {
  const std::vector<Weight> now = weights_before(limits, core, weights);
  double wanted = 0;
  Weight rest = limits.total[0];
  for (PartId p = 0; p < limits.parts; ++p) {
    wanted += now[p] == 0 ? limits.target[p] : 0;
    rest -= now[p];
  }
  const double share = wanted > 0 ? std::clamp(static_cast<double>(rest) / wanted, 0.0, 1.0) : 0;
  // A vertex may reach that far beyond the end of a bin.
  const Weight reserve = kBinsOfPart * std::max<Weight>(0, core.max_vertex - 1);
  std::vector<Weight> first(limits.parts, 0);
  Bins bins{rest, {}, {}};
  for (const bool is_empty : {true, false}) {
    for (PartId p = 0; p < limits.parts; ++p) {
      if ((now[p] == 0) != is_empty) continue;
      const auto fair = static_cast<Weight>(is_empty ? share * limits.target[p] : 0);
      const Weight most = std::max<Weight>(0, limits.max[p] - now[p] - reserve);
      first[p] = std::clamp<Weight>(std::max(limits.min[p] - now[p], fair), 0, most);
      bins.add(p, first[p]);
    }
  }
  for (PartId p = 0; p < limits.parts; ++p) bins.add(p, limits.max[p] - now[p] - first[p] - reserve);
  if (bins.end.empty()) bins = {0, {0}, {core.order.back()}};
  return bins;
}

}  // namespace

bool can_deal(const Limits& limits, Weight max_vertex) {
  double room = -static_cast<double>(limits.total[0]);
  for (const Weight each : limits.max) room += static_cast<double>(each);
  // HeavyVertices may leave as much again in their parts.
  const double lost = static_cast<double>((kBinsOfPart + 1)) * limits.parts;
  return room >= lost * static_cast<double>(std::max<Weight>(0, max_vertex - 1));
}

Buffer<PartId> deal(StreamRef stream, const LevelGraph& level, const Limits& limits, const Core& core,
                    const Buffer<PartId>& part, const std::vector<Weight>& weights) {
  const VertexId n = level.vertices;
  const Bins bins = bins_of(limits, core, weights);
  const Buffer<PartId> order = to_device(stream, core.order, "partition parts");
  const Buffer<Weight> end = to_device(stream, bins.end, "partition parts");
  const Buffer<PartId> bin_part = to_device(stream, bins.part, "partition parts");
  Buffer<Weight> before(stream, n, "partition sizes");
  Buffer<PartId> result(stream, n, "partition parts");
  kernel::for_each(stream, n, WeighRest{core.to_core, core.heavy, level.vertex_weight, before});
  primitives::exclusive_scan(stream, before, before.view());
  kernel::for_each(
      stream, n,
      AssignParts{core.to_core, core.heavy, part, order, core.heavy_weights.size(), before, end, bin_part, result});
  stream.synchronize();
  return result;
}

}  // namespace warpgraph::partitioning
