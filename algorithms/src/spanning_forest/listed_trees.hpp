// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "edge_rounds.hpp"
#include "lightest.hpp"
#include "vertex_round.hpp"

namespace warpgraph::algorithms::forest {

// What a device has for the rounds over lists of edges: trees, what is known of them, and the list. Waits where that is
// said.
template <bool kWide>
class ListedTrees {
 protected:
  using Edges = Buffer<ListedEdge<kWide>>[2];

  ListedTrees(StreamRef on, std::uint64_t vertices)
      : stream_(on),
        vertices_(vertices),
        parent_(on, vertices, "spanning forest parents"),
        label_(on, vertices, "spanning forest trees"),
        weight_(on, vertices, "spanning forest lightest edges"),
        edge_(on, kWide ? vertices : 0, "spanning forest lightest edges"),
        tree_count_(on, 1, "spanning forest counts"),
        counts_(on, 1, "spanning forest counts"),
        bad_weight_(on, 1, "spanning forest counts") {
    fill(on, weight_, nothing());
    if (kWide) fill(on, edge_, nothing());
    fill(on, bad_weight_, 0);
  }

  [[nodiscard]] Lightest<kWide> lightest() { return {weight_, edge_}; }
  [[nodiscard]] View<std::uint64_t> words_of_counts() {
    return {reinterpret_cast<std::uint64_t*>(counts_.data()), sizeof(RoundCounts) / sizeof(std::uint64_t),
            counts_.view().space()};
  }
  // `at_most`: trees that the rounds begin with.
  void expect_trees(std::uint64_t at_most) {
    trees_at_most_ = at_most;
    for (auto& each : live_) each = Buffer<VertexId>(stream_, at_most, "spanning forest live trees");
  }
  void make_lists(std::uint64_t capacity) {
    for (auto& each : list_) each = {};  // first give, then take
    for (auto& each : list_) each = Buffer<ListedEdge<kWide>>(stream_, capacity, "spanning forest edges");
  }
  // All rounds over these edges, which have been offered to their trees.
  void merge(Edges& edges, const Chosen& chosen) {
    kernel::launch(stream_, kernel::WholeDevice{},
                   MergeTrees<kWide>{sweep::UnionFind{parent_},
                                     tree_count_,
                                     lightest(),
                                     {edges[0], edges[1]},
                                     {live_[0], live_[1]},
                                     counts_,
                                     chosen});
  }
  // By the trees that the rounds have made.
  void label_again() {
    kernel::for_each(stream_, trees_at_most_, FlattenTrees{sweep::UnionFind{parent_}, tree_count_});
    kernel::for_each(stream_, vertices_, LabelAgain{parent_, label_});
  }
  // Waits. How many edges were listed, or would have been if they fitted, and how many rounds it took.
  [[nodiscard]] std::uint64_t listed() const { return to_host(stream_, counts_).front().edges[0]; }
  [[nodiscard]] std::uint64_t rounds() const { return to_host(stream_, counts_).front().rounds; }
  // Waits.
  void expect_weights() const {
    if (to_host(stream_, bad_weight_).front() != 0)
      throw InputError("a weight is not a number, so there is no lightest forest");
  }

  StreamRef stream_;
  std::uint64_t vertices_;
  std::uint64_t trees_at_most_ = 0;
  Buffer<VertexId> parent_;  // of vertices, and from the second round on of trees
  Buffer<VertexId> label_;
  Buffer<std::uint64_t> weight_;
  Buffer<std::uint64_t> edge_;
  Buffer<std::uint64_t> tree_count_;
  Buffer<RoundCounts> counts_;
  Buffer<std::uint32_t> bad_weight_;
  Edges list_;
  Buffer<VertexId> live_[2];
};

}  // namespace warpgraph::algorithms::forest
