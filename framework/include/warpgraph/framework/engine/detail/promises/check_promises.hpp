// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include <warpgraph/framework/engine/detail/core/rules.hpp>
#include <warpgraph/framework/engine/detail/near_far/near_far.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/promises/uniform_updates.hpp>
#include <warpgraph/framework/engine/neighbourhood_program.hpp>
#include <warpgraph/runtime/detail/type_name.hpp>

// Checked builds test what a program promises, between supersteps: they evaluate the program's functions both ways on
// the values and the edges that the run has. The tests change nothing of the run.
namespace warpgraph::detail {

// Whether reductions are compared bit by bit: floats that are added differ in their last bits.
template <class P>
inline constexpr bool kReducesExactly =
    promises_idempotent_reduce<P>() || std::has_unique_object_representations_v<Contribution<P>>;
template <class P>
inline constexpr bool kTestsReduction =
    !HasReduction<P> && !kIsGrouped<P> && (kReducesExactly<P> || std::is_floating_point_v<Contribution<P>>);
template <class P>
inline constexpr bool kMakesPromises = kTestsReduction<P> || kIsGrouped<P> || PrioritisedProgram<P> ||
                                       first_hit_suffices<P>() || has_uniform_updates<P>() || has_monotone_visit<P>();
// Whether all contributions that are offered to a vertex must be worth the same: not of programs that leave open which
// of several neighbours is taken.
template <class P>
inline constexpr bool kSettlesForGood = first_hit_suffices<P>() && !VisitsNeighbour<P> &&
                                        (has_uniform_updates<P>() || !std::is_same_v<typename P::EdgeValue, NoValue>);

// The reduction's laws, on three contributions.
template <class P>
struct ReductionLaws {
  using Sum = Contribution<P>;
  P program;

  // The first law that is broken; or kPromiseRuleCount.
  WARPGRAPH_DEVICE std::size_t broken(const Sum& a, const Sum& b, const Sum& c) const {
    const Sum none = identity(program);
    const auto is = [&](const Sum& x, const Sum& y) { return equals(x, y, a, b, c); };
    if (!is(of(none, c), c) || !is(of(c, none), c)) return index(PromiseRule::kIdentity);
    if (!is(of(b, c), of(c, b))) return index(PromiseRule::kCommutative);
    if (!is(of(of(a, b), c), of(a, of(b, c)))) return index(PromiseRule::kAssociative);
    if (promises_idempotent_reduce<P>() && !is(of(c, c), c)) return index(PromiseRule::kIdempotent);
    return kPromiseRuleCount;
  }
  WARPGRAPH_DEVICE static constexpr std::size_t index(PromiseRule rule) { return static_cast<std::size_t>(rule); }

 private:
  WARPGRAPH_DEVICE Sum of(const Sum& a, const Sum& b) const { return program.reduce(a, b); }
  // Floats may be rounded differently, to what is small beside what was added.
  WARPGRAPH_DEVICE static bool equals(const Sum& x, const Sum& y, [[maybe_unused]] const Sum& a,
                                      [[maybe_unused]] const Sum& b, [[maybe_unused]] const Sum& c) {
    if constexpr (kReducesExactly<P>) {
      return is_same_value(x, y);
    } else {
      constexpr auto kTolerance = static_cast<Sum>(1e-3);
      const auto size = [](Sum value) { return value < 0 ? -value : value; };
      return x == y || !(size(x - y) > kTolerance * (size(a) + size(b) + size(c)));
    }
  }
};

// For each row.
template <class P, class E>
struct CheckPromises {
  using Value = typename P::VertexValue;

  KernelView<P, E> view;
  View<const std::uint32_t> frontier;  // by local id; for programs to which it matters
  View<const std::uint32_t> settled;   // of first-hit programs, the same
  View<PromiseFindings<P>> findings;

  WARPGRAPH_DEVICE void operator()(std::uint64_t row) const {
    const Vertex v = view.facts.vertex(row);
    Contribution<P> last[2] = {identity(view.program), identity(view.program)};
    if constexpr (std::same_as<Contribution<P>, Value>) last[1] = view.value[row];
    for (EdgeId e = view.graph.incoming.row[row]; e < view.graph.incoming.row[row + 1]; ++e) {
      const VertexId u = view.graph.incoming.column[e];
      if constexpr (first_hit_suffices<P>())
        if (!is_own(view, u) || !test_bit(settled, u)) continue;  // visit is for neighbours that were updated
      const Contribution<P> now = view.visit(view.seen(u), edge_value<P>(view.graph.incoming, e), u, v.id);
      if constexpr (kTestsReduction<P>) {
        const std::size_t law = ReductionLaws<P>{view.program}.broken(last[0], last[1], now);
        if (law != kPromiseRuleCount) atomic::fetch_min(findings[0].broken[law], v.id);
      }
      if constexpr (kIsGrouped<P>) check_choice(v, last[0], last[1], now);
      if constexpr (PrioritisedProgram<P>) check_priority(v, row, u, now, last[1]);
      if constexpr (has_monotone_visit<P>()) check_monotone(v, row, e, u, now, last[1]);
      if constexpr (first_hit_suffices<P>()) check_hit(v, row, u, now);
      last[0] = last[1];
      last[1] = now;
    }
  }

 private:
  WARPGRAPH_DEVICE void expect(bool holds, PromiseRule rule, const Vertex& v) const {
    if (!holds) atomic::fetch_min(findings[0].broken[static_cast<std::size_t>(rule)], v.id);
  }

  // `other`: what came before it along another edge.
  WARPGRAPH_DEVICE void check_priority(const Vertex& v, std::uint64_t row, VertexId u, const Value& now,
                                       const Value& other) const {
    const P& program = view.program;
    const Value initial = program.initial(v);
    expect(!(program.priority(now) < program.priority(view.seen(u))), PromiseRule::kNeighboursAreEarlier, v);
    check_update(v, view.value[row], now);
    check_update(v, initial, now);
    check_update(v, reduction(program)(initial, now), other);
    check_update(v, reduction(program)(initial, other), now);
  }
  WARPGRAPH_DEVICE void check_update(const Vertex& v, const Value& old, const Value& offered) const {
    const P& program = view.program;
    const Value next = reduction(program)(old, offered);
    if (!program.updated(old, next)) return;
    const Priority<P> before = program.priority(old);
    const Priority<P> after = program.priority(next);
    if constexpr (kPriorityMayStay<P>) {
      expect(!(before < after), PromiseRule::kUpdatesGetEarlier, v);
      expect(after == program.priority(offered), PromiseRule::kUpdatesTakePriority, v);
    } else {
      expect(after < before, PromiseRule::kUpdatesGetEarlier, v);
    }
  }

  // Groups of one edge each; with equal sums if they weigh the same, and with others.
  template <class Chosen>
  WARPGRAPH_DEVICE void check_choice(const Vertex& v, const Chosen& a, Chosen b, const Chosen& c) const {
    constexpr auto kNone = sweep::kNoKey<decltype(Chosen::key)>;
    if (a.key == kNone || b.key == kNone || c.key == kNone || a.key == b.key || b.key == c.key || a.key == c.key)
      return;
    const typename P::Neighbourhood& program = view.program;
    const auto of = [&](const Chosen& x, const Chosen& y) { return detail::choose(program, x, y, v.id); };
    for (int more = 0; more < 2; ++more, ++b.sum) {
      expect(of(a, b) == of(b, a) && of(b, c) == of(c, b), PromiseRule::kChoiceIsCommutative, v);
      expect(of(of(a, b), c) == of(a, of(b, c)), PromiseRule::kChoiceIsAssociative, v);
    }
  }

  // With the vertex's own value, its initial one, and `before`, which came along another edge.
  WARPGRAPH_DEVICE void check_monotone(const Vertex& v, std::uint64_t row, EdgeId e, VertexId u, const Value& now,
                                       const Value& before) const {
    const P& program = view.program;
    const auto op = reduction(program);
    const auto along = edge_value<P>(view.graph.incoming, e);
    for (const Value& other : {view.value[row], static_cast<Value>(program.initial(v)), before}) {
      const Value both = view.visit(op(view.seen(u), other), along, u, v.id);
      expect(is_same_value(both, op(now, view.visit(other, along, u, v.id))), PromiseRule::kVisitIsMonotone, v);
      check_change(v, other, now);
      check_change(v, now, other);
    }
  }
  WARPGRAPH_DEVICE void check_change(const Vertex& v, const Value& old, const Value& offered) const {
    const Value next = reduction(view.program)(old, offered);
    expect(view.program.updated(old, next) != is_same_value(old, next), PromiseRule::kChangesAreUpdates, v);
  }

  WARPGRAPH_DEVICE void check_hit(const Vertex& v, std::uint64_t row, VertexId u, const Contribution<P>& now) const {
    const P& program = view.program;
    const bool is_settled = test_bit(settled, view.facts.first_local + row);
    if (is_settled && kSettlesForGood<P>) {
      const Value old = view.value[row];
      expect(!program.updated(old, apply(program, old, now, v)), PromiseRule::kSettledStay, v);
    }
    if (is_settled || !test_bit(frontier, u)) return;
    const Value initial = program.initial(v);
    const Value next = apply(program, initial, now, v);
    expect(program.updated(initial, next), PromiseRule::kEveryHitUpdates, v);
    if constexpr (std::same_as<Contribution<P>, Value>)
      expect(is_same_value(next, now), PromiseRule::kEveryHitUpdates, v);
  }
};

template <class P>
std::string_view program_name() {
  if constexpr (kIsGrouped<P>)
    return type_name<typename P::Neighbourhood>();
  else
    return type_name<P>();
}

// Tests the promises at the values of the part's run. Waits for its stream. Throws UsageError if one is false.
template <class P, class E>
void check_promises([[maybe_unused]] Part<P, E>& part) {
  if constexpr (kMakesPromises<P>) {
    part.publish();  // the superstep has left new values
    auto findings = to_device(part.stream, std::vector<PromiseFindings<P>>(1), "engine promises");
    Buffer<std::uint32_t> made;
    View<const std::uint32_t> frontier;
    if (first_hit_suffices<P>() || has_uniform_updates<P>()) frontier = part.mask_of_now(made);
    kernel::for_each(part.stream, part.rows(), CheckPromises<P, E>{part.view, frontier, part.settled, findings.view()});
    if constexpr (has_uniform_updates<P>()) check_uniform_updates(part, frontier, findings.view());
    const PromiseFindings<P> found = to_host(part.stream, findings).front();
    for (std::size_t rule = 0; rule < kPromiseRuleCount; ++rule)
      if (found.broken[rule] != kNoVertex)
        throw_false_promise(program_name<P>(), static_cast<PromiseRule>(rule), found.broken[rule]);
  }
}

}  // namespace warpgraph::detail
