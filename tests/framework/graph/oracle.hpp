// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <ostream>
#include <ranges>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>

// A builder in one thread that does what the options say in the plainest way, to compare with.
namespace warpgraph::test {

// A graph in a form that is easy to compare and to print. Values are whole numbers in tests, so
// that int64 holds all of them; without values it is 0.
struct PlainGraph {
  struct Edge {
    VertexId target;
    VertexId source;
    std::int64_t value;
    auto operator<=>(const Edge&) const = default;
  };

  VertexId vertex_count = 0;
  bool undirected = false;
  std::vector<Edge> edges;     // by target, then source, then the order of the list
  std::vector<Edge> outgoing;  // by source, then target, then the order of the list
  std::vector<std::uint64_t> names;
  std::vector<std::int64_t> weights;

  bool operator==(const PlainGraph&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const PlainGraph& graph) {
  constexpr std::size_t kMax = 100;
  out << graph.vertex_count << " vertices" << (graph.undirected ? ", undirected, " : ", ") << graph.edges.size()
      << " edges:";
  for (const auto& [target, source, value] : graph.edges | std::views::take(kMax)) {
    out << ' ' << source << "->" << target << '(' << value << ')';
  }
  return out << "; " << graph.outgoing.size() << " outgoing";
}

inline std::vector<std::int64_t> plain_values(const EdgeList& list) {
  return std::visit(
      [&]<class Held>(const Held& held) {
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return std::vector<std::int64_t>(list.size());
        } else {
          return std::vector<std::int64_t>(held.begin(), held.end());
        }
      },
      list.values);
}

// `order[i]` is the vertex that gets number i.
inline std::vector<VertexId> numbers(const std::vector<VertexId>& order) {
  std::vector<VertexId> number(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<VertexId>(i);
  return number;
}

class Oracle {
 public:
  Oracle(const EdgeList& list, const BuildOptions& options) : list_(list), options_(options) {}

  // `random` is the permutation to use for Relabel::kRandom.
  PlainGraph build(const std::vector<VertexId>& random = {}) {
    add_edges();
    merge();
    graph_.vertex_count = list_.vertex_count;
    graph_.undirected = list_.direction != Direction::kDirected || options_.symmetrise;
    relabel(permutation(random));
    if (options_.outgoing && !graph_.undirected) {
      graph_.outgoing = graph_.edges;
      std::ranges::stable_sort(graph_.outgoing, {}, [](const Edge& e) { return pair(e.source, e.target); });
    }
    return graph_;
  }

 private:
  using Edge = PlainGraph::Edge;
  static std::uint64_t ends(const Edge& e) { return pair(e.target, e.source); }
  // In one number, which compares faster than two where nothing is inlined.
  static std::uint64_t pair(VertexId first, VertexId second) { return std::uint64_t{first} << 32 | second; }

  void add_edges() {
    const std::vector<std::int64_t> values = plain_values(list_);
    const bool reverse = list_.direction == Direction::kUndirectedOnce ||
                         (list_.direction == Direction::kDirected && options_.symmetrise);
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const auto [s, t] = std::pair(list_.source[i], list_.target[i]);
      if (s == t && options_.drop_self_loops) continue;
      graph_.edges.push_back({t, s, values[i]});
      if (reverse && s != t) graph_.edges.push_back({s, t, values[i]});
    }
    std::ranges::stable_sort(graph_.edges, {}, ends);
  }

  void merge() {
    if (options_.duplicates == Duplicates::kKeep) return;
    const bool has_values = !std::holds_alternative<std::monostate>(list_.values);
    std::vector<Edge> merged;
    for (const Edge& edge : graph_.edges) {
      if (merged.empty() || ends(merged.back()) != ends(edge)) {
        merged.push_back(edge);
        continue;
      }
      std::int64_t& value = merged.back().value;
      if (options_.duplicates == Duplicates::kMin) value = std::min(value, edge.value);
      if (options_.duplicates == Duplicates::kSum && has_values) value += edge.value;
    }
    graph_.edges = merged;
  }

  std::vector<VertexId> permutation(const std::vector<VertexId>& random) const {
    std::vector<VertexId> order(list_.vertex_count);
    std::iota(order.begin(), order.end(), 0);
    switch (options_.relabel) {
      case Relabel::kNone:
        return order;
      case Relabel::kRandom:
        return random;
      case Relabel::kGiven:
        return options_.permutation;
      case Relabel::kBreadthFirst:
        return numbers(breadth_first());
      case Relabel::kDegree:
        break;
    }
    std::vector<std::size_t> degree(list_.vertex_count);
    for (const Edge& edge : graph_.edges) ++degree[edge.target];
    std::ranges::stable_sort(order, std::greater(), [&](VertexId v) { return degree[v]; });
    return numbers(order);
  }

  std::vector<VertexId> breadth_first() const {
    std::vector<VertexId> queue;
    std::vector<bool> seen(list_.vertex_count);
    for (VertexId start = 0; start < list_.vertex_count; ++start) {
      if (seen[start]) continue;
      seen[start] = true;
      queue.push_back(start);
      for (std::size_t next = queue.size() - 1; next < queue.size(); ++next) {
        for (auto e = std::ranges::lower_bound(graph_.edges, queue[next], {}, &Edge::target);
             e != graph_.edges.end() && e->target == queue[next]; ++e) {
          if (seen[e->source]) continue;
          seen[e->source] = true;
          queue.push_back(e->source);
        }
      }
    }
    return queue;
  }

  void relabel(const std::vector<VertexId>& number) {
    for (Edge& edge : graph_.edges) edge = {number[edge.target], number[edge.source], edge.value};
    std::ranges::stable_sort(graph_.edges, {}, ends);
    const std::size_t count = list_.vertex_weights.count;
    graph_.names.resize(number.size());
    graph_.weights.resize(number.size() * count);
    for (VertexId v = 0; v < list_.vertex_count; ++v) {
      graph_.names[number[v]] = list_.ids.name_of(v).value();
      for (std::size_t i = 0; i < count; ++i) {
        graph_.weights[number[v] * count + i] = list_.vertex_weights.values[v * count + i];
      }
    }
  }

  const EdgeList& list_;
  const BuildOptions& options_;
  PlainGraph graph_;
};

// The edges of one direction, as (row, column).
template <EdgeValueType Value>
std::vector<PlainGraph::Edge> plain_edges(const Adjacency<Value>& rows) {
  std::vector<PlainGraph::Edge> edges;
  edges.reserve(rows.column.size());
  for (VertexId v = 0; v + 1 < rows.row.size(); ++v) {
    for (EdgeId e = rows.row[v]; e < rows.row[v + 1]; ++e) {
      std::int64_t value = 0;
      if constexpr (graphs::kHasValue<Value>) value = static_cast<std::int64_t>(rows.value[e]);
      edges.push_back({v, rows.column[e], value});
    }
  }
  return edges;
}

template <EdgeValueType Value>
PlainGraph plain(const Graph<Value>& graph) {
  PlainGraph result{graph.vertex_count(), graph.is_undirected(), plain_edges(graph.incoming()), {}, {}, {}};
  if (graph.has_outgoing() && !graph.is_undirected()) {
    result.outgoing = plain_edges(graph.outgoing());
    for (auto& [target, source, value] : result.outgoing) std::swap(target, source);
  }
  for (VertexId v = 0; v < graph.vertex_count(); ++v) result.names.push_back(graph.ids().name_of(v).value());
  result.weights = graph.vertex_weights().values;
  return result;
}

inline PlainGraph plain(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return plain(each); }, graph);
}

}  // namespace warpgraph::test
