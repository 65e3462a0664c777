// SPDX-License-Identifier: Apache-2.0
#include "bisect_on_device.hpp"

#include <algorithm>
#include <cstdint>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "improve.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr std::size_t kGraphsAtOnce = 512;  // more warps than a GPU runs at once, and at most 0.8 MB of sides
constexpr std::uint32_t kMaxConstraints = 4;
constexpr std::uint32_t kWords = (kMaxCoarsest + 31) / 32;

// Where a graph's entries begin in the joined arrays, and what is asked of it.
struct GraphPlace {
  std::uint64_t first_vertex;
  VertexId vertices;
  VertexId min_vertices[2];
  PartId first;  // the parts [first, last)
  PartId last;
  PartId first_right;
};

struct FoundSides {
  Quality quality;
  std::uint32_t on_right[kWords];  // a bit a vertex
};

// What a warp's lanes share.
struct WarpArrays {
  Weight gain[kMaxCoarsest];
  Weight degree[kMaxCoarsest];
  Weight weight[2 * kMaxConstraints];
  VertexId moved[kMaxCoarsest];
  std::uint8_t side[kMaxCoarsest];
  std::uint8_t mark[kMaxCoarsest];
  std::uint8_t is_in[kMaxCoarsest];
  std::uint64_t seed;
  BisectedGraph graph;
  SplitView split;
  BisectionArrays arrays;
};

// The candidates are marked, and the lanes look for the best one among them.
template <class Team>
class MarkedCandidates {
 public:
  WARPGRAPH_DEVICE MarkedCandidates(const Team& team, WarpArrays& arrays) : team_(team), arrays_(arrays) {}

  WARPGRAPH_DEVICE void begin(std::uint64_t seed) {
    team_.once([&] { arrays_.seed = seed; });
    team_.for_each(0, arrays_.graph.vertices(), [&](std::uint64_t v) { arrays_.is_in[v] = 0; });
  }
  WARPGRAPH_DEVICE void set(VertexId v, int) { arrays_.is_in[v] = 1; }
  [[nodiscard]] WARPGRAPH_DEVICE Candidate best(int side) const {
    return team_.reduce(0, arrays_.graph.vertices(), Candidate{}, Max{}, [&](std::uint64_t v) {
      if (arrays_.is_in[v] == 0 || arrays_.side[v] != side) return Candidate{};
      return candidate(static_cast<VertexId>(v), arrays_.gain[v], arrays_.seed);
    });
  }
  WARPGRAPH_DEVICE void remove(VertexId v, int) {
    team_.once([&] { arrays_.is_in[v] = 0; });
  }

 private:
  Team team_;
  WarpArrays& arrays_;
};

struct BisectAttempts {
  using Shared = WarpArrays;

  View<const GraphPlace> graphs;
  View<const EdgeId> row;  // of each graph one more than it has vertices
  View<const VertexId> column;
  View<const Weight> edge_weight;
  View<const Weight> vertex_weight;
  View<const PartId> fixed;
  View<const double> target;  // [(graph * 2 + side) * constraints + constraint]
  View<const Weight> max;
  std::uint32_t constraints;
  std::uint32_t attempts;
  std::uint64_t seed;
  View<FoundSides> found;  // [(graph * attempts + attempt) * kGrowths + growth]

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    const AllLanes<kernel::Warp> team{warp};
    const std::uint64_t i = warp.global_index();
    const std::uint64_t number = i / kGrowths / attempts;
    const GraphPlace& place = graphs[number];
    const std::uint64_t mine = seed_of_attempt(seed, place.first, place.last, i / kGrowths % attempts);
    team.once([&] { lay_out(number, place, shared); });

    put_on_right(team, shared.graph, shared.split, shared.arrays.side);
    Bisection<AllLanes<kernel::Warp>> bisection(team, shared.graph, shared.split, shared.arrays);
    MarkedCandidates<AllLanes<kernel::Warp>> candidates(team, shared);
    grow(bisection, candidates, seed_of_growth(mine, static_cast<int>(i % kGrowths)));
    const Quality quality = refine(bisection, candidates, seed_of_refinement(mine));

    FoundSides& result = found[i];
    team.for_each(0, kWords, [&](std::uint64_t word) {
      std::uint32_t bits = 0;
      for (std::uint32_t bit = 0; bit < 32 && word * 32 + bit < place.vertices; ++bit)
        bits |= std::uint32_t{shared.side[word * 32 + bit]} << bit;
      result.on_right[word] = bits;
    });
    team.once([&] { result.quality = quality; });
  }

 private:
  // Says where the graph's arrays are.
  WARPGRAPH_DEVICE void lay_out(std::uint64_t number, const GraphPlace& place, Shared& shared) const {
    const std::uint64_t n = place.vertices;
    const std::uint64_t in_sides = 2 * std::uint64_t{constraints};
    shared.graph = {row.subview(place.first_vertex + number, n + 1),
                    column,
                    edge_weight,
                    vertex_weight.subview(place.first_vertex * constraints, n * constraints),
                    fixed.empty() ? fixed : fixed.subview(place.first_vertex, n),
                    constraints};
    shared.split = {target.subview(number * in_sides, in_sides),
                    max.subview(number * in_sides, in_sides),
                    {place.min_vertices[0], place.min_vertices[1]},
                    place.first_right};
    shared.arrays = {{shared.side, n},          {shared.gain, n}, {shared.degree, n},
                     {shared.weight, in_sides}, {shared.mark, n}, {shared.moved, n}};
  }
};

// The graphs' arrays, one graph after the other.
struct Joined {
  explicit Joined(std::span<const ToBisect> graphs) {
    for (const auto& [graph, split, first_part, last_part] : graphs) {
      place.push_back({vertices,
                       graph->vertices(),
                       {split->min_vertices[0], split->min_vertices[1]},
                       first_part,
                       last_part,
                       split->first_right});
      for (const EdgeId edge : graph->row) row.push_back(column.size() + edge);
      append(column, graph->column);
      append(edge_weight, graph->edge_weight);
      append(vertex_weight, graph->vertex_weight);
      append(fixed, graph->fixed);
      append(target, split->target);
      append(max, split->max);
      vertices += graph->vertices();
    }
  }

  template <class T>
  static void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  std::uint64_t vertices = 0;
  std::vector<GraphPlace> place;
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
  std::vector<Weight> edge_weight;
  std::vector<Weight> vertex_weight;
  std::vector<PartId> fixed;
  std::vector<double> target;
  std::vector<Weight> max;
};

Sides sides_of(const FoundSides& found, VertexId vertices) {
  Sides sides{std::vector<std::uint8_t>(vertices), found.quality};
  for (VertexId v = 0; v < vertices; ++v) sides.side[v] = found.on_right[v / 32] >> v % 32 & 1;
  return sides;
}

// Appends the best sides of each graph.
void append_best(StreamRef stream, std::span<const ToBisect> graphs, std::uint32_t attempts, std::uint64_t seed,
                 std::vector<Sides>& best) {
  const Joined joined(graphs);
  const std::size_t growths = std::size_t{attempts} * kGrowths;
  const auto on_device = [&](const auto& values) { return to_device(stream, values, "bisections"); };
  const auto place = on_device(joined.place);
  const auto row = on_device(joined.row);
  const auto column = on_device(joined.column);
  const auto edge_weight = on_device(joined.edge_weight);
  const auto vertex_weight = on_device(joined.vertex_weight);
  const auto fixed = on_device(joined.fixed);
  const auto target = on_device(joined.target);
  const auto max = on_device(joined.max);
  Buffer<FoundSides> found(stream, graphs.size() * growths, "bisections");
  kernel::launch(stream, kernel::Warps{found.size()},
                 BisectAttempts{place, row, column, edge_weight, vertex_weight, fixed, target, max,
                                graphs.front().graph->constraints, attempts, seed, found});
  const std::vector<FoundSides> all = to_host(stream, found);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto mine = std::span(all).subspan(i * growths, growths);
    const auto chosen = std::ranges::min_element(mine, &Quality::is_better_than, &FoundSides::quality);
    best.push_back(sides_of(*chosen, graphs[i].graph->vertices()));
  }
}

}  // namespace

bool fits_warp(const HostGraph& graph) {
  return graph.vertices() <= kMaxCoarsest && graph.constraints <= kMaxConstraints;
}

std::vector<Sides> bisect_on_device(StreamRef stream, std::span<const ToBisect> graphs, std::uint32_t attempts,
                                    std::uint64_t seed) {
  std::vector<Sides> best;
  for (std::size_t first = 0; first < graphs.size(); first += kGraphsAtOnce)
    append_best(stream, graphs.subspan(first, std::min(kGraphsAtOnce, graphs.size() - first)), attempts, seed, best);
  return best;
}

void plan_bisections(MemoryPlan& plan, std::size_t parts, std::size_t vertices, std::uint32_t attempts,
                     std::uint32_t constraints) {
  const std::size_t graphs = std::min({parts / 2 + 1, vertices, kGraphsAtOnce});
  plan.add("bisections", support::array_bytes(graphs * attempts * kGrowths, sizeof(FoundSides)));
  plan.add("bisections",
           support::array_bytes(graphs, sizeof(GraphPlace) + 2 * constraints * (sizeof(double) + sizeof(Weight))));
  plan.add("bisections", support::array_bytes(std::min(vertices, graphs * kMaxCoarsest) + graphs,
                                              sizeof(EdgeId) + constraints * sizeof(Weight) + sizeof(PartId)));
}

}  // namespace warpgraph::partitioning
