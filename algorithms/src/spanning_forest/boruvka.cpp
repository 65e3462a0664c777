// SPDX-License-Identifier: Apache-2.0
#include "boruvka.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/framework/sweep/count_up.hpp>
#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include <warpgraph/framework/graph/row_slice.hpp>
#include "edge_rounds.hpp"
#include "filter.hpp"
#include "graph_rounds.hpp"
#include "lightest.hpp"
#include "phase_clock.hpp"
#include "tree_joining.hpp"
#include "vertex_round.hpp"

namespace warpgraph::algorithms::forest {
namespace {

template <bool kWide>
class Run final : public ForestRun {
 public:
  Run(StreamRef stream, const EdgesOfForest& edges, const SpanningForestOptions& options)
      : stream_(stream),
        options_(options),
        edges_(edges.edges),
        weights_(edges.weights),
        edge_count_(edges.count),
        in_both_rows_(edges.in_both_rows),
        vertices_(edges_.row.size() - 1),
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
    next_ = options.method == ForestMethod::kFiltered ? &Run::sample_weights : &Run::begin_rounds;
  }

  bool step() override {
    if (next_ != nullptr) (this->*std::exchange(next_, nullptr))();
    return next_ != nullptr;
  }

  std::uint64_t edges_of_step() const override { return edges_of_step_; }

  FoundForest take() override {
    if (to_host(stream_, bad_weight_).front() != 0)
      throw InputError("a weight is not a number, so there is no lightest forest");
    add_rounds();
    FoundForest forest;
    forest.edge_count = to_host(stream_, chosen_count_).front();
    forest.round_count = rounds_;
    if (joins_) joins_->end(stream_);
    forest.phases = clock_.times();
    forest.entry = std::move(entry_);
    return forest;
  }

 private:
  // ---- The steps of kFiltered

  void sample_weights() {
    if (weights_.kind != WeightKind::kNone && LightEdges::are_few(wanted_light(), static_cast<double>(edge_count_))) {
      sample_ = Buffer<std::uint64_t>(stream_, kSample, "spanning forest sample");
      kernel::for_each(stream_, kSample,
                       SampleWeights{weights_, static_cast<double>(edges_.column.size()) / kSample, sample_});
    }
    next_ = &Run::list_light;
  }

  void list_light() {
    if (!sample_.empty())
      light_ = LightEdges::of(to_host(stream_, sample_), wanted_light(), static_cast<double>(edge_count_));
    merge_vertices();
    live_[0] = Buffer<VertexId>(stream_, trees_at_most_, "spanning forest live trees");
    live_[1] = Buffer<VertexId>(stream_, trees_at_most_, "spanning forest live trees");
    const std::uint64_t expected =
        light_.max == kAnyWeight
            ? edge_count_
            : static_cast<std::uint64_t>(light_.fraction * 1.25 * static_cast<double>(edge_count_)) + 1024;
    make_lists(std::min<std::uint64_t>(expected, edges_.column.size()));
    queue_list(0, light_.max, list_[0]);
    next_ = &Run::merge_light;
  }

  void merge_light() {
    merge_listed(0, light_.max);
    if (light_.max != kAnyWeight) next_ = &Run::list_heavy;
  }

  void list_heavy() {
    add_rounds();
    kernel::for_each(stream_, trees_at_most_, FlattenTrees{sweep::UnionFind{parent_}, tree_count_});
    kernel::for_each(stream_, vertices_, LabelAgain{parent_, label_});
    queue_list(light_.max + 1, kAnyWeight, list_[0]);
    next_ = &Run::merge_heavy;
  }

  void merge_heavy() { merge_listed(light_.max + 1, kAnyWeight); }

  // ---- The steps of kBoruvka

  void begin_rounds() {
    if (options_.joining != nullptr) joins_ = options_.joining->begin(stream_, vertices_);
    kernel::for_each(stream_, vertices_, sweep::CountUp{parent_});
    kernel::for_each(stream_, vertices_, sweep::CountUp{label_});
    clock_.mark(stream_);
    queue_list(0, kAnyWeight, {});
    next_ = &Run::join_trees;
  }

  void join_trees() {
    const std::uint64_t edges = listed();
    if (kWide && edges != 0) queue_list(0, kAnyWeight, {}, true);
    clock_.mark(stream_);
    if (edges == 0) return;
    if (joins_)
      joins_->join(stream_, TreeRound<kWide>{edges_, label_, lightest(), parent_, chosen(),
                                             static_cast<std::uint32_t>(rounds_)});
    else
      kernel::launch(stream_, kernel::Warps{groups_of(vertices_)},
                     HookTrees<RootChoice<kWide>>{RootChoice<kWide>{edges_, label_, lightest()}, parent_, chosen()});
    kernel::for_each(stream_, vertices_, LabelByRoots{sweep::UnionFind{parent_}, label_});
    clock_.mark(stream_);
    fill(stream_, weight_, nothing());
    if (kWide) fill(stream_, edge_, nothing());
    ++rounds_;
    queue_list(0, kAnyWeight, {});
    next_ = &Run::join_trees;
  }

  // ---- What they are made of

  // The words of one struct of counters.
  template <class Counts>
  static View<std::uint64_t> words_of(Buffer<Counts>& counts) {
    return {reinterpret_cast<std::uint64_t*>(counts.data()), sizeof(Counts) / sizeof(std::uint64_t),
            counts.view().space()};
  }
  [[nodiscard]] double wanted_light() const { return options_.light_edges * static_cast<double>(vertices_); }
  [[nodiscard]] Lightest<kWide> lightest() { return {weight_, edge_}; }
  [[nodiscard]] Chosen chosen() { return {entry_, chosen_count_}; }

  // The first round. Afterwards vertices are labelled with the trees they are in, and the trees are roots.
  void merge_vertices() {
    if (!kWide && in_both_rows_) {
      merge_by_rows();
    } else {
      kernel::for_each(stream_, vertices_, sweep::CountUp{label_});
      fill(stream_, tree_count_, vertices_);
      trees_at_most_ = vertices_;
    }
    kernel::for_each(stream_, trees_at_most_, sweep::CountUp{parent_});
  }
  void merge_by_rows() {
    kernel::launch(stream_, kernel::Warps{rows::RowSlice::count(edges_.column.size())},
                   LightestOfRows{edges_, weights_, weight_, bad_weight_});
    kernel::launch(stream_, kernel::Warps{groups_of(vertices_)},
                   HookTrees<VertexChoice>{VertexChoice{edges_, weight_}, parent_, chosen()});
    fill(stream_, label_, kNoVertex);
    kernel::launch(stream_, kernel::Warps{groups_of(vertices_)}, NumberRoots{parent_, weight_, label_, tree_count_});
    for (int i = 0; i < 2; ++i) kernel::for_each(stream_, vertices_, sweep::ShortenPaths<>{sweep::UnionFind{parent_}});
    kernel::for_each(stream_, vertices_, LabelVertices{sweep::UnionFind{parent_}, label_});
    trees_at_most_ = vertices_ / 2;  // each has two vertices, at least
    fill(stream_, weight_.view().subview(0, trees_at_most_), nothing());
    ++rounds_;
  }

  void make_lists(std::uint64_t capacity) {
    for (auto& each : list_) each = {};  // first give, then take
    for (auto& each : list_) each = Buffer<ListedEdge<kWide>>(stream_, capacity, "spanning forest edges");
  }

  // Lists the edges of these weights that join trees, and offers them.
  void queue_list(std::uint64_t least, std::uint64_t max, View<ListedEdge<kWide>> list, bool settles_ties = false) {
    fill(stream_, words_of(counts_), 0);
    has_listed_ = true;
    edges_of_step_ = edge_count_;
    kernel::launch(
        stream_, kernel::Warps{rows::RowSlice::count(edges_.column.size())},
        ListEdges<kWide>{edges_, weights_, label_, least, max, lightest(), list, counts_, bad_weight_, settles_ties});
  }
  // How many the last list has, or would have if they fitted.
  std::uint64_t listed() { return edges_of_step_ = to_host(stream_, counts_).front().edges[0]; }

  // Merges along the listed edges. If there are more than were expected they are listed again.
  void merge_listed(std::uint64_t least, std::uint64_t max) {
    const std::uint64_t edges = listed();
    if (edges > list_[0].size()) {
      make_lists(edges);
      queue_list(least, max, list_[0]);
    }
    if (edges == 0) return;
    kernel::launch(stream_, kernel::WholeDevice{},
                   MergeTrees<kWide>{sweep::UnionFind{parent_},
                                     tree_count_,
                                     lightest(),
                                     {list_[0], list_[1]},
                                     {live_[0], live_[1]},
                                     counts_,
                                     chosen()});
  }
  // Adds the rounds of the last merge.
  void add_rounds() {
    if (has_listed_) rounds_ += to_host(stream_, counts_).front().rounds;
  }

  void (Run::*next_)() = nullptr;
  StreamRef stream_;
  SpanningForestOptions options_;
  AdjacencyView<NoValue> edges_;
  Weights weights_;
  std::uint64_t edge_count_;
  bool in_both_rows_;
  std::uint64_t vertices_;
  std::uint64_t trees_at_most_ = 0;
  LightEdges light_;
  std::uint64_t rounds_ = 0;
  std::uint64_t edges_of_step_ = 0;
  bool has_listed_ = false;  // so that the counts are there
  PhaseClock clock_;
  Buffer<VertexId> parent_;  // of vertices, and from the second round on of trees
  Buffer<VertexId> label_;
  Buffer<std::uint64_t> weight_;
  Buffer<std::uint64_t> edge_;
  Buffer<EdgeId> entry_;
  Buffer<std::uint64_t> chosen_count_;
  Buffer<std::uint64_t> tree_count_;
  Buffer<RoundCounts> counts_;
  std::unique_ptr<TreeJoins> joins_;
  Buffer<std::uint32_t> bad_weight_;
  Buffer<std::uint64_t> sample_;
  Buffer<ListedEdge<kWide>> list_[2];
  Buffer<VertexId> live_[2];
};

}  // namespace

std::unique_ptr<ForestRun> start_forest_run(StreamRef stream, const EdgesOfForest& edges,
                                            const SpanningForestOptions& options) {
  // The word of an edge that is the lightest has 32 bits for its weight and 32 for its place.
  const bool is_narrow =
      edges.weights.wide.empty() && edges.edges.column.size() < std::numeric_limits<std::uint32_t>::max();
  if (is_narrow) return std::make_unique<Run<false>>(stream, edges, options);
  return std::make_unique<Run<true>>(stream, edges, options);
}

}  // namespace warpgraph::algorithms::forest
