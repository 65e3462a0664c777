// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/betweenness.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/runtime/error.hpp>

#include "level_tasks.hpp"
#include "value_types.hpp"
#include "without_values.hpp"

namespace warpgraph {
namespace {

// What is known of the vertices, for one source, with the parity of the vertex's level as its sign, and zero as long as
// it is not known. So a vertex that pulls finds out without looking at levels: of those with an edge to it none is more
// than one level nearer to the source, farther ones are still zero, and those of its own level, which change at that
// moment, have the other sign. On the way back it is the same.
struct Paths {
  View<double> count;  // of the shortest paths that lead here
  View<double> share;  // what each of them brings to the vertex before: (1 + dependency) / count
  View<double> least;  // of the share, without a dependency: 1 / count; no sign

  WARPGRAPH_DEVICE static double signed_by(std::uint32_t level, double value) {
    return level % 2 == 0 ? value : -value;
  }
  WARPGRAPH_DEVICE static double if_of(std::uint32_t level, double& value) {
    return Max{}(signed_by(level, atomic::load(value)), 0.0);
  }
};

// count[v] = sum of count[u] over the edges from u, one level nearer to the source
struct CountPaths {
  LevelSums incoming;
  Paths paths;
  VertexId source;
  View<std::uint32_t> overflows;

  WARPGRAPH_DEVICE void operator()(Grid<256>& grid) const {
    grid.elect([&] { paths.count[source] = 1; });
    LevelSums::Level now = incoming.find(1);
    for (std::uint32_t level = 1; !now.is_empty(); ++level) {
      const LevelSums::Level next = incoming.find(level + 1);  // asked for ahead of the barrier
      incoming.add_up(
          grid, now, [&](EdgeId e) { return paths.if_of(level - 1, paths.count[incoming.edges.column[e]]); },
          [&](VertexId v, double count) {
            atomic::store(paths.count[v], paths.signed_by(level, count));
            paths.least[v] = 1 / count;
            if (count > kMost) atomic::store(overflows[0], 1u);
          });
      now = next;
    }
  }

 private:
  static constexpr double kMost = std::numeric_limits<double>::max();
};

// dependency[v] = count[v] * sum of share[w] over the edges to w, one level farther from the source
struct AddDependencies {
  LevelSums outgoing;
  Paths paths;
  View<double> centrality;

  WARPGRAPH_DEVICE void operator()(Grid<256>& grid) const {
    std::uint32_t level = outgoing.levels() - 1;
    while (level > 0 && outgoing.find(level).is_empty()) --level;
    if (level < 2) return;
    begin_at(grid, level);
    while (level-- > 1) {  // the source is an end of every path
      outgoing.add_up(
          grid, outgoing.find(level),
          [&](EdgeId e) { return paths.if_of(level + 1, paths.share[outgoing.edges.column[e]]); },
          [&](VertexId v, double shares) {
            const double count = paths.signed_by(level, paths.count[v]);
            atomic::store(paths.share[v], paths.signed_by(level, paths.least[v] + shares));
            centrality[v] += count * shares;
          });
    }
  }

 private:
  // The farthest have nobody behind them.
  WARPGRAPH_DEVICE void begin_at(Grid<256>& grid, std::uint32_t level) const {
    const LevelSums::Level farthest = outgoing.find(level);
    const std::uint32_t first = farthest.begin[0];
    grid.for_each(farthest.begin[kTaskKinds] - first, [&](std::uint64_t i) {
      const std::uint32_t task = outgoing.task[first + i];
      if (task < paths.share.size()) paths.share[task] = paths.signed_by(level, paths.least[task]);
    });
  }
};

struct Scale {
  double factor;
  View<double> values;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { values[v] *= factor; }
};

class Centrality {
 public:
  Centrality(StreamRef stream, const AdjacencyView<NoValue>& incoming, const AdjacencyView<NoValue>& outgoing)
      : stream_(stream),
        incoming_(stream, incoming),
        edges_(incoming.column.size()),
        count_(stream, incoming.row.size() - 1, "betweenness path counts"),
        share_(stream, count_.size(), "betweenness shares"),
        least_share_(stream, count_.size(), "betweenness shares"),
        centrality_(stream, count_.size(), "betweenness"),
        overflows_(stream, 1, "betweenness overflows") {
    if (outgoing.row.data() != incoming.row.data()) outgoing_.emplace(stream, outgoing);
    fill(stream, centrality_, 0);
    fill(stream, overflows_, 0);
  }

  // What the paths from one source add, whose levels are below `levels`.
  void add(VertexId source, const Buffer<std::uint32_t>& level, std::uint32_t levels) {
    incoming_.sort(stream_, level, levels);
    if (outgoing_) outgoing_->sort(stream_, level, levels);
    LevelTasks& outgoing = outgoing_ ? *outgoing_ : incoming_;
    fill(stream_, count_, 0);
    fill(stream_, share_, 0);
    const Paths paths{count_, share_, least_share_};
    launch(stream_, shape(levels), CountPaths{incoming_.sums(), paths, source, overflows_});
    launch(stream_, shape(levels), AddDependencies{outgoing.sums(), paths, centrality_});
  }

  Buffer<double> finish(double scale) && {
    if (to_host(stream_, overflows_).front() != 0)
      throw InputError("betweenness: more than 10^308 shortest paths lead to one vertex");
    if (scale != 1) for_each(stream_, centrality_.size(), Scale{scale, centrality_});
    return std::move(centrality_);
  }

 private:
  // Levels of few edges are over soon: then fewer blocks meet at the barriers sooner.
  [[nodiscard]] WholeDevice shape(std::uint32_t levels) const {
    constexpr EdgeId kFewEdges = 1u << 16;
    constexpr unsigned kBlocksPerMultiprocessor = 2;
    if (edges_ / levels >= kFewEdges) return {};
    return {kBlocksPerMultiprocessor * static_cast<unsigned>(std::max(1, stream_.device().info().multiprocessors))};
  }

  StreamRef stream_;
  LevelTasks incoming_;
  std::optional<LevelTasks> outgoing_;  // of directed graphs
  EdgeId edges_;
  Buffer<double> count_;
  Buffer<double> share_;
  Buffer<double> least_share_;
  Buffer<double> centrality_;
  Buffer<std::uint32_t> overflows_;
};

double scale_of(double vertices, double sources, bool normalised) {
  if (!normalised || vertices <= 2) return 1;
  return vertices / sources / ((vertices - 1) * (vertices - 2));
}

}  // namespace

std::vector<VertexId> betweenness_sources(const IdMap& ids, VertexId vertices, const BetweennessOptions& options) {
  expects(options.samples <= vertices, "betweenness: there are fewer vertices than samples");
  expects(options.samples == 0 || options.sources.empty(), "betweenness: there are sources and samples");
  std::vector<VertexId> sources;
  if (!options.sources.empty()) {
    for (const std::uint64_t name : options.sources) sources.push_back(find_vertex(ids, vertices, name));
    return sources;
  }
  sources.resize(vertices);
  std::iota(sources.begin(), sources.end(), VertexId{0});
  if (options.samples == 0) return sources;
  std::mt19937_64 random(options.seed);
  for (std::uint64_t i = 0; i < options.samples; ++i) std::swap(sources[i], sources[i + random() % (vertices - i)]);
  sources.resize(options.samples);
  return sources;
}

template <EdgeValueType EdgeValue>
Result<double> betweenness(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const BetweennessOptions& options) {
  const VertexId vertices = graph.vertex_count();
  expects(vertices == 0 || graph.has_outgoing(), "betweenness: the graph has no outgoing edges");
  const std::vector<VertexId> sources = betweenness_sources(graph.ids(), vertices, options);
  Result<double> result;
  if (vertices == 0) return result;

  std::optional<EngineScratch> scratch;
  BfsOptions search{0, options.engine};
  if (search.engine.scratch == nullptr) search.engine.scratch = &scratch.emplace(stream.device().runtime());
  const auto view = graph.view();
  Centrality centrality(stream, without_values(view.incoming), without_values(view.outgoing));
  for (const VertexId source : sources) {
    search.source = graph.ids().name_of(source);
    const Result<std::uint32_t> levels = bfs_levels(stream, graph, search);
    if (!levels.converged()) result.end = levels.end;
    // No superstep reaches more than one level.
    centrality.add(source, levels.values, static_cast<std::uint32_t>(levels.supersteps.size() + 1));
  }
  const auto count = static_cast<double>(sources.size());
  result.values = std::move(centrality).finish(scale_of(vertices, count, options.normalised));
  return result;
}

#define WARPGRAPH_INSTANTIATE(E) \
  template Result<double> betweenness<E>(StreamRef, const DeviceGraph<E>&, const BetweennessOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
