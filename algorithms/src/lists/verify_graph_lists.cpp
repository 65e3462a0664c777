// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/graph_lists.hpp>

#include "verify/message.hpp"

namespace warpgraph::algorithms {
namespace {

// The vertices around each vertex of a list, kNoVertex at the ends.
struct Links {
  std::vector<VertexId> before;
  std::vector<VertexId> next;

  explicit Links(const Topology& graph) : before(graph.vertex_count(), kNoVertex), next(before) {
    for (VertexId v = 0; v < before.size(); ++v) {
      for (const VertexId u : graph.sources(v)) {
        if (u == v) continue;
        before[v] = u;
        next[u] = v;
      }
    }
  }
};

std::string expected(const Topology& graph, VertexId v, const char* what, const std::string& found,
                     const std::string& right) {
  return verify::vertex(graph, v) + " has the " + what + " " + found + ", and it is " + right;
}

}  // namespace

Problem verify_graph_lists(const Topology& graph, std::span<const VertexId> rank, std::span<const VertexId> head,
                           std::uint64_t lists, ListEnd from) {
  for (const auto& each : {rank, head})
    if (!each.empty()) verify::expect_one_each(graph, each);
  const Links links(graph);
  const auto name = [&](VertexId v) { return v < links.next.size() ? verify::name_of(graph, v) : "of no vertex"; };
  std::uint64_t heads = 0;
  std::vector<VertexId> walked;
  for (VertexId first = 0; first < links.before.size(); ++first) {
    if (links.before[first] != kNoVertex) continue;
    ++heads;
    walked.clear();
    for (VertexId v = first; v != kNoVertex; v = links.next[v]) walked.push_back(v);
    for (std::size_t i = 0; i < walked.size(); ++i) {
      const VertexId v = walked[i];
      const std::size_t right = from == ListEnd::kHead ? i : walked.size() - 1 - i;
      if (!rank.empty() && rank[v] != right)
        return expected(graph, v, "rank", std::to_string(rank[v]), std::to_string(right));
      if (!head.empty() && head[v] != first) return expected(graph, v, "head", name(head[v]), name(first));
    }
  }
  if (heads != lists) return "there are " + std::to_string(heads) + " lists, not " + std::to_string(lists);
  return {};
}

}  // namespace warpgraph::algorithms
