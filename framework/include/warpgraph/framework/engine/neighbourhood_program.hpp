// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/sweep/group_table.hpp>

// A neighbourhood program groups what the edges of a vertex contribute by a key, adds up each group, and chooses among
// the groups: the commonest label, the community that gains most. A vertex program cannot, because what it reduces to
// has a fixed size. `run` takes either; docs/guide/neighbourhood-programs.md has an example and the contract of every
// member.
//
//   VertexValue, EdgeValue, initial, updated           as those of a vertex program (program.hpp), and so are the
//                                                      optional members publish, active_initially, kNeedsOutDegree,
//                                                      kValuesAre, Aggregate, aggregate and next
//   key(published, edge_value[, from, to]) -> K        the group of what comes along an edge: an unsigned integer of 32
//                                                      or 64 bits; ~K(0): nothing comes
//   choose(best, key, sum[, v]) -> Group<K>            the better one of two groups of v, `best` and {key, sum}; the
//                                                      same in any order
//   apply(old, chosen[, v]) -> VertexValue             the new value, if something came; without anything the old stays
// Optional:
//   weight(published, edge_value[, from, to])          what is added to the sum of the group, an integer; without it, 1
//   kBothDirections = true                             along the outgoing edges of a directed graph, too: a neighbour
//                                                      in both directions comes twice, a loop once
//
// A superstep reads only what the one before it left, and evaluates every vertex. Sums are integers of 64 bits, so the
// order in which edges are looked at makes no difference, nor do devices, plans and ranks.
namespace warpgraph {

// What a vertex has heard with one key.
template <std::unsigned_integral Key>
requires(sizeof(Key) == 4 || sizeof(Key) == 8) struct Group {
  Key key;
  std::int64_t sum;

  bool operator==(const Group&) const = default;
};

namespace detail {

template <class P>
concept KeysByEnds = requires(const P& p, const Published<P>& published, const typename P::EdgeValue& value) {
  p.key(published, value, VertexId{}, VertexId{});
};
template <class P>
concept HasKey = KeysByEnds<P> ||
    requires(const P& p, const Published<P>& published, const typename P::EdgeValue& value) {
  p.key(published, value);
};
template <class P>
concept WeighsByEnds = requires(const P& p, const Published<P>& published, const typename P::EdgeValue& value) {
  { p.weight(published, value, VertexId{}, VertexId{}) } -> std::integral;
};
template <class P>
concept HasWeight = WeighsByEnds<P> ||
    requires(const P& p, const Published<P>& published, const typename P::EdgeValue& value) {
  { p.weight(published, value) } -> std::integral;
};

template <class P>
WARPGRAPH_DEVICE auto key(const P& program, const Published<P>& published, const typename P::EdgeValue& value,
                          [[maybe_unused]] VertexId from, [[maybe_unused]] VertexId to) {
  if constexpr (KeysByEnds<P>)
    return program.key(published, value, from, to);
  else
    return program.key(published, value);
}
template <class P>
WARPGRAPH_DEVICE std::int64_t weight([[maybe_unused]] const P& program, [[maybe_unused]] const Published<P>& published,
                                     [[maybe_unused]] const typename P::EdgeValue& value,
                                     [[maybe_unused]] VertexId from, [[maybe_unused]] VertexId to) {
  if constexpr (WeighsByEnds<P>)
    return static_cast<std::int64_t>(program.weight(published, value, from, to));
  else if constexpr (HasWeight<P>)
    return static_cast<std::int64_t>(program.weight(published, value));
  else
    return 1;
}
template <class P>
using KeyOf = decltype(key(std::declval<const P&>(), std::declval<const Published<P>&>(),
                           std::declval<const typename P::EdgeValue&>(), VertexId{}, VertexId{}));
template <class P>
concept HasGroupKey = HasKey<P> && std::unsigned_integral<KeyOf<P>> &&(sizeof(KeyOf<P>) == 4 || sizeof(KeyOf<P>) == 8);
template <class P>
using GroupOf = Group<KeyOf<P>>;

template <class P>
concept ChoosesForVertex = requires(const P& p, const GroupOf<P>& best) {
  { p.choose(best, best.key, best.sum, VertexId{}) } -> std::convertible_to<GroupOf<P>>;
};
template <class P>
concept HasChoose = ChoosesForVertex<P> || requires(const P& p, const GroupOf<P>& best) {
  { p.choose(best, best.key, best.sum) } -> std::convertible_to<GroupOf<P>>;
};
template <class P>
concept AppliesGroupToVertex = requires(const P& p, const typename P::VertexValue& old, const GroupOf<P>& chosen,
                                        const Vertex& v) {
  { p.apply(old, chosen, v) } -> std::convertible_to<typename P::VertexValue>;
};
template <class P>
concept AppliesGroup = AppliesGroupToVertex<P> ||
    requires(const P& p, const typename P::VertexValue& old, const GroupOf<P>& chosen) {
  { p.apply(old, chosen) } -> std::convertible_to<typename P::VertexValue>;
};

template <class P>
concept NamesKey = PointsToFunction<decltype(&P::key)>;
template <class P>
concept NamesChoose = PointsToFunction<decltype(&P::choose)>;
template <class P>
concept NamesWeight = PointsToFunction<decltype(&P::weight)>;

template <class P>
constexpr bool reads_both_directions() {
  if constexpr (requires { P::kBothDirections; })
    return P::kBothDirections;
  else
    return false;
}

// Whether no member asks for the degrees of a vertex.
template <class P>
concept KnowsVerticesById = requires(const P& p, const typename P::VertexValue& value, VertexId v) {
  p.initial(v);
}
&&(!HasPublish<P> || requires(const P& p, const typename P::VertexValue& value, VertexId v) { p.publish(value, v); }) &&
    (!AppliesGroupToVertex<P> || requires(const P& p, const typename P::VertexValue& value, const GroupOf<P>& chosen,
                                          VertexId v) { p.apply(value, chosen, v); }) &&
    !HasAggregate<P>;

}  // namespace detail

// What the engine runs beside vertex programs: a struct with the members that the top of this header lists.
template <class P>
concept NeighbourhoodProgram =
    std::is_trivially_copyable_v<P> && detail::HasVertexValue<P> && detail::HasEdgeValue<P> && detail::HasInitial<P> &&
    detail::HasGroupKey<P> && detail::HasChoose<P> && detail::AppliesGroup<P> && detail::HasUpdated<P>;

namespace detail {

#define WARPGRAPH_EXPECT(member, is_there, text)                                                \
  static_assert(                                                                                \
      !requires { requires kIsMutable<decltype(&P::member)>; },                                 \
      "neighbourhood program: the member " #member " is not const, so kernels cannot call it"); \
  static_assert((is_there) || requires { requires kIsMutable<decltype(&P::member)>; }, "neighbourhood program: " text)
// Fails to compile with the name of what is missing.
template <class P>
constexpr void explain_neighbourhood_program() {
  explain_names<P>();
  static_assert(std::is_trivially_copyable_v<P>,
                "neighbourhood program: the struct is not trivially copyable, so it cannot travel to the device");
  static_assert(HasVertexValue<P>, "neighbourhood program: the member type VertexValue is missing");
  static_assert(HasEdgeValue<P>,
                "neighbourhood program: the member type EdgeValue is missing (NoValue if edges have none)");
  if constexpr (HasVertexValue<P> && HasEdgeValue<P>) {
    WARPGRAPH_EXPECT(initial, HasInitial<P>, "VertexValue initial(VertexId) const is missing");
    WARPGRAPH_EXPECT(updated, HasUpdated<P>, "bool updated(VertexValue old, VertexValue new) const is missing");
    WARPGRAPH_EXPECT(
        key, HasGroupKey<P>,
        "key(published value, EdgeValue) const is missing, or returns no std::uint32_t or std::uint64_t; it "
        "may take VertexId from, VertexId to after that");
    WARPGRAPH_EXPECT(weight, !NamesWeight<P> || HasWeight<P>,
                     "the member weight is not of the form weight(published value, EdgeValue) const or "
                     "weight(published value, EdgeValue, VertexId, VertexId) const, or returns no integer");
    if constexpr (reads_both_directions<P>()) {
      static_assert(
          !needs_out_degree<P>() && KnowsVerticesById<P>,
          "neighbourhood program: kBothDirections goes with members that take a VertexId where they could take "
          "a Vertex, because the degrees would be those of one direction or of both");
    }
    if constexpr (HasGroupKey<P>) {
      WARPGRAPH_EXPECT(choose, HasChoose<P>,
                       "Group choose(Group best, key, std::int64_t sum) const is missing; it may take a VertexId after "
                       "that");
      WARPGRAPH_EXPECT(apply, AppliesGroup<P>,
                       "VertexValue apply(VertexValue old, Group chosen) const is missing; it may take a Vertex after "
                       "that");
    }
  }
}
#undef WARPGRAPH_EXPECT

// The better one of two groups of a vertex; kNoKey is none.
template <class P>
WARPGRAPH_DEVICE GroupOf<P> choose(const P& program, const GroupOf<P>& a, const GroupOf<P>& b,
                                   [[maybe_unused]] VertexId v) {
  constexpr auto kNone = sweep::kNoKey<KeyOf<P>>;
  if (a.key == kNone || b.key == kNone) return a.key == kNone ? b : a;
  if constexpr (ChoosesForVertex<P>)
    return program.choose(a, b.key, b.sum, v);
  else
    return program.choose(a, b.key, b.sum);
}

// A neighbourhood program as the engine runs it: a vertex program that reduces to the group that was chosen. What it
// gathers with is PullAllPlan (plans/group_plan.hpp), so visit says what an edge contributes, and nothing is reduced.
template <NeighbourhoodProgram N>
struct Grouped : N {
  using Neighbourhood = N;
  using Chosen = GroupOf<N>;
  static constexpr bool kEvaluateAll = true;

  WARPGRAPH_DEVICE Chosen visit(const Published<N>& published, const typename N::EdgeValue& value, VertexId from,
                                VertexId to) const {
    const N& program = *this;
    return {detail::key(program, published, value, from, to), detail::weight(program, published, value, from, to)};
  }
  WARPGRAPH_DEVICE Chosen identity() const { return {sweep::kNoKey<KeyOf<N>>, 0}; }
  WARPGRAPH_DEVICE Chosen reduce(const Chosen& a, const Chosen& b) const {
    return detail::choose(static_cast<const N&>(*this), a, b, kNoVertex);
  }
  WARPGRAPH_DEVICE typename N::VertexValue apply(const typename N::VertexValue& old, const Chosen& chosen,
                                                 const Vertex& v) const {
    if (chosen.key == sweep::kNoKey<KeyOf<N>>) return old;
    if constexpr (AppliesGroupToVertex<N>)
      return N::apply(old, chosen, v);
    else
      return N::apply(old, chosen);
  }
};

// What the engine compiles for a program of either kind.
template <class P>
struct EngineProgramOf {
  using type = P;
};
template <NeighbourhoodProgram P>
struct EngineProgramOf<P> {
  using type = Grouped<P>;
};
template <class P>
using EngineProgram = typename EngineProgramOf<P>::type;

template <class P>
inline constexpr bool kIsGrouped = false;
template <class N>
inline constexpr bool kIsGrouped<Grouped<N>> = true;

template <class P>
concept AnyProgram = VertexProgram<P> || NeighbourhoodProgram<P>;

// Fails to compile with the name of what a program of either kind lacks.
template <class P>
constexpr void explain_any_program() {
  if constexpr (NeighbourhoodProgram<P> || ((NamesKey<P> || NamesChoose<P>)&&!VertexProgram<P>))
    explain_neighbourhood_program<P>();
  else
    explain_program<P>();
}

}  // namespace detail

}  // namespace warpgraph
