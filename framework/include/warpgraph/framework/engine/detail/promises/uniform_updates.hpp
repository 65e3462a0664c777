// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include <warpgraph/framework/engine/detail/core/rules.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>

// Whether all vertices that a superstep updates get the same value (kUniformUpdates).
namespace warpgraph::detail {

// What the tests of promises leave.
template <class P>
struct PromiseFindings {
  VertexId broken[kPromiseRuleCount];  // for each rule, the lowest vertex at which it is broken; or kNoVertex
  VertexId lowest = kNoVertex;         // that the superstep updates
  typename P::VertexValue value = {};  // which it gets

  PromiseFindings() { std::fill(std::begin(broken), std::end(broken), kNoVertex); }
};

// True also where values cannot be compared: structs with padding, or with floats and of no size that is exchanged as
// a whole, without an operator ==.
template <class T>
WARPGRAPH_DEVICE bool is_same_value(const T& a, const T& b) {
  if constexpr (requires { static_cast<bool>(a == b); })
    if (a == b) return true;
  if constexpr (std::has_unique_object_representations_v<T> || kernel::AtomicStruct<T>) {
    const auto* x = reinterpret_cast<const unsigned char*>(&a);
    const auto* y = reinterpret_cast<const unsigned char*>(&b);
    for (std::size_t i = 0; i < sizeof(T); ++i)
      if (x[i] != y[i]) return false;
    return true;
  }
  return !requires { static_cast<bool>(a == b); };
}

template <class P, class E>
WARPGRAPH_DEVICE bool is_own(const KernelView<P, E>& view, VertexId local) {
  return local >= view.facts.first_local && local - view.facts.first_local < view.graph.vertex_count;
}

// Steps of the test, a launch each.
enum class UniformStep : std::uint8_t { kFindLowest, kTakeItsValue, kCompare };

// For each row: of the vertices in the frontier, or of those that it updates next.
template <class P, class E, bool kNext>
struct CheckUniform {
  using Value = typename P::VertexValue;

  KernelView<P, E> view;
  View<const std::uint32_t> frontier;
  View<const std::uint32_t> settled;
  UniformStep step;
  View<PromiseFindings<P>> findings;

  WARPGRAPH_DEVICE void operator()(std::uint64_t row) const {
    const Vertex v = view.facts.vertex(row);
    Value value = view.value[row];
    if (kNext ? !is_updated(v, row, value) : !test_bit(frontier, view.facts.first_local + row)) return;
    PromiseFindings<P>& found = findings[0];
    if (step == UniformStep::kFindLowest) {
      atomic::fetch_min(found.lowest, v.id);
    } else if (step == UniformStep::kTakeItsValue) {
      if (found.lowest == v.id) found.value = value;
    } else if (!is_same_value(value, found.value)) {
      atomic::fetch_min(found.broken[static_cast<std::size_t>(PromiseRule::kUpdatesAreUniform)], v.id);
    }
  }

 private:
  WARPGRAPH_DEVICE bool is_updated(const Vertex& v, std::uint64_t row, Value& value) const {
    if constexpr (first_hit_suffices<P>())
      if (test_bit(settled, view.facts.first_local + row)) return false;
    const auto& edges = view.graph.incoming;
    Contribution<P> sum = identity(view.program);
    for (EdgeId e = edges.row[row]; e < edges.row[row + 1]; ++e) {
      const VertexId u = edges.column[e];
      if (!is_own(view, u) || !test_bit(frontier, u)) continue;
      sum = reduction(view.program)(sum, view.visit(view.seen(u), edge_value<P>(edges, e), u, v.id));
    }
    const Value next = apply(view.program, value, sum, v);
    if (!view.program.updated(value, next)) return false;
    value = next;
    return true;
  }
};

template <class P, class E, bool kNext>
void check_uniform(Part<P, E>& part, View<const std::uint32_t> frontier, View<PromiseFindings<P>> findings) {
  fill(part.stream, View<VertexId>(&findings.data()->lowest, 1, findings.space()), kNoVertex);
  for (const UniformStep step : {UniformStep::kFindLowest, UniformStep::kTakeItsValue, UniformStep::kCompare})
    kernel::for_each(part.stream, part.rows(),
                     CheckUniform<P, E, kNext>{part.view, frontier, part.settled, step, findings});
}

// `frontier`: as a bitmask. Where a priority decides what is updated next, that is not foretold.
template <class P, class E>
void check_uniform_updates(Part<P, E>& part, View<const std::uint32_t> frontier, View<PromiseFindings<P>> findings) {
  check_uniform<P, E, false>(part, frontier, findings);
  if constexpr (!HasPriority<P>) check_uniform<P, E, true>(part, frontier, findings);
}

}  // namespace warpgraph::detail
