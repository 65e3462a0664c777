// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/engine/detail/core/kernel_view.hpp>
#include <warpgraph/framework/engine/detail/near_far/near_far.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>

// Whether the vertices that a run is to find are settled (EngineOptions::until): looked at between launches, so that no
// other kernel pays for it.
//
// If the program's first hit suffices, a vertex is settled that was updated. With a priority, a vertex is settled if no
// vertex that has yet to push has a smaller one: what it pushes has no smaller priority, nor has what follows from
// it, and an update would make the vertex's priority smaller. Where an update may leave the priority as it is
// (kPriorityMayStay), those that have yet to push must be later.
namespace warpgraph::detail {

// What the devices find, each of its own vertices.
template <class P>
struct FoundTargets {
  using T = PriorityOf<P>;

  std::uint64_t unhit = 0;         // targets that were not updated, of first-hit programs
  T latest = Max::identity<T>();   // priority of any target
  T pending = Min::identity<T>();  // at most the least priority of the vertices that have yet to push

  void add(const FoundTargets& other) {
    unhit += other.unhit;
    latest = std::max(latest, other.latest);
    pending = std::min(pending, other.pending);
  }
  [[nodiscard]] bool are_settled() const {
    if constexpr (first_hit_suffices<P>())
      return unhit == 0;
    else
      return kPriorityMayStay<P> ? latest < pending : latest <= pending;
  }
};

// For each target.
template <class P, class E>
struct FindTargets {
  KernelView<P, E> view;
  View<const VertexId> target;
  View<const std::uint32_t> settled;  // of first-hit programs, by local id
  View<FoundTargets<P>> found;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId row = target[i] - view.facts.first;
    if (target[i] < view.facts.first || row >= view.graph.vertex_count) return;  // another device owns it
    if constexpr (first_hit_suffices<P>()) {
      if (!test_bit(settled, view.facts.first_local + row)) atomic::fetch_add(found[0].unhit, std::uint64_t{1});
    } else if constexpr (PrioritisedProgram<P>) {
      atomic::fetch_max(found[0].latest, view.program.priority(view.value[row]));
    }
  }
};

// Programs whose runs may end so.
template <class P>
inline constexpr bool kHasTargets = first_hit_suffices<P>() || PrioritisedProgram<P>;

}  // namespace warpgraph::detail
