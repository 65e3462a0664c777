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
#include <warpgraph/runtime/launch.hpp>

#include <warpgraph/framework/graph/row_slice.hpp>
#include "edge_rounds.hpp"
#include "filter.hpp"
#include "graph_rounds.hpp"
#include "lightest.hpp"
#include "listed_trees.hpp"
#include "phase_clock.hpp"
#include "tree_joining.hpp"
#include "vertex_round.hpp"

namespace warpgraph::algorithms::forest {
namespace {

template <bool kWide>
class Run final : public ForestRun, ListedTrees<kWide> {
 public:
  Run(StreamRef stream, const EdgesOfForest& edges, const SpanningForestOptions& options)
      : Trees(stream, edges.edges.row.size() - 1),
        options_(options),
        edges_(edges.edges),
        weights_(edges.weights),
        edge_count_(edges.count),
        in_both_rows_(edges.in_both_rows),
        entry_(stream, vertices_, "spanning forest"),
        chosen_count_(stream, 1, "spanning forest counts") {
    fill(stream, chosen_count_, 0);
    fill(stream, tree_count_, 0);
    next_ = options.method == ForestMethod::kFiltered ? &Run::sample_weights : &Run::begin_rounds;
  }

  bool step() override {
    if (next_ != nullptr) (this->*std::exchange(next_, nullptr))();
    return next_ != nullptr;
  }

  std::uint64_t edges_of_step() const override { return edges_of_step_; }

  FoundForest take() override {
    expect_weights();
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
  using Trees = ListedTrees<kWide>;
  using Trees::bad_weight_, Trees::counts_, Trees::edge_, Trees::label_, Trees::list_, Trees::parent_;
  using Trees::expect_trees, Trees::expect_weights, Trees::label_again, Trees::lightest, Trees::listed;
  using Trees::make_lists, Trees::merge, Trees::rounds, Trees::words_of_counts;
  using Trees::stream_, Trees::tree_count_, Trees::trees_at_most_, Trees::vertices_, Trees::weight_;

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
    label_again();
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
    const std::uint64_t edges = edges_of_step_ = listed();
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

  [[nodiscard]] double wanted_light() const { return options_.light_edges * static_cast<double>(vertices_); }
  [[nodiscard]] Chosen chosen() { return {entry_, chosen_count_}; }

  // The first round. Afterwards vertices are labelled with the trees they are in, and the trees are roots.
  void merge_vertices() {
    if (!kWide && in_both_rows_) {
      merge_by_rows();
    } else {
      kernel::for_each(stream_, vertices_, sweep::CountUp{label_});
      fill(stream_, tree_count_, vertices_);
      expect_trees(vertices_);
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
    expect_trees(vertices_ / 2);  // each has two vertices, at least
    fill(stream_, weight_.view().subview(0, trees_at_most_), nothing());
    ++rounds_;
  }

  // Lists the edges of these weights that join trees, and offers them.
  void queue_list(std::uint64_t least, std::uint64_t max, View<ListedEdge<kWide>> list, bool settles_ties = false) {
    fill(stream_, words_of_counts(), 0);
    has_listed_ = true;
    edges_of_step_ = edge_count_;
    kernel::launch(
        stream_, kernel::Warps{rows::RowSlice::count(edges_.column.size())},
        ListEdges<kWide>{edges_, weights_, label_, least, max, lightest(), list, counts_, bad_weight_, settles_ties});
  }
  // Merges along the listed edges. If there are more than were expected they are listed again.
  void merge_listed(std::uint64_t least, std::uint64_t max) {
    const std::uint64_t edges = edges_of_step_ = listed();
    if (edges > list_[0].size()) {
      make_lists(edges);
      queue_list(least, max, list_[0]);
    }
    if (edges == 0) return;
    merge(list_, chosen());
  }
  // Adds the rounds of the last merge.
  void add_rounds() {
    if (has_listed_) rounds_ += rounds();
  }

  void (Run::*next_)() = nullptr;
  SpanningForestOptions options_;
  AdjacencyView<NoValue> edges_;
  Weights weights_;
  std::uint64_t edge_count_;
  bool in_both_rows_;
  LightEdges light_;
  std::uint64_t rounds_ = 0;
  std::uint64_t edges_of_step_ = 0;
  bool has_listed_ = false;  // so that the counts are there
  PhaseClock clock_;
  Buffer<EdgeId> entry_;
  Buffer<std::uint64_t> chosen_count_;
  std::unique_ptr<TreeJoins> joins_;
  Buffer<std::uint64_t> sample_;
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
