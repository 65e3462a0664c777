// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/graph/graph.hpp>

// What a vertex program computes, serially and by the words of docs/guide/programming-guide.md: "What a superstep
// does" and the table of members. The functions of the engine that the interpreter calls only read promises.
namespace warpgraph::test {

template <class Value>
struct Interpreted {
  std::vector<Value> values;           // by vertex of the graph
  std::vector<std::uint64_t> updated;  // vertices, for each superstep
};

template <class P, class Value>
auto shown(const P& program, const Value& value, [[maybe_unused]] const Vertex& v) {
  if constexpr (requires { program.publish(value, v); })
    return program.publish(value, v);
  else
    return value;
}
template <class P, class Shown>
auto visited(const P& program, const Shown& neighbour, const typename P::EdgeValue& edge, [[maybe_unused]] VertexId u,
             [[maybe_unused]] VertexId v) {
  if constexpr (requires { program.visit(neighbour, edge, u, v); })
    return program.visit(neighbour, edge, u, v);
  else if constexpr (requires { program.visit(neighbour, edge, u); })
    return program.visit(neighbour, edge, u);
  else
    return program.visit(neighbour, edge);
}

template <class P, class E>
class Interpreter {
 public:
  using Value = typename P::VertexValue;
  using Sum = decltype(visited(std::declval<const P&>(), shown(std::declval<const P&>(), Value{}, Vertex{}), {}, 0, 0));

  Interpreter(const Graph<E>& graph, const P& program)
      : graph_(graph), program_(program), vertices_(graph.vertex_count()), out_degree_(vertices_) {
    if (graph.has_outgoing() || detail::needs_out_degree<P>())
      for (const VertexId u : graph.incoming().column) ++out_degree_[u];
    for (VertexId v = 0; v < vertices_; ++v) {
      now_.push_back(program_.initial(vertex(v)));
      is_active_.push_back(active_initially(v));
    }
    before_ = now_;
    was_updated_ = is_active_;
  }

  // Until no vertex is updated, next() ends the run, or the limit of supersteps is reached.
  Interpreted<Value> run(std::uint32_t max_supersteps) {
    Interpreted<Value> result;
    for (std::uint32_t superstep = 0; superstep < max_supersteps && ask(superstep); ++superstep) {
      result.updated.push_back(step(superstep));
      if (!kHasAggregate && result.updated.back() == 0) break;
    }
    result.values = now_;
    return result;
  }

 private:
  static constexpr bool kHasAggregate = requires { typename P::Aggregate; };
  static constexpr bool kFirstHit = detail::first_hit_suffices<P>();
  static constexpr bool kEvaluatesAll = detail::evaluates_all<P>();

  [[nodiscard]] Vertex vertex(VertexId v) const { return {v, graph_.in_degree(v), out_degree_[v]}; }
  [[nodiscard]] bool active_initially(VertexId v) const {
    if constexpr (requires(const P& p, const Vertex& of) { p.active_initially(of); })
      return program_.active_initially(vertex(v));
    return true;
  }
  [[nodiscard]] typename P::EdgeValue edge_value(EdgeId e) const {
    if constexpr (!graphs::kHasValue<typename P::EdgeValue>)
      return {};
    else if constexpr (!graphs::kHasValue<E>)
      return 1;
    else
      return static_cast<typename P::EdgeValue>(graph_.incoming().value[e]);
  }
  [[nodiscard]] Sum contribution(EdgeId e, VertexId v) const {
    const VertexId u = graph_.incoming().column[e];
    return visited(program_, shown(program_, before_[u], vertex(u)), edge_value(e), u, v);
  }
  [[nodiscard]] Sum identity() const {
    if constexpr (requires { typename P::Reduction; })
      return P::Reduction::template identity<Sum>();
    else
      return program_.identity();
  }
  [[nodiscard]] Sum reduce(const Sum& a, const Sum& b) const {
    if constexpr (requires { typename P::Reduction; })
      return typename P::Reduction{}(a, b);
    else
      return program_.reduce(a, b);
  }
  [[nodiscard]] Value apply(VertexId v, const Sum& sum) const {
    if constexpr (requires(const P& p, const Value& old, const Vertex& of) { p.apply(old, sum, of); })
      return program_.apply(before_[v], sum, vertex(v));
    else if constexpr (requires(const P& p, const Value& old) { p.apply(old, sum); })
      return program_.apply(before_[v], sum);
    else
      return reduce(before_[v], sum);
  }

  // Whether a program with an Aggregate goes on.
  bool ask(std::uint32_t superstep) {
    if constexpr (kHasAggregate) {
      typename P::Aggregate sum{};
      for (VertexId v = 0; v < vertices_; ++v) sum = sum + program_.aggregate(before_[v], now_[v], vertex(v));
      return program_.next(sum, superstep);
    }
    return true;
  }

  // How many vertices it updates.
  std::uint64_t step(std::uint32_t superstep) {
    before_ = now_;
    std::vector<bool> updated(vertices_);
    std::uint64_t count = 0;
    for (VertexId v = 0; v < vertices_; ++v) {
      if (kFirstHit && was_updated_[v]) continue;
      bool is_concerned = false;
      Sum sum = identity();
      for (EdgeId e = graph_.incoming().row[v]; e < graph_.incoming().row[v + 1]; ++e) {
        const bool is_active = is_active_[graph_.incoming().column[e]];
        is_concerned = is_concerned || is_active;
        if (is_active || !kFirstHit) sum = reduce(sum, contribution(e, v));
      }
      const bool looks = kEvaluatesAll || (superstep == 0 && !requires { &P::active_initially; });
      if (!is_concerned && (kFirstHit || !looks)) continue;
      const Value value = apply(v, sum);
      if (!program_.updated(before_[v], value)) continue;
      now_[v] = value;
      updated[v] = was_updated_[v] = true;
      ++count;
    }
    is_active_ = std::move(updated);
    return count;
  }

  const Graph<E>& graph_;
  P program_;
  VertexId vertices_;
  std::vector<EdgeId> out_degree_;
  std::vector<Value> before_;  // the superstep, as its neighbours see it
  std::vector<Value> now_;
  std::vector<bool> is_active_;    // the superstep before updated the vertex
  std::vector<bool> was_updated_;  // in any superstep
};

template <class P, class E>
std::vector<typename P::VertexValue> run_serially(const Graph<E>& graph, const P& program,
                                                  std::uint32_t max_supersteps = 0xffffffffu) {
  return Interpreter<P, E>(graph, program).run(max_supersteps).values;
}

}  // namespace warpgraph::test
