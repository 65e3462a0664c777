// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/core/rules.hpp>
#include <warpgraph/framework/engine/program.hpp>

namespace warpgraph::detail {

template <class Value>
concept ExchangesIfAligned = std::is_class_v<Value> && HasWord<Value> && HasNoPadding<Value>;
template <class P>
inline constexpr bool kCouldExchange =
    HasReduce<P> && !HasReduction<P> && !promises_idempotent_reduce<P>() && !HasPublish<P> && !HasApply<P> &&
    !HasAggregate<P> && std::same_as<Contribution<P>, typename P::VertexValue> &&
    (kernel::AtomicValue<typename P::VertexValue> || ExchangesIfAligned<typename P::VertexValue>);

template <class P>
constexpr std::optional<double> priority_step_of() {
  if constexpr (requires { P::kPriorityStep; })
    return P::kPriorityStep;
  else
    return {};
}

template <class P>
constexpr ProgramTraits traits_of() {
  using Value = typename P::VertexValue;
  return {.first_hit_suffices = first_hit_suffices<P>(),
          .evaluates_all = evaluates_all<P>(),
          .starts_everywhere = !HasActiveInitially<P>,
          .has_aggregate = HasAggregate<P>,
          .is_pushable = PushableProgram<P>,
          .is_search = SearchProgram<P>,
          .has_priority = PrioritisedProgram<P>,
          .priority_step = priority_step_of<P>(),
          .is_synchronous = is_synchronous<P>(),
          .has_publish = HasPublish<P>,
          .publishes_anew = PublishesAnew<P>,
          .initialises_by_id = InitialisesById<P>,
          .has_uniform_updates = has_uniform_updates<P>() && !HasPublish<P>,
          .seen_bytes = static_cast<std::uint32_t>(sizeof(Published<P>)),
          .sum_bytes = static_cast<std::uint32_t>(sizeof(Contribution<P>)),
          .takes_edge_values = !std::is_same_v<typename P::EdgeValue, NoValue>,
          .could_exchange = kCouldExchange<P>,
          .bytes_to_align = kernel::AtomicValue<Value> ? 0 : static_cast<std::uint32_t>(sizeof(Value)),
          .could_be_uniform =
              !has_uniform_updates<P>() && !VisitsNeighbour<P> && std::is_same_v<typename P::EdgeValue, NoValue>,
          .could_be_monotone = !has_monotone_visit<P>() && !VisitsNeighbour<P>,
          .tests_promises = kTestsPromises,
          .shows_in_steps = kTestsPromises && kShowsInSteps<P>};
}

}  // namespace warpgraph::detail
