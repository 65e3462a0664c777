// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/choose_plan.hpp>
#include <warpgraph/framework/engine/detail/loops/search.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>

// A search in one launch, as the plans of one device and of several start it.
namespace warpgraph::detail {

// kShort, With: the kernel's. `is_first`: the launch is the run's first one.
template <bool kShort, class With, class P, class E>
[[nodiscard]] Search<P, E, kShort, With> search_kernel(Part<P, E>& part,
                                                       View<SearchState<P, typename With::State>> state,
                                                       const With& with, const DirectionRule& rule,
                                                       std::uint64_t max_listed, bool is_first) {
  Frontier& now = part.now();
  Frontier& next = part.next();
  return {.view = part.view,
          .value = part.value,
          .settled = part.settled,
          .own_settled = part.own_words(part.settled),
          .queue = {now.queue, next.queue},
          .mask = {now.mask, next.mask},
          .own_mask = {part.own_words(now.mask), part.own_words(next.mask)},
          .counts = {now.counts, next.counts},
          .state = state,
          .updated = {&state.data()->updated, 1, state.space()},
          .with = with,
          .rule = rule,
          .max_listed = max_listed,
          .is_first = is_first,
          .is_mask = now.has_mask,
          .lanes = kShort ? part.lanes() : 0};
}

}  // namespace warpgraph::detail
