// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <warpgraph/framework/engine/program.hpp>

namespace warpgraph::detail {

// What a checked build tests of what a vertex program promises.
enum class PromiseRule : std::uint8_t {
  kIdentity,
  kCommutative,
  kAssociative,
  kIdempotent,
  kNeighboursAreEarlier,  // a contribution has no smaller priority than the vertex that it comes from
  kUpdatesGetEarlier,     // an update makes the priority smaller, or, of what is exchanged as a whole, not larger
  kUpdatesTakePriority,   // what is exchanged as a whole gets the priority of the contribution that updates it
  kEveryHitUpdates,       // of first-hit programs
  kSettledStay,           // the same
  kUpdatesAreUniform,
  kVisitIsMonotone,
  kChangesAreUpdates,    // of programs with a monotone visit
  kChoiceIsCommutative,  // of neighbourhood programs
  kChoiceIsAssociative,  // the same
};
inline constexpr std::size_t kPromiseRuleCount = static_cast<std::size_t>(PromiseRule::kChoiceIsAssociative) + 1;

inline constexpr bool kTestsPromises = WARPGRAPH_CHECKED != 0;

// A test looks at all edges, so it comes before the supersteps 0, 1, 2, 4, 8, ... of a run, and when it is over.
[[nodiscard]] constexpr bool is_tested_before(std::uint32_t superstep) {
  return superstep == 0 || std::has_single_bit(superstep);
}
// From this superstep to the next that a test comes before.
[[nodiscard]] constexpr std::uint32_t supersteps_to_test(std::uint32_t superstep) {
  std::uint32_t next = superstep + 1;
  while (!is_tested_before(next)) ++next;
  return next - superstep;
}

// Whether what a promise says shows between supersteps alone. Other promises show in the first and the last values.
template <class P>
inline constexpr bool kShowsInSteps = (first_hit_suffices<P>() || has_uniform_updates<P>()) &&
                                      (VisitsNeighbour<P> || !std::is_same_v<typename P::EdgeValue, NoValue>);

// Throws UsageError, which names the program, the promise, the vertex, and what is wrong.
[[noreturn]] void throw_false_promise(std::string_view program, PromiseRule rule, VertexId vertex);

}  // namespace warpgraph::detail
