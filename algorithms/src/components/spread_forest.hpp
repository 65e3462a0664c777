// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/framework/peers/peer_arrays.hpp>

#include "common/largest_of.hpp"
#include "other_part.hpp"
#include "uniting.hpp"

// One forest for the vertices of several devices, on the first of them: a union-find does little for each edge, and at
// random places, so two forests and what it takes to join them are more work than one. The others plant their vertices,
// list the edges that count, and get their labels.
namespace warpgraph::algorithms::components {

class SpreadForest {
 public:
  static MemoryPlan memory(const shards::RunSize& size) {
    MemoryPlan first;
    first.add_array<VertexId>("components", size.vertices);
    // Where kernels do not reach the lists; leaving chunks takes the same before.
    first.add_array<VertexPair>("components edges", size.vertices / 2 + 1);
    first.add_array<std::uint32_t>("components marks", size.vertices / 32 + 1);
    return largest_of({first, OtherPart::memory(size.vertices, size.own_vertices, !size.undirected)});
  }

  // Both must stay until the labels are there.
  SpreadForest(const peers::PeerGraph& peers, peers::PeerArrays& arrays, bool undirected) : arrays_(arrays) {
    const peers::PeerGraph::Part& first = peers.parts.front();
    HeldEdges held;
    held.vertices = peers.vertices;
    held.undirected = undirected;
    held.has_short_rows = has_short_rows(peers.edges, peers.vertices);
    for (const peers::PeerGraph::Part& each : peers.parts) {
      held.own = each.own;
      const VertexId skipped = each.own.empty() ? 0 : each.own.first - each.held.first;
      held.incoming.row = each.incoming.row.subview(skipped, std::size_t{each.own.size()} + 1);
      held.incoming.column = each.incoming.column;
      if (!undirected) held.outgoing = each.outgoing;
      if (&each != &first) {
        // Planted vertices that have to be sent take some of the room.
        const std::uint64_t room = arrays.reaches() ? held.vertices : held.vertices - held.own.size() / 2;
        others_.push_back(std::make_unique<OtherPart>(each.stream, held, room));
        continue;
      }
      held.has_locality = each.facts->alone.has_locality(each.stream, held.incoming.row, held.incoming.column);
      forest_ = std::make_unique<Uniting>(each.stream, held);
    }
    has_short_rows_ = held.has_short_rows;
  }

  // Waits for the lengths of lists, while other work goes on.
  void unite() {
    const bool goes_ahead = forest_->first_edges_are_own();
    std::vector<VertexRange> ranges;
    for (std::size_t i = 0; i < others_.size(); ++i) {
      ranges.push_back(others_[i]->own());
      plant(i, goes_ahead);
    }
    forest_->plant();
    if (!goes_ahead) {
      await_planted();
      for (const auto& each : others_) each->list_first();
    }
    forest_->unite_first(ranges);
    if (goes_ahead) await_planted();
    unite_listed();
    if (!has_short_rows_) unite_rest();
  }

  // Labels of all vertices on the first device, and of their own ones on the others.
  [[nodiscard]] std::vector<Buffer<VertexId>> label() {
    labels_.resize(1);
    if (arrays_.reaches())
      forest_->flatten_own();
    else
      forest_->flatten();
    for (const auto& each : others_) each->forget();
    for (std::size_t i = 0; i < others_.size(); ++i) {
      const VertexRange own = others_[i]->own();
      const View<VertexId> label = labels_.emplace_back(others_[i]->stream(), own.size(), "components").view();
      if (!arrays_.reaches()) {
        arrays_.put(0, View<const VertexId>(of_own(i)), number(i), label);
        continue;
      }
      arrays_.put_in_order(number(i), 0);
      forest_->flatten(own.first, label);
      arrays_.put_in_order(0, number(i));
      arrays_.note(0, number(i), label.size_bytes());
    }
    arrays_.send();
    labels_.front() = forest_->take();
    return std::move(labels_);
  }

 private:
  [[nodiscard]] static int number(std::size_t other) { return static_cast<int>(other) + 1; }
  [[nodiscard]] View<VertexId> of_own(std::size_t other) {
    const VertexRange own = others_[other]->own();
    return forest_->parents().subview(own.first, own.size());
  }

  void plant(std::size_t other, bool and_list) {
    const View<VertexId> parent = arrays_.reaches() ? of_own(other) : others_[other]->planted();
    if (arrays_.reaches()) arrays_.put_in_order(0, number(other));
    if (and_list)
      others_[other]->plant_and_list_first(parent);
    else
      others_[other]->plant(parent);
    if (arrays_.reaches())
      arrays_.note(number(other), 0, parent.size_bytes());
    else
      arrays_.put(number(other), View<const VertexId>(parent), 0, of_own(other));
  }
  void await_planted() {
    arrays_.send();
    for (std::size_t i = 0; i < others_.size(); ++i) {
      if (arrays_.reaches())
        arrays_.put_in_order(number(i), 0);
      else
        others_[i]->forget_planted();
    }
  }

  // What the first edges have left. Where one tree has most vertices, the others have few edges.
  void unite_rest() {
    const View<const VertexId> largest = forest_->find_largest();
    if (!largest.empty()) tell_largest(forest_->mark(largest));
    for (const auto& each : others_) each->list_rest(OtherPart::Edges::kRest);
    forest_->unite_rest(largest);
    unite_listed();
    if (largest.empty() || others_.empty() || !others_.front()->has_outgoing()) return;
    for (const auto& each : others_) each->list_rest(OtherPart::Edges::kRestOutgoing);
    unite_listed();
  }
  void tell_largest(View<const std::uint32_t> marks) {
    for (std::size_t i = 0; i < others_.size(); ++i) {
      if (!arrays_.reaches()) {
        arrays_.put(0, marks, number(i), others_[i]->marks());
        continue;
      }
      arrays_.put_in_order(0, number(i));
      others_[i]->mark(marks);
      arrays_.note(0, number(i), marks.size_bytes());
    }
    arrays_.send();
  }

  // Unites what the others have listed. Where kernels reach the lists, the first device need not wait until the host
  // knows how long they are, and the host does not wait until it has united them.
  void unite_listed() {
    for (std::size_t i = 0; i < others_.size() && arrays_.reaches(); ++i) {
      arrays_.put_in_order(number(i), 0);
      forest_->unite(others_[i]->listed());
    }
    for (std::size_t i = 0; i < others_.size(); ++i) {
      const ListedPairs listed = others_[i]->listed();
      const std::uint64_t total = to_host(others_[i]->stream(), listed.total).front();
      if (arrays_.reaches()) {
        arrays_.put_in_order(0, number(i));  // before the next list
        arrays_.note(number(i), 0, total * sizeof(VertexPair));
      }
      if (total > listed.pair.size())
        unite_in_parts(i, total);
      else if (!arrays_.reaches())
        receive(i, listed.pair.subview(0, total));
    }
  }
  void unite_in_parts(std::size_t other, std::uint64_t total) {
    for (std::uint64_t first = 0; first < total;) {
      View<const VertexPair> pairs = others_[other]->list_from(first);
      pairs = pairs.subview(0, std::min<std::uint64_t>(pairs.size(), total - first));
      first += pairs.size();
      if (!arrays_.reaches()) {
        receive(other, pairs);
        continue;
      }
      arrays_.put_in_order(number(other), 0);
      forest_->unite({pairs, {}});
      arrays_.put_in_order(0, number(other));
    }
  }
  void receive(std::size_t other, View<const VertexPair> pairs) {
    if (inbox_.empty())
      inbox_ = Buffer<VertexPair>(forest_->stream(), forest_->parents().size() / 2 + 1, "components edges");
    while (!pairs.empty()) {
      const View<VertexPair> received = inbox_.view().subview(0, std::min(inbox_.size(), pairs.size()));
      arrays_.put(number(other), pairs.subview(0, received.size()), 0, received);
      arrays_.send();
      forest_->unite({received, {}});
      pairs = pairs.subview(received.size(), pairs.size() - received.size());
    }
  }

  peers::PeerArrays& arrays_;
  std::unique_ptr<Uniting> forest_;
  std::vector<std::unique_ptr<OtherPart>> others_;
  Buffer<VertexPair> inbox_;
  std::vector<Buffer<VertexId>> labels_;
  bool has_short_rows_ = false;
};

}  // namespace warpgraph::algorithms::components
