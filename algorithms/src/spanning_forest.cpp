// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/spanning_forest.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "spanning_forest/edge_rounds.hpp"
#include "spanning_forest/graph_rounds.hpp"
#include "spanning_forest/row_share.hpp"
#include "spanning_forest/trees.hpp"
#include "spanning_forest/vertex_round.hpp"
#include "spanning_forest/weights.hpp"
#include "value_types.hpp"
#include "without_values.hpp"

namespace warpgraph {
namespace {

using namespace forest;  // NOLINT(google-build-using-namespace): its parts

constexpr std::uint64_t kAnyWeight = ~std::uint64_t{0};
constexpr std::uint64_t kSample = 4096;

std::uint64_t groups_of(std::uint64_t count) {
  constexpr std::uint64_t kGroup = std::uint64_t{kSteps} * Warp::kSize;
  return (count + kGroup - 1) / kGroup;
}

struct SampleWeights {
  Weights weights;
  double stride;
  View<std::uint64_t> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    found[i] = weights.at(static_cast<EdgeId>(static_cast<double>(i) * stride));
  }
};

// In 64 bits, as users see the values.
template <EdgeValueType EdgeValue>
struct SumWeights {
  View<const EdgeValue> value;
  View<const EdgeId> entry;
  std::uint64_t count;
  View<ForestWeight<EdgeValue>> sum;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kSteps * Warp::kSize;
    PerLane<ForestWeight<EdgeValue>> part{};
    warp.relaxed_phase([&](Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        const std::uint64_t place = base + i * Warp::kSize + lane;
        if (place < count) part[lane] = plus(part[lane], static_cast<ForestWeight<EdgeValue>>(value[entry[place]]));
      }
    });
    const auto total = warp.reduce(part, Sum{});
    warp.elect([&] { atomic::fetch_add(sum[0], total); });
  }

 private:
  // Integers wrap around.
  template <class T>
  WARPGRAPH_DEVICE static T plus(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    else
      return a + b;
  }
  struct Sum {
    template <class T>
    WARPGRAPH_DEVICE T operator()(T a, T b) const {
      return plus(a, b);
    }
  };
};

// The run of one graph.
template <bool kWide>
class Run {
 public:
  Run(StreamRef stream, const AdjacencyView<NoValue>& edges, const Weights& weights)
      : stream_(stream),
        edges_(edges),
        weights_(weights),
        vertices_(edges.row.size() - 1),
        parent_(stream, vertices_, "spanning forest parents"),
        label_(stream, vertices_, "spanning forest trees"),
        weight_(stream, vertices_, "spanning forest lightest edges"),
        edge_(stream, kWide ? vertices_ : 0, "spanning forest lightest edges"),
        entry_(stream, vertices_, "spanning forest"),
        chosen_count_(stream, 1, "spanning forest counts"),
        tree_count_(stream, 1, "spanning forest counts"),
        counts_(stream, 1, "spanning forest counts"),
        bad_weight_(stream, 1, "spanning forest counts") {
    fill(stream, weight_, nothing());
    if (kWide) fill(stream, edge_, nothing());
    fill(stream, chosen_count_, 0);
    fill(stream, tree_count_, 0);
    fill(stream, bad_weight_, 0);
  }

  void filtered(double light_edges) {
    const std::uint64_t light = lightest_of_heavy(light_edges);
    merge_vertices();
    live_[0] = Buffer<VertexId>(stream_, trees_at_most_, "spanning forest live trees");
    live_[1] = Buffer<VertexId>(stream_, trees_at_most_, "spanning forest live trees");
    const std::uint64_t expected =
        light == kAnyWeight ? edges_.column.size() / 2 : static_cast<std::uint64_t>(share_ * 1.25 * half()) + 1024;
    make_lists(std::min<std::uint64_t>(expected, edges_.column.size()));
    merge_listed(0, light);
    if (light == kAnyWeight) return;
    for_each(stream_, trees_at_most_, FlattenTrees{Trees{parent_}, tree_count_});
    for_each(stream_, vertices_, LabelAgain{parent_, label_});
    merge_listed(light + 1, kAnyWeight);
  }

  void boruvka(ForestMethod method) {
    std::optional<TransactionTable<PriorityPolicy>> locks;
    if (method == ForestMethod::kTransactional) {
      expects(vertices_ < std::uint64_t{1} << 30, "spanning forest: too many vertices for transactions");
      locks.emplace(stream_, vertices_);
      transactions_ = Buffer<TransactionCounts>(stream_, 1, "spanning forest counts");
      fill(stream_, words_of(transactions_), 0);
    }
    for_each(stream_, vertices_, NumberUp{parent_});
    for_each(stream_, vertices_, NumberUp{label_});
    while (find_lightest() != 0) {
      if (locks)
        launch(stream_, Warps{(vertices_ + Warp::kSize - 1) / Warp::kSize},
               AbsorbTrees<kWide>{edges_, label_, lightest(), locks->over(parent_.view()), chosen(), transactions_,
                                  static_cast<std::uint32_t>(rounds_)});
      else
        launch(stream_, Warps{groups_of(vertices_)}, HookRoots<kWide>{edges_, label_, lightest(), parent_, chosen()});
      for_each(stream_, vertices_, LabelByRoots{Trees{parent_}, label_});
      fill(stream_, weight_, nothing());
      if (kWide) fill(stream_, edge_, nothing());
      ++rounds_;
    }
  }

  template <EdgeValueType EdgeValue>
  SpanningForest<EdgeValue> result(const View<const EdgeValue>& value) {
    if (to_host(stream_, bad_weight_).front() != 0)
      throw InputError("a weight is not a number, so there is no lightest forest");
    SpanningForest<EdgeValue> forest;
    forest.edge_count = to_host(stream_, chosen_count_).front();
    forest.component_count = vertices_ - forest.edge_count;
    forest.round_count = rounds_;
    if (!transactions_.empty()) forest.transactions = to_host(stream_, transactions_).front();
    if constexpr (kHasValue<EdgeValue>) {
      Buffer<ForestWeight<EdgeValue>> sum(stream_, 1, "spanning forest weight");
      fill(stream_, sum, 0);
      launch(stream_, Warps{groups_of(forest.edge_count)},
             SumWeights<EdgeValue>{value, entry_, forest.edge_count, sum});
      forest.weight = to_host(stream_, sum).front();
    } else {
      forest.weight = static_cast<std::int64_t>(forest.edge_count);
    }
    forest.entry = std::move(entry_);
    return forest;
  }

 private:
  // Of one struct of counters.
  template <class Counts>
  static View<std::uint64_t> words_of(Buffer<Counts>& counts) {
    return {reinterpret_cast<std::uint64_t*>(counts.data()), sizeof(Counts) / sizeof(std::uint64_t),
            counts.view().space()};
  }
  [[nodiscard]] Lightest<kWide> lightest() { return {weight_, edge_}; }
  [[nodiscard]] Chosen chosen() { return {entry_, chosen_count_}; }
  // Edges, each once.
  [[nodiscard]] double half() const { return static_cast<double>(edges_.column.size()) / 2; }

  // The greatest weight that is light, by a sample; kAnyWeight if all are. share_ is that of the light ones.
  std::uint64_t lightest_of_heavy(double light_edges) {
    const double wanted = light_edges * static_cast<double>(vertices_);
    if (weights_.kind == WeightKind::kNone || wanted <= 0 || half() < 1.5 * wanted) return kAnyWeight;
    Buffer<std::uint64_t> found(stream_, kSample, "spanning forest sample");
    for_each(stream_, kSample, SampleWeights{weights_, 2 * half() / kSample, found});
    std::vector<std::uint64_t> sample = to_host(stream_, found);
    std::ranges::sort(sample);
    const std::uint64_t light = sample[static_cast<std::size_t>(wanted / half() * kSample)];
    const auto behind = std::ranges::upper_bound(sample, light);
    share_ = static_cast<double>(behind - sample.begin()) / kSample;
    return behind == sample.end() ? kAnyWeight : light;
  }

  // The first round. Afterwards vertices are labelled with the trees they are in, and the trees are roots.
  void merge_vertices() {
    if constexpr (kWide) {
      for_each(stream_, vertices_, NumberUp{label_});
      fill(stream_, tree_count_, vertices_);
      trees_at_most_ = vertices_;
    } else {
      launch(stream_, Warps{RowShare::count(edges_.column.size())},
             LightestOfRows{edges_, weights_, weight_, bad_weight_});
      launch(stream_, Warps{groups_of(vertices_)}, HookVertices{edges_, weight_, parent_, chosen()});
      fill(stream_, label_, kNoVertex);
      launch(stream_, Warps{groups_of(vertices_)}, NumberRoots{parent_, weight_, label_, tree_count_});
      for (int i = 0; i < 2; ++i) for_each(stream_, vertices_, ShortenPaths{Trees{parent_}});
      for_each(stream_, vertices_, LabelVertices{Trees{parent_}, label_});
      trees_at_most_ = vertices_ / 2;  // each has two vertices, at least
      fill(stream_, weight_.view().subview(0, trees_at_most_), nothing());
      ++rounds_;
    }
    for_each(stream_, trees_at_most_, NumberUp{parent_});
  }

  void make_lists(std::uint64_t capacity) {
    for (auto& each : list_) each = {};  // first give, then take
    for (auto& each : list_) each = Buffer<ListedEdge<kWide>>(stream_, capacity, "spanning forest edges");
  }

  // Merges along the edges of these weights that join trees.
  void merge_listed(std::uint64_t least, std::uint64_t most) {
    std::uint64_t listed = list_edges(least, most, list_[0]);
    if (listed > list_[0].size()) {
      make_lists(listed);
      listed = list_edges(least, most, list_[0]);
    }
    if (listed == 0) return;
    launch(stream_, WholeDevice{},
           MergeTrees<kWide>{
               Trees{parent_}, tree_count_, lightest(), {list_[0], list_[1]}, {live_[0], live_[1]}, counts_, chosen()});
    rounds_ += to_host(stream_, counts_).front().rounds;
  }

  // Returns how many there are, whether they fit or not.
  std::uint64_t list_edges(std::uint64_t least, std::uint64_t most, View<ListedEdge<kWide>> list,
                           bool settles_ties = false) {
    fill(stream_, words_of(counts_), 0);
    launch(
        stream_, Warps{RowShare::count(edges_.column.size())},
        ListEdges<kWide>{edges_, weights_, label_, least, most, lightest(), list, counts_, bad_weight_, settles_ties});
    return to_host(stream_, counts_).front().edges[0];
  }

  std::uint64_t find_lightest() {
    const std::uint64_t found = list_edges(0, kAnyWeight, {});
    return kWide && found != 0 ? list_edges(0, kAnyWeight, {}, true) : found;
  }

  StreamRef stream_;
  AdjacencyView<NoValue> edges_;
  Weights weights_;
  std::uint64_t vertices_;
  std::uint64_t trees_at_most_ = 0;
  double share_ = 1;
  std::uint64_t rounds_ = 0;
  Buffer<VertexId> parent_;  // of vertices, and from the second round on of trees
  Buffer<VertexId> label_;
  Buffer<std::uint64_t> weight_;
  Buffer<std::uint64_t> edge_;
  Buffer<EdgeId> entry_;
  Buffer<std::uint64_t> chosen_count_;
  Buffer<std::uint64_t> tree_count_;
  Buffer<RoundCounts> counts_;
  Buffer<TransactionCounts> transactions_;
  Buffer<std::uint32_t> bad_weight_;
  Buffer<ListedEdge<kWide>> list_[2];
  Buffer<VertexId> live_[2];
};

template <bool kWide, EdgeValueType EdgeValue>
SpanningForest<EdgeValue> run(StreamRef stream, const AdjacencyView<EdgeValue>& edges,
                              const SpanningForestOptions& options) {
  Run<kWide> run(stream, without_values(edges), Weights::of<EdgeValue>(edges.value));
  if (options.method == ForestMethod::kFiltered)
    run.filtered(options.light_edges);
  else
    run.boruvka(options.method);
  return run.result(edges.value);
}

}  // namespace

template <EdgeValueType EdgeValue>
SpanningForest<EdgeValue> minimum_spanning_forest(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                  const SpanningForestOptions& options) {
  expects(graph.is_undirected() || graph.edge_count() == 0,
          "spanning forest: the graph is directed; symmetrise it first");
  if (graph.edge_count() == 0) {
    SpanningForest<EdgeValue> forest;
    forest.component_count = graph.vertex_count();
    return forest;
  }
  const AdjacencyView<EdgeValue> edges = graph.view().incoming;
  constexpr EdgeId kNarrowEntries = std::numeric_limits<std::uint32_t>::max();
  if constexpr (kValueSize<EdgeValue> <= 4) {
    if (graph.edge_count() < kNarrowEntries) return run<false>(stream, edges, options);
  }
  return run<true>(stream, edges, options);
}

template <EdgeValueType EdgeValue>
EdgeList to_edge_list(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const SpanningForest<EdgeValue>& forest) {
  EdgeList list;
  list.vertex_count = graph.vertex_count();
  list.direction = Direction::kUndirectedOnce;
  list.ids = graph.ids();
  if constexpr (kHasValue<EdgeValue>) list.values = std::vector<EdgeValue>();
  if (forest.edge_count == 0) return list;
  const Graph<EdgeValue> on_host = download(stream, graph);
  const Adjacency<EdgeValue>& edges = on_host.incoming();
  std::vector<EdgeId> entries = to_host(stream, forest.entry.view().subview(0, forest.edge_count));
  struct Edge {
    VertexId greater;
    VertexId lesser;
    EdgeId entry;
  };
  std::vector<Edge> ends;
  ends.reserve(entries.size());
  std::ranges::sort(entries);
  VertexId v = 0;
  for (const EdgeId e : entries) {
    while (edges.row[v + 1] <= e) ++v;
    ends.push_back({std::max(v, edges.column[e]), std::min(v, edges.column[e]), e});
  }
  std::ranges::sort(ends, [](const Edge& a, const Edge& b) {
    return a.greater != b.greater ? a.greater < b.greater : a.lesser < b.lesser;
  });
  for (const Edge& each : ends) {
    list.source.push_back(each.greater);
    list.target.push_back(each.lesser);
    if constexpr (kHasValue<EdgeValue>)
      std::get<std::vector<EdgeValue>>(list.values).push_back(edges.value[each.entry]);
  }
  return list;
}

#define WARPGRAPH_INSTANTIATE(EdgeValue)                                                               \
  template SpanningForest<EdgeValue> minimum_spanning_forest(StreamRef, const DeviceGraph<EdgeValue>&, \
                                                             const SpanningForestOptions&);            \
  template EdgeList to_edge_list(StreamRef, const DeviceGraph<EdgeValue>&, const SpanningForest<EdgeValue>&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
