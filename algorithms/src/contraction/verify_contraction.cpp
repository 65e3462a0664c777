// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/contraction.hpp>

#include "verify/message.hpp"
#include "verify/neighbours.hpp"

namespace warpgraph::algorithms {
namespace {

using verify::Neighbours;

// It takes leaves away until there are none, and then walks each chain from one end to the other.
class Contracted {
 public:
  explicit Contracted(const Topology& graph) : neighbours_(graph) {
    const VertexId vertices = neighbours_.count();
    up_.assign(vertices, kNoVertex);
    is_gone_.assign(vertices, false);
    stays_.assign(vertices, false);
    degree_.resize(vertices);
    for (VertexId v = 0; v < vertices; ++v) degree_[v] = neighbours_.degree(v);
    for (int i = 0; i < 2; ++i) {
      found_.end[i].assign(vertices, kNoVertex);
      found_.distance[i].assign(vertices, 0);
    }
  }

  HostContraction operator()() {
    choose_ends();
    peel();
    for (VertexId v = 0; v < up_.size(); ++v)
      if (stays_[v]) put(v, {v, v}, {0, 0});
    for (VertexId v = 0; v < up_.size(); ++v)
      if (stays_[v]) walk_from(v);
    for (auto v = peeled_.rbegin(); v != peeled_.rend(); ++v) {
      const VertexId up = up_[*v];
      put(*v, {found_.end[0][up], found_.end[1][up]}, {found_.distance[0][up] + 1, found_.distance[1][up] + 1});
    }
    std::ranges::sort(edges_);
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    found_.edges_left = edges_.size();
    found_.vertices_left = static_cast<std::uint64_t>(std::ranges::count(stays_, true));
    return std::move(found_);
  }

 private:
  void put(VertexId v, std::pair<VertexId, VertexId> ends, std::pair<VertexId, VertexId> distances) {
    found_.end[0][v] = ends.first;
    found_.end[1][v] = ends.second;
    found_.distance[0][v] = distances.first;
    found_.distance[1][v] = distances.second;
  }

  // The lowest vertex of each component that is a tree stays, so that its leaves are peeled down to it.
  void choose_ends() {
    std::vector<bool> is_seen(up_.size(), false);
    std::vector<VertexId> members;
    for (VertexId first = 0; first < up_.size(); ++first) {
      if (is_seen[first]) continue;
      members.assign(1, first);
      is_seen[first] = true;
      std::size_t ends = 0;
      for (std::size_t i = 0; i < members.size(); ++i) {
        ends += neighbours_.degree(members[i]);
        for (const VertexId u : neighbours_.of(members[i])) {
          if (is_seen[u]) continue;
          is_seen[u] = true;
          members.push_back(u);
        }
      }
      if (ends == 2 * (members.size() - 1)) stays_[first] = true;
    }
  }

  void peel() {
    const auto is_leaf = [&](VertexId v) { return !stays_[v] && !is_gone_[v] && degree_[v] == 1; };
    for (VertexId v = 0; v < up_.size(); ++v)
      if (is_leaf(v)) take_away(v);
    for (std::size_t i = 0; i < peeled_.size(); ++i)
      if (is_leaf(up_[peeled_[i]])) take_away(up_[peeled_[i]]);
    for (VertexId v = 0; v < up_.size(); ++v)
      if (!is_gone_[v] && degree_[v] > 2) stays_[v] = true;
    cut_cycles();
  }
  void take_away(VertexId v) {
    is_gone_[v] = true;
    peeled_.push_back(v);
    for (const VertexId u : neighbours_.of(v)) {
      if (is_gone_[u]) continue;
      up_[v] = u;
      --degree_[u];
    }
  }
  // The lowest vertex of what is left of a component stays if no other vertex does.
  void cut_cycles() {
    std::vector<bool> is_seen(up_.size(), false);
    for (VertexId first = 0; first < up_.size(); ++first) {
      if (is_gone_[first] || is_seen[first]) continue;
      bool has_end = false;
      std::vector<VertexId> members{first};
      is_seen[first] = true;
      for (std::size_t i = 0; i < members.size(); ++i) {
        has_end = has_end || stays_[members[i]];
        for (const VertexId u : neighbours_.of(members[i])) {
          if (is_gone_[u] || is_seen[u]) continue;
          is_seen[u] = true;
          members.push_back(u);
        }
      }
      if (!has_end) stays_[first] = true;
    }
  }

  void walk_from(VertexId start) {
    for (const VertexId begin : neighbours_.of(start)) {
      if (is_gone_[begin]) continue;
      std::vector<VertexId> walked{start, begin};
      while (!stays_[walked.back()]) walked.push_back(behind(walked[walked.size() - 2], walked.back()));
      const VertexId last = walked.back();
      if (last != start) edges_.emplace_back(std::min(start, last), std::max(start, last));
      for (std::size_t i = 1; i + 1 < walked.size(); ++i) {
        const auto to_start = static_cast<VertexId>(i);
        const auto to_last = static_cast<VertexId>(walked.size() - 1 - i);
        if (walked[i - 1] < walked[i + 1])
          put(walked[i], {start, last}, {to_start, to_last});
        else
          put(walked[i], {last, start}, {to_last, to_start});
      }
    }
  }
  // The neighbour of a vertex of a chain that is left, other than the one before it.
  [[nodiscard]] VertexId behind(VertexId before, VertexId v) const {
    for (const VertexId u : neighbours_.of(v))
      if (!is_gone_[u] && u != before) return u;
    return before;
  }

  Neighbours neighbours_;
  std::vector<VertexId> up_;
  std::vector<VertexId> degree_;  // neighbours that are left
  std::vector<bool> is_gone_;
  std::vector<bool> stays_;
  std::vector<VertexId> peeled_;
  std::vector<std::pair<VertexId, VertexId>> edges_;
  HostContraction found_;
};

}  // namespace

Problem verify_contraction(const Topology& graph, const HostContraction& found) {
  const HostContraction right = Contracted(graph)();
  const auto name = [&](VertexId v) { return v < graph.vertex_count() ? verify::name_of(graph, v) : "of no vertex"; };
  for (int i = 0; i < 2; ++i) {
    const std::string which = i == 0 ? "" : "other ";
    for (const auto* const each : {&found.end[i], &found.distance[i]})
      if (!each->empty()) verify::expect_one_each<VertexId>(graph, *each);
    for (VertexId v = 0; v < found.end[i].size(); ++v)
      if (found.end[i][v] != right.end[i][v])
        return verify::vertex(graph, v) + " has the " + which + "end " + name(found.end[i][v]) + ", and it is " +
               name(right.end[i][v]);
    for (VertexId v = 0; v < found.distance[i].size(); ++v)
      if (found.distance[i][v] != right.distance[i][v])
        return verify::vertex(graph, v) + " is " + std::to_string(found.distance[i][v]) + " edges from its " + which +
               "end, and it should be " + std::to_string(right.distance[i][v]);
  }
  if (found.vertices_left != right.vertices_left)
    return std::to_string(found.vertices_left) + " vertices are left, and it should be " +
           std::to_string(right.vertices_left);
  if (found.edges_left != right.edges_left)
    return std::to_string(found.edges_left) + " edges are left, and it should be " + std::to_string(right.edges_left);
  return {};
}

}  // namespace warpgraph::algorithms
