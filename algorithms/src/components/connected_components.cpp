// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/connected_components.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/parallel/step_run.hpp>
#include <warpgraph/framework/parallel/union_find.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

#include <warpgraph/framework/parallel/peer_arrays.hpp>
#include "common/value_types.hpp"
#include "plant_trees.hpp"

namespace warpgraph {
namespace {

using namespace components;  // NOLINT(google-build-using-namespace): its parts

// So many edges of every vertex count before the largest tree is left alone; the first when the trees are planted.
constexpr EdgeId kFirstEdges = 2;
// Where rows are no longer than this on average, there is too little left after the first edges to leave alone.
constexpr double kShortRows = 4;
// Among so many edges of a short row, one is the nearest to the vertex: it is the likeliest to be in its chunk.
constexpr EdgeId kNear = 2;

// The edges from the first on, up to `count` of each vertex, but for those that planted it.
struct UniteFirst {
  UnionFind trees;
  FirstTree planted;
  EdgeId count;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const AdjacencyView<NoValue>& edges = planted.edges;
    const EdgeId first = edges.row[v];
    const EdgeId end = edges.row[v + 1] - first < count ? edges.row[v + 1] : first + count;
    const EdgeId done = planted.edge(v);
    for (EdgeId e = first; e < end; ++e)
      if (e != done) trees.unite(static_cast<VertexId>(v), edges.column[e]);
  }
};

// All edges, where each is seen from both ends: the greater end brings it. Rows ascend, so lesser neighbours come
// first.
struct UniteLesser {
  UnionFind trees;
  FirstTree planted;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId end = planted.edges.row[v + 1];
    const EdgeId done = planted.edge(v);
    for (EdgeId e = planted.edges.row[v]; e < end; ++e) {
      const VertexId u = planted.edges.column[e];
      if (u >= v) return;
      if (e != done) trees.unite(static_cast<VertexId>(v), u);
    }
  }
};

// f for the vertices of a list
template <class F>
struct ForListed {
  F f;
  View<const VertexId> list;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { f(list[i]); }
};

// The edges from `first` on of all vertices outside of the tree `done`, a warp a vertex.
struct UniteRest {
  UnionFind trees;
  AdjacencyView<NoValue> edges;
  EdgeId first;
  VertexId done;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t vertices = edges.row.size() - 1;
    const std::uint64_t base = std::uint64_t{warp.global_index()} * Warp::kSize;
    PerLane<EdgeId> begin{};
    PerLane<EdgeId> end{};
    PerLane<bool> wanted;
    warp.phase([&](Lane lane) {
      const std::uint64_t v = base + lane;
      wanted[lane] = false;
      if (v >= vertices || trees.parent_of(static_cast<VertexId>(v)) == done) return;
      begin[lane] = edges.row[v] + first;
      end[lane] = edges.row[v + 1];
      wanted[lane] = begin[lane] < end[lane];
    });
    const std::uint32_t left = warp.ballot(wanted);
    for (std::uint32_t i = 0; i < Warp::kSize && left >> i != 0; ++i) {
      if ((left >> i & 1) == 0) continue;
      const EdgeId from = warp.broadcast(begin, i);
      const EdgeId to = warp.broadcast(end, i);
      warp.phase([&](Lane lane) {
        for (EdgeId e = from + lane; e < to; e += Warp::kSize)
          trees.unite(static_cast<VertexId>(base + i), edges.column[e]);
      });
    }
  }
};

struct Sample {
  View<const VertexId> parent;
  std::uint64_t stride;
  View<VertexId> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { found[i] = parent[i * stride]; }
};

// The most frequent, which is very likely the root of most vertices.
VertexId most_frequent(std::vector<VertexId> roots) {
  std::ranges::sort(roots);
  VertexId best = roots.front();
  std::ptrdiff_t max = 0;
  for (auto first = roots.begin(); first != roots.end();) {
    const auto last = std::upper_bound(first, roots.end(), *first);
    if (last - first > max) {
      max = last - first;
      best = *first;
    }
    first = last;
  }
  return best;
}

// The trees of another device.
struct UniteParents {
  UnionFind trees;
  View<const VertexId> parent;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (parent[v] != v) trees.unite(static_cast<VertexId>(v), parent[v]);
  }
};

constexpr std::uint64_t kSample = 1024;

// The forest of the edges that one device has, in steps: none waits for what the same step of another device has
// queued.
class Uniting {
 public:
  // `rows`: that may have edges. Waits for the stream.
  Uniting(StreamRef stream, const AdjacencyView<NoValue>& incoming, const AdjacencyView<NoValue>& outgoing,
          VertexId rows)
      : stream_(stream),
        incoming_(incoming),
        outgoing_(outgoing),
        has_short_rows_(static_cast<double>(incoming.column.size()) < kShortRows * static_cast<double>(rows)),
        has_locality_(has_locality(stream, incoming.row, incoming.column)),
        parent_(stream, incoming.row.size() - 1, "components") {}

  // Every vertex its first tree.
  void plant() {
    if (has_locality_ && has_short_rows_) return plant_chunks();
    for_each(stream_, vertices(), PlantTrees{parent_, planted()});
    if (!has_locality_) return;
    // Where neighbours lie near to each other, first neighbours make long paths.
    for (int i = 0; i < 2; ++i) for_each(stream_, vertices(), ShortenPaths<>{trees()});
    for_each(stream_, vertices(), FlattenPaths{trees()});
  }

  // The first edges of all vertices; where rows are short, all edges. Waits for chunks if there are any.
  void unite_first() {
    if (!leaving_.empty()) flatten_chunks();
    if (has_short_rows_ && is_undirected()) return for_each(stream_, vertices(), UniteLesser{trees(), planted()});
    const EdgeId max = has_short_rows_ ? ~EdgeId{0} : kFirstEdges;
    for_each(stream_, vertices(), UniteFirst{trees(), planted(), max});
    if (has_short_rows_) return;
    for_each(stream_, vertices(), FlattenPaths{trees()});
    if (!is_seen_from_both_ends()) return;
    const std::uint64_t count = std::min(kSample, vertices());
    sample_ = Buffer<VertexId>(stream_, count, "components sample");
    for_each(stream_, count, Sample{parent_, vertices() / count, sample_});
  }

  // What is left: a vertex of the largest tree may keep its edges to itself if those at their other ends see them, too.
  // Waits for the sample if there is one.
  void unite_rest() {
    if (has_short_rows_) return;
    const VertexId done = sample_.empty() ? kNoVertex : most_frequent(to_host(stream_, sample_));
    const Warps warps{(vertices() + Warp::kSize - 1) / Warp::kSize};
    launch(stream_, warps, UniteRest{trees(), incoming_, kFirstEdges, done});
    if (is_seen_from_both_ends() && !is_undirected()) launch(stream_, warps, UniteRest{trees(), outgoing_, 0, done});
  }

  void unite(View<const VertexId> parents) { for_each(stream_, vertices(), UniteParents{trees(), parents}); }
  void flatten() { for_each(stream_, vertices(), FlattenPaths{trees()}); }

  [[nodiscard]] View<VertexId> parents() { return parent_; }
  [[nodiscard]] Buffer<VertexId> take() { return std::move(parent_); }

 private:
  [[nodiscard]] std::uint64_t vertices() const { return incoming_.row.size() - 1; }
  [[nodiscard]] UnionFind trees() { return {parent_}; }
  [[nodiscard]] FirstTree planted() const { return {incoming_, has_locality_ && has_short_rows_ ? kNear : EdgeId{1}}; }
  [[nodiscard]] bool is_seen_from_both_ends() const { return !outgoing_.row.empty(); }
  [[nodiscard]] bool is_undirected() const { return outgoing_.row.data() == incoming_.row.data(); }

  // Planted and flattened inside of chunks: a third or so of the work where many of the first neighbours are next to a
  // vertex.
  void plant_chunks() {
    leaving_ = Buffer<VertexId>(stream_, vertices(), "components leaving chunks");
    leaving_count_ = Buffer<std::uint32_t>(stream_, 1, "components leaving chunks");
    fill(stream_, leaving_count_, 0);
    const Blocks chunks{(vertices() + PlantChunks::kVertices - 1) / PlantChunks::kVertices};
    launch(stream_, chunks, PlantChunks{{parent_, planted()}, leaving_, leaving_count_});
  }
  void flatten_chunks() {
    const std::uint64_t leaving = to_host(stream_, leaving_count_).front();
    // Every pass leaves a fifth of a path, which may lead through all chunks.
    for (int i = 0; i < 3; ++i) for_each(stream_, leaving, ForListed<ShortenPaths<>>{{trees()}, leaving_});
    for_each(stream_, leaving, ForListed<FlattenPaths>{{trees()}, leaving_});
    for_each(stream_, vertices(), ShortenPaths<1>{trees()});
    leaving_ = {};
  }

  StreamRef stream_;
  AdjacencyView<NoValue> incoming_;
  AdjacencyView<NoValue> outgoing_;
  bool has_short_rows_;
  bool has_locality_;
  Buffer<VertexId> parent_;
  Buffer<VertexId> leaving_;
  Buffer<std::uint32_t> leaving_count_;
  Buffer<VertexId> sample_;
};

// Device 0 gets the trees of device 1 while 2 gets those of 3; then 0 those of 2, and so on, until it has all.
void merge(const PeerGraph& peers, PeerArrays& arrays, std::vector<std::unique_ptr<Uniting>>& forests,
           std::vector<Buffer<VertexId>>& inbox) {
  const std::size_t devices = forests.size();
  for (std::size_t step = 1; step < devices; step *= 2) {
    for (std::size_t i = 0; i + step < devices; i += 2 * step) {
      if (inbox[i].empty()) inbox[i] = Buffer<VertexId>(peers.parts[i].stream, peers.vertices, "components inbox");
      const View<const VertexId> parents = forests[i + step]->parents();
      arrays.put(static_cast<int>(i + step), parents, static_cast<int>(i), inbox[i].view());
    }
    arrays.send();
    for (std::size_t i = 0; i + step < devices; i += 2 * step) forests[i]->unite(inbox[i]);
  }
  forests.front()->flatten();
}

void unite_on_all(const PeerGraph& peers, const EngineOptions& engine, ShardedResult<VertexId>& result) {
  std::vector<OwnRows> rows;
  std::vector<std::unique_ptr<Uniting>> forests;
  std::vector<Buffer<VertexId>> inbox(peers.parts.size());
  PeerArrays arrays(peers);
  StepRun run(peers, arrays, engine, result);
  const WaitForPeers wait(peers);
  run.begin_whole();
  for (const PeerGraph::Part& each : peers.parts) {
    rows.emplace_back(peers, each);
    forests.push_back(std::make_unique<Uniting>(each.stream, rows.back().view(), each.outgoing, each.own.size()));
  }
  for (const auto& each : forests) each->plant();
  for (const auto& each : forests) each->unite_first();
  for (const auto& each : forests) each->unite_rest();
  run.mark_computed();
  merge(peers, arrays, forests, inbox);
  for (std::size_t i = 0; i < forests.size(); ++i) {
    const VertexRange own = peers.parts[i].own;
    const View<const VertexId> labels = forests.front()->parents().subview(own.first, own.size());
    arrays.put(0, labels, static_cast<int>(i), forests[i]->parents().subview(own.first, own.size()));
  }
  arrays.send();
  run.end_whole();
  for (const auto& each : forests) result.values.push_back(each->take());
}

}  // namespace

MemoryPlan connected_components_memory(const RunSize& size) {
  MemoryPlan plan = OwnRows::memory(size);
  plan.add_array<VertexId>("components", size.vertices);
  const bool may_plant_chunks =
      static_cast<double>(size.own_edges) < kShortRows * static_cast<double>(size.own_vertices);
  if (may_plant_chunks) plan.add_array<VertexId>("components leaving chunks", size.vertices);
  if (size.devices > 1) plan.add_array<VertexId>("components inbox", size.vertices);
  plan.add_array<VertexId>("components sample", kSample);
  return plan;
}

Result<VertexId> connected_components(StreamRef stream, const AdjacencyView<NoValue>& incoming,
                                      const AdjacencyView<NoValue>& outgoing, const ConnectedComponentsOptions&) {
  Result<VertexId> result;
  const auto vertices = static_cast<VertexId>(incoming.row.size() - 1);
  if (vertices == 0) return result;
  const EdgeId edges = incoming.column.size();
  stream.device().require(
      connected_components_memory({.vertices = vertices, .edges = edges, .own_vertices = vertices, .own_edges = edges}),
      "connected components");
  Uniting forest(stream, incoming, outgoing, vertices);
  forest.plant();
  forest.unite_first();
  forest.unite_rest();
  forest.flatten();
  result.values = forest.take();
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> connected_components(const ShardedGraph<EdgeValue>& graph,
                                             const ConnectedComponentsOptions& options) {
  require_on_peers(graph, "connected components", connected_components_memory);
  const PeerGraph peers = peer_graph(graph, options.engine.exchange);
  ShardedResult<VertexId> result;
  result.own = peers.own();
  if (graph.vertex_count() != 0) unite_on_all(peers, options.engine, result);
  return result;
}

#define WARPGRAPH_INSTANTIATE(E) \
  template ShardedResult<VertexId> connected_components<E>(const ShardedGraph<E>&, const ConnectedComponentsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
