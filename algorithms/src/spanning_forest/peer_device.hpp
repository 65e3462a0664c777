// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/sweep/count_up.hpp>
#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include <warpgraph/framework/graph/row_slice.hpp>
#include "edge_rounds.hpp"
#include "filter.hpp"
#include "graph_rounds.hpp"
#include "lightest.hpp"
#include "listed_trees.hpp"
#include "peer_list.hpp"
#include "peer_round.hpp"
#include "peer_run.hpp"
#include "vertex_round.hpp"

namespace warpgraph::algorithms::forest {

// Which edges are to be listed.
struct ListedRange {
  std::uint64_t least;
  std::uint64_t max;
  bool at_either_end;  // as ListEdges has it
};

// What one device does. All that is not said to wait returns at once.
class PeerDevice : ListedTrees<false> {
 public:
  explicit PeerDevice(PeerPart part)
      : ListedTrees(part.stream, part.edges.row.size() - 1),
        part_(std::move(part)),
        choice_(stream_, vertices_, "spanning forest neighbours"),
        number_(stream_, vertices_ + 1, "spanning forest numbers"),
        kept_(stream_, std::min(vertices_, part_.count), "spanning forest"),
        chosen_(stream_, vertices_ / 2, "spanning forest"),
        kept_count_(stream_, 2, "spanning forest counts"),
        chosen_count_(stream_, 1, "spanning forest counts") {
    expect_trees(vertices_ / 2);  // each has two vertices, at least
    fill(stream_, kept_count_, 0);
  }

  [[nodiscard]] const PeerPart& part() const { return part_; }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] std::uint64_t vertices() const { return vertices_; }
  [[nodiscard]] EdgeId entries() const { return part_.edges.column.size(); }

  void sample(std::uint64_t size) {
    if (entries() == 0) return;
    sample_ = Buffer<std::uint64_t>(stream_, size, "spanning forest sample");
    const double stride = static_cast<double>(entries()) / static_cast<double>(size);
    kernel::for_each(stream_, size, SampleWeights{part_.weights, stride, sample_});
  }
  // Waits.
  [[nodiscard]] std::vector<std::uint64_t> sampled() const { return to_host(stream_, sample_); }
  void expect_light(const LightEdges& light) {
    const double listed = light.fraction * 1.25 * static_cast<double>(part_.count) + 1024;
    make_lists(light.max == kAnyWeight ? part_.count
                                       : std::min<std::uint64_t>(static_cast<std::uint64_t>(listed), part_.count));
  }

  // ---- The first round

  void choose_neighbours() {
    kernel::launch(stream_, kernel::Warps{rows::RowSlice::count(entries())},
                   LightestOfRows{part_.edges, part_.weights, weight_, bad_weight_});
    kernel::for_each(stream_, part_.own.size(), ChooseNeighbours{part_.edges, weight_, part_.own.first, choice_});
  }
  [[nodiscard]] View<VertexId> choices_of(VertexRange own) { return choice_.view().subview(own.first, own.size()); }

  // The choices of all devices are there. Afterwards vertices are labelled with the numbers of their trees.
  void join_vertices() {
    fill(stream_, number_.view().subview(vertices_, 1), 0);
    kernel::launch(stream_, kernel::Warps{groups_of(vertices_)},
                   HookTrees<ToldChoice>{ToldChoice{part_.edges, part_.weights, weight_, choice_, part_.own, number_},
                                         parent_, kept()});
    copy(stream_, kept_count_.view().subview(1, 1), kept_count_.view().subview(0, 1));
    primitives::exclusive_scan(stream_, number_.view(), number_.view());
    kernel::for_each(stream_, 1, CountTrees{number_, tree_count_});
    for (int i = 0; i < 2; ++i) kernel::for_each(stream_, vertices_, sweep::ShortenPaths<>{sweep::UnionFind{parent_}});
    kernel::for_each(stream_, vertices_, NumberVertices{sweep::UnionFind{parent_}, choice_, number_, label_});
  }

  // ---- The others

  // Lists its own edges of these weights that join trees.
  void list(const ListedRange& range) {
    begin_rounds();
    const kernel::Warps warps{rows::RowSlice::count(entries())};
    if (range.at_either_end)
      kernel::launch(stream_, warps, list_edges<true>(range));
    else
      kernel::launch(stream_, warps, list_edges<false>(range));
  }
  // Waits. Lists them again if there are more than were expected.
  void finish_list(const ListedRange& range) {
    listed_ = ListedTrees::listed();
    if (listed_ <= list_[0].size()) return;
    make_lists(listed_);
    list(range);
  }

  // What is listed at lesser ends becomes twins.
  void find_twins() {
    twin_ = Buffer<Twin>(stream_, listed_, "spanning forest twins");
    fill(stream_, chosen_count_, 0);
    kernel::launch(stream_, kernel::Warps{groups_of(listed_)},
                   FindTwins{part_.edges, part_.own, part_.first, lightest(), list_[0].view().subview(0, listed_),
                             twin_, chosen_count_});
  }
  // Waits.
  void finish_twins() {
    twins_ = to_host(stream_, chosen_count_).front();
    fill(stream_, chosen_count_, 0);
  }
  [[nodiscard]] View<const Twin> twins() const { return twin_.view().subview(0, twins_); }
  // Where the twins that all have found are to go.
  View<Twin> expect_twins(std::uint64_t count) {
    all_twins_ = Buffer<Twin>(stream_, count, "spanning forest twins");
    return all_twins_;
  }
  void add_twins() {
    lengthen_lists(listed_ + all_twins_.size());
    kernel::launch(stream_, kernel::Warps{groups_of(all_twins_.size())},
                   AddTwins{part_.edges, part_.weights, label_, part_.own, part_.first, lightest(), all_twins_,
                            list_[0], counts_});
  }

  // Finds the forest of what is listed.
  void find_own() {
    merge(list_, chosen());
    kernel::for_each(stream_, std::min<std::uint64_t>(trees_at_most_, list_[0].size()),
                     ForestEdges{part_.edges, part_.weights, label_, part_.own, part_.first, chosen(), list_[0]});
  }
  // Waits. Returns how many rounds it took.
  std::uint64_t finish_own() {
    found_ = to_host(stream_, chosen_count_).front();
    travelled_ += found_;
    return rounds();
  }
  // What finish_own has found.
  [[nodiscard]] View<const NarrowEdge> found() const { return list_[0].view().subview(0, found_); }

  // Where the edges that all have found are to go.
  View<NarrowEdge> expect_edges(std::uint64_t count) {
    for (auto& each : all_) each = {};  // first give, then take
    for (auto& each : all_) each = Buffer<NarrowEdge>(stream_, count, "spanning forest edges");
    received_ += count - found_;
    return all_[0];
  }
  // Finds the forest of the edges that all have found.
  void merge_all() {
    const std::uint64_t count = all_[0].size();
    begin_rounds();
    fill(stream_, words_of_counts().subview(0, 1), count);
    kernel::for_each(stream_, count, OfferEdges{all_[0], lightest()});
    merge(all_, chosen());
  }
  // Keeps what was merged last, which is final.
  void keep_chosen() {
    kernel::launch(stream_, kernel::Warps{groups_of(trees_at_most_)},
                   KeepOwn{chosen(), part_.first, entries(), kept()});
  }
  using ListedTrees::label_again, ListedTrees::rounds;  // of the last merge

  // Waits.
  PeerFind take() {
    expect_weights();
    const std::vector<std::uint64_t> counts = to_host(stream_, kept_count_);
    return {std::move(kept_), counts[0], counts[1] + travelled_, received_};
  }

 private:
  [[nodiscard]] Chosen kept() { return {kept_, kept_count_.view().subview(0, 1)}; }
  [[nodiscard]] Chosen chosen() { return {chosen_, chosen_count_}; }

  // Keeps what is listed.
  void lengthen_lists(std::uint64_t capacity) {
    if (capacity <= list_[0].size()) return;
    const Buffer<NarrowEdge> before = std::move(list_[0]);
    make_lists(capacity);
    copy(stream_, list_[0], before.view().subview(0, listed_));
  }
  template <bool kEitherEnd>
  [[nodiscard]] ListEdges<false, kEitherEnd> list_edges(const ListedRange& range) {
    return {part_.edges, part_.weights, label_,      range.least, range.max,   lightest(),
            list_[0],    counts_,       bad_weight_, false,       part_.first, part_.own};
  }
  // Every tree is one of its own again.
  void begin_rounds() {
    kernel::for_each(stream_, trees_at_most_, sweep::CountUp{parent_});
    fill(stream_, weight_.view().subview(0, trees_at_most_), nothing());
    fill(stream_, chosen_count_, 0);
    fill(stream_, words_of_counts(), 0);
  }

  PeerPart part_;
  Buffer<VertexId> choice_;
  Buffer<VertexId> number_;
  Buffer<EdgeId> kept_;               // of the forest, as places in its rows
  Buffer<EdgeId> chosen_;             // by the last merge, as entries of the whole graph
  Buffer<std::uint64_t> kept_count_;  // now, and after the first round
  Buffer<std::uint64_t> chosen_count_;
  Buffer<std::uint64_t> sample_;
  Buffer<NarrowEdge> all_[2];  // what all have found; its own edges are in list_
  Buffer<Twin> twin_;
  Buffer<Twin> all_twins_;
  std::uint64_t listed_ = 0;
  std::uint64_t twins_ = 0;
  std::uint64_t found_ = 0;
  std::uint64_t travelled_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace warpgraph::algorithms::forest
