// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/kernel/atomic_struct.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>

// A vertex program says what one vertex does; the engine runs it for all of them, superstep by superstep. It is a small
// trivially copyable struct; docs/guide/programming-guide.md has an example and the contract of every member.
//
//   VertexValue, EdgeValue          types; EdgeValue = NoValue if edges carry nothing
//   initial(v) -> VertexValue
//   visit(published, edge_value[, from[, to]]) -> contribution      once for each incoming edge, between these vertices
//   reduce(a, b), identity()        of contributions; or
//   Reduction                       Min, Max, Plus or Or, instead of both
//   updated(old, new) -> bool       whether the neighbours are to see the new value
// Optional:
//   publish(value, v)               what neighbours see of a vertex, if not its value; with the members that next has
//                                   left; static if it reads none of them, which spares a pass over the vertices
//   apply(old, reduced[, v])        the new value; without it, reduce(old, reduced)
//   active_initially(v) -> bool     whether the first superstep starts from v; without it, from all
//   kIdempotentReduce = true        the program's own reduce may take contributions again and in any order
//   kFirstHitSuffices = true        a vertex that was updated is done, and one contribution is as good as all
//   kUniformUpdates = true          all vertices that a superstep updates get the same value, and those that the first
//                                   superstep starts from have one, too
//   kMonotoneVisit = true           visit(reduce(a, b), edge) is reduce(visit(a, edge), visit(b, edge)), and updated
//                                   says whether old and new differ, so the best of all neighbours bounds what comes
//   kEvaluateAll = true             a vertex may change although no neighbour has
//   priority(value) -> number       small first; promises that an update makes it smaller (with kIdempotentReduce: not
//                                   larger), and that no neighbour of a vertex gets a smaller one from it
//   kPriorityStep                   how far priorities are taken together, in mean edge values; without it, the rule
//                                   for distances
//   kSynchronous = true             no superstep may see updates of its own; costs the order of a priority, and
//                                   launches of many supersteps
//   kNeedsOutDegree = true          v.out_degree must be right even if the graph has incoming edges only
//   Aggregate, aggregate(old, new, v), next(aggregate, superstep)   a sum over all vertices, and what follows from it
namespace warpgraph {

// A vertex as a program sees it. Converts to its id, so that members that want no more may take a VertexId.
struct Vertex {
  VertexId id = 0;
  EdgeId in_degree = 0;
  EdgeId out_degree = 0;  // 0 if the graph has incoming edges only, unless the program needs it

  WARPGRAPH_DEVICE constexpr operator VertexId() const { return id; }
};

namespace detail {

template <class P>
concept HasVertexValue = requires {
  typename P::VertexValue;
};
template <class P>
concept HasEdgeValue = requires {
  typename P::EdgeValue;
};
template <class P>
concept HasReduction = requires {
  typename P::Reduction;
};
template <class P>
concept HasInitial = requires(const P& p, const Vertex& v) {
  { p.initial(v) } -> std::convertible_to<typename P::VertexValue>;
};
template <class P>
concept HasUpdated = requires(const P& p, const typename P::VertexValue& value) {
  { p.updated(value, value) } -> std::convertible_to<bool>;
};
template <class P>
concept HasPublish = requires(const P& p, const typename P::VertexValue& value, const Vertex& v) {
  p.publish(value, v);
};
template <class P>
concept HasActiveInitially = requires(const P& p, const Vertex& v) {
  { p.active_initially(v) } -> std::convertible_to<bool>;
};
template <class P>
concept HasPriority = requires(const P& p, const typename P::VertexValue& value) {
  { p.priority(value) } -> kernel::AtomicNumber;
};
template <class P>
concept HasAggregate = requires {
  typename P::Aggregate;
};
template <class P>
concept HasNext = requires(P& p, const typename P::Aggregate& sum, unsigned superstep) {
  { p.next(sum, superstep) } -> std::convertible_to<bool>;
};

template <class P>
struct PublishedOf {
  using type = typename P::VertexValue;
};
template <HasPublish P>
struct PublishedOf<P> {
  using type = std::remove_cvref_t<decltype(std::declval<const P&>().publish(
      std::declval<const typename P::VertexValue&>(), std::declval<const Vertex&>()))>;
};
template <class P>
using Published = typename PublishedOf<P>::type;

// Whether visit takes both ends of the edge; and whether it takes the neighbour, alone or with the other end.
template <class P>
concept VisitsTarget = requires(const P& p, const Published<P>& published, const typename P::EdgeValue& value) {
  p.visit(published, value, VertexId{}, VertexId{});
};
template <class P>
concept VisitsNeighbour = VisitsTarget<P> ||
    requires(const P& p, const Published<P>& published, const typename P::EdgeValue& value) {
  p.visit(published, value, VertexId{});
};
template <class P>
concept HasVisit = VisitsNeighbour<P> ||
    requires(const P& p, const Published<P>& published, const typename P::EdgeValue& value) {
  p.visit(published, value);
};

template <class P>
WARPGRAPH_DEVICE auto visit(const P& program, const Published<P>& published, const typename P::EdgeValue& value,
                            [[maybe_unused]] VertexId from, [[maybe_unused]] VertexId to) {
  if constexpr (VisitsTarget<P>)
    return program.visit(published, value, from, to);
  else if constexpr (VisitsNeighbour<P>)
    return program.visit(published, value, from);
  else
    return program.visit(published, value);
}
template <class P>
using Contribution = decltype(visit(std::declval<const P&>(), std::declval<const Published<P>&>(),
                                    std::declval<const typename P::EdgeValue&>(), VertexId{}, VertexId{}));

template <class P>
concept HasReduce = requires(const P& p, const Contribution<P>& c) {
  { p.reduce(c, c) } -> std::convertible_to<Contribution<P>>;
};
template <class P>
concept HasIdentity = requires(const P& p) {
  { p.identity() } -> std::convertible_to<Contribution<P>>;
};
template <class P>
concept AppliesToVertex = requires(const P& p, const typename P::VertexValue& old, const Contribution<P>& c,
                                   const Vertex& v) {
  { p.apply(old, c, v) } -> std::convertible_to<typename P::VertexValue>;
};
template <class P>
concept HasApply = AppliesToVertex<P> ||
    requires(const P& p, const typename P::VertexValue& old, const Contribution<P>& c) {
  { p.apply(old, c) } -> std::convertible_to<typename P::VertexValue>;
};
template <class P>
concept HasAggregateFunction = requires(const P& p, const typename P::VertexValue& value, const Vertex& v) {
  { p.aggregate(value, value, v) } -> std::convertible_to<typename P::Aggregate>;
};

// Whether there is a function of that name, static or not, whatever it takes. Overloads and templates do not tell.
template <class Pointer>
concept PointsToFunction =
    std::is_member_function_pointer_v<Pointer> || std::is_function_v<std::remove_pointer_t<Pointer>>;
template <class P>
concept NamesPublish = PointsToFunction<decltype(&P::publish)>;
template <class P>
concept NamesApply = PointsToFunction<decltype(&P::apply)>;
template <class P>
concept NamesActiveInitially = PointsToFunction<decltype(&P::active_initially)>;
template <class P>
concept NamesPriority = PointsToFunction<decltype(&P::priority)>;
template <class P>
concept NamesAggregate = PointsToFunction<decltype(&P::aggregate)>;
template <class P>
concept NamesNext = PointsToFunction<decltype(&P::next)>;

// Becomes what a vertex may be taken as. A Vertex itself would also become a value of a program, as a number.
struct OnlyVertex {
  template <class T>
  requires std::same_as<T, Vertex> || std::integral<T>
  operator T() const;
};
template <class P>
concept PublishesVertexLast = requires(const P& p, const typename P::VertexValue& value, const OnlyVertex& v) {
  p.publish(value, v);
};
template <class P>
concept AppliesToVertexLast = requires(const P& p, const typename P::VertexValue& old, const Contribution<P>& c,
                                       const OnlyVertex& v) {
  p.apply(old, c, v);
};

template <class P>
constexpr bool first_hit_suffices() {
  if constexpr (requires { P::kFirstHitSuffices; })
    return P::kFirstHitSuffices;
  else
    return false;
}
template <class P>
concept PublishesStatically = requires(const typename P::VertexValue& value, const Vertex& v) {
  P::publish(value, v);
};
template <class P>
concept KeepsMembers = requires(const P& p, const typename P::Aggregate& sum, unsigned superstep) {
  p.next(sum, superstep);
};
// Whether a kernel of its own publishes all vertices before every superstep: where neighbours may see a change of a
// vertex that is none of its value, as `next` may change a member that `publish` reads, and after pull-first, which has
// no registers for it. A static `publish` reads no member, and a const `next` changes none.
template <class P>
concept PublishesAnew = HasPublish<P> &&
    (first_hit_suffices<P>() || (HasAggregate<P> && !PublishesStatically<P> && !KeepsMembers<P>));

template <class P>
constexpr bool has_uniform_updates() {
  if constexpr (requires { P::kUniformUpdates; })
    return P::kUniformUpdates;
  else
    return false;
}
template <class P>
constexpr bool has_monotone_visit() {
  if constexpr (requires { P::kMonotoneVisit; })
    return P::kMonotoneVisit;
  else
    return false;
}
template <class P>
constexpr bool needs_out_degree() {
  if constexpr (requires { P::kNeedsOutDegree; })
    return P::kNeedsOutDegree;
  else
    return false;
}

template <class P>
constexpr bool is_synchronous() {
  if constexpr (requires { P::kSynchronous; })
    return P::kSynchronous;
  else
    return false;
}

template <class P>
constexpr bool promises_idempotent_reduce() {
  if constexpr (requires { P::kIdempotentReduce; })
    return P::kIdempotentReduce;
  else
    return false;
}

// Whether every superstep must evaluate every vertex.
template <class P>
constexpr bool evaluates_all() {
  if constexpr (requires { P::kEvaluateAll; })
    return HasAggregate<P> || P::kEvaluateAll;
  else
    return HasAggregate<P>;
}

template <class Op>
concept IdempotentReduction = std::same_as<Op, Min> || std::same_as<Op, Max> || std::same_as<Op, Or>;

// Min and Max know the greatest and the least of numbers alone.
template <class P>
concept ReducesNumbers = std::numeric_limits<Contribution<P>>::is_specialized ||
    !(std::same_as<typename P::Reduction, Min> || std::same_as<typename P::Reduction, Max>);

// A declared reduction takes two of one type: the old value and a contribution, unless apply does.
template <class P>
concept ReducesIntoValue = !HasReduction<P> || HasApply<P> || std::same_as<Contribution<P>, typename P::VertexValue>;

template <class P>
concept HasIdempotentReduction = HasReduction<P> && IdempotentReduction<typename P::Reduction>;

// Whether contributions are reduced into values in memory by an atomic operation for that, or by one that exchanges the
// value, again and again until no other comes between.
template <class P>
concept ReducesByOperation = HasIdempotentReduction<P> && kernel::AtomicNumber<typename P::VertexValue>;
template <class P>
concept ReducesByExchange =
    !HasReduction<P> && HasReduce<P> && promises_idempotent_reduce<P>() && kernel::AtomicValue<typename P::VertexValue>;
template <class P>
concept ReducesInMemory = ReducesByOperation<P> || ReducesByExchange<P>;

}  // namespace detail

// What the engine runs: a struct with the members that the top of this header lists.
template <class P>
concept VertexProgram = std::is_trivially_copyable_v<P> && detail::HasVertexValue<P> && detail::HasEdgeValue<P> &&
                        detail::HasInitial<P> && detail::HasVisit<P> &&
                        (detail::HasReduction<P> || (detail::HasReduce<P> && detail::HasIdentity<P>)) &&
                        detail::HasUpdated<P>&& detail::ReducesIntoValue<P>;

// What it can run by pushing as well: updates go straight into the neighbours' values, with atomics. That is the same
// as pulling where the new value is the old one reduced with the contributions, in any order and any number of times.
template <class P>
concept PushableProgram =
    VertexProgram<P> && detail::ReducesInMemory<P> && !detail::HasPublish<P> && !detail::HasApply<P> &&
    !detail::HasAggregate<P> && std::same_as<detail::Contribution<P>, typename P::VertexValue>;

// What it can run in the order of a distance.
template <class P>
concept PrioritisedProgram = PushableProgram<P> && detail::HasPriority<P>;

namespace detail {

// Whether a pointer is to a member function without const, which no kernel could call.
template <class Pointer>
inline constexpr bool kIsMutable = false;
template <class P, class R, class... Args>
inline constexpr bool kIsMutable<R (P::*)(Args...)> = true;
template <class P, class R, class... Args>
inline constexpr bool kIsMutable<R (P::*)(Args...) noexcept> = true;

// What the engine returns of a program that it will not compile.
template <class P>
struct ValueOf {
  using type = NoValue;
};
template <HasVertexValue P>
struct ValueOf<P> {
  using type = typename P::VertexValue;
};

// A member whose name is nearly that of an optional one. It would not be used. Fails to compile with both names.
#define WARPGRAPH_NO_MEMBER(other, member) \
  static_assert(                           \
      !requires { &P::other; },            \
      "vertex program: the engine does not use the member " #other "; it is called " #member)
template <class P>
constexpr void explain_names() {
  WARPGRAPH_NO_MEMBER(activeInitially, active_initially);
  WARPGRAPH_NO_MEMBER(active_initial, active_initially);
  WARPGRAPH_NO_MEMBER(initially_active, active_initially);
  WARPGRAPH_NO_MEMBER(is_active_initially, active_initially);
  WARPGRAPH_NO_MEMBER(isActiveInitially, active_initially);
  WARPGRAPH_NO_MEMBER(kIdempotent, kIdempotentReduce);
  WARPGRAPH_NO_MEMBER(kIdempotentreduce, kIdempotentReduce);
  WARPGRAPH_NO_MEMBER(kIdempotentReduction, kIdempotentReduce);
  WARPGRAPH_NO_MEMBER(idempotent_reduce, kIdempotentReduce);
  WARPGRAPH_NO_MEMBER(kFirstHit, kFirstHitSuffices);
  WARPGRAPH_NO_MEMBER(kFirstHitSuffice, kFirstHitSuffices);
  WARPGRAPH_NO_MEMBER(kFirstHitsuffices, kFirstHitSuffices);
  WARPGRAPH_NO_MEMBER(first_hit_suffices, kFirstHitSuffices);
  WARPGRAPH_NO_MEMBER(kUniform, kUniformUpdates);
  WARPGRAPH_NO_MEMBER(kUniformUpdate, kUniformUpdates);
  WARPGRAPH_NO_MEMBER(kUniformupdates, kUniformUpdates);
  WARPGRAPH_NO_MEMBER(uniform_updates, kUniformUpdates);
  WARPGRAPH_NO_MEMBER(kMonotone, kMonotoneVisit);
  WARPGRAPH_NO_MEMBER(kMonotonevisit, kMonotoneVisit);
  WARPGRAPH_NO_MEMBER(kMonotonicVisit, kMonotoneVisit);
  WARPGRAPH_NO_MEMBER(monotone_visit, kMonotoneVisit);
  WARPGRAPH_NO_MEMBER(kEvaluateall, kEvaluateAll);
  WARPGRAPH_NO_MEMBER(kEvaluatesAll, kEvaluateAll);
  WARPGRAPH_NO_MEMBER(evaluate_all, kEvaluateAll);
  WARPGRAPH_NO_MEMBER(kPrioritystep, kPriorityStep);
  WARPGRAPH_NO_MEMBER(kPrioritySteps, kPriorityStep);
  WARPGRAPH_NO_MEMBER(kNeedOutDegree, kNeedsOutDegree);
  WARPGRAPH_NO_MEMBER(kNeedsOutdegree, kNeedsOutDegree);
  WARPGRAPH_NO_MEMBER(kNeedsOutDegrees, kNeedsOutDegree);
  WARPGRAPH_NO_MEMBER(needs_out_degree, kNeedsOutDegree);
  WARPGRAPH_NO_MEMBER(kSync, kSynchronous);
  WARPGRAPH_NO_MEMBER(kSynchronised, kSynchronous);
  WARPGRAPH_NO_MEMBER(kSynchronized, kSynchronous);
  WARPGRAPH_NO_MEMBER(kSynchronousUpdates, kSynchronous);
  WARPGRAPH_NO_MEMBER(kValueIs, kValuesAre);
  WARPGRAPH_NO_MEMBER(kValuesare, kValuesAre);
  WARPGRAPH_NO_MEMBER(values_are, kValuesAre);
  WARPGRAPH_NO_MEMBER(Publish, publish);
  WARPGRAPH_NO_MEMBER(Apply, apply);
  WARPGRAPH_NO_MEMBER(Priority, priority);
}
#undef WARPGRAPH_NO_MEMBER

// Fails to compile with the name of a member function that is there, but without const; or that is missing, if it has
// to be there.
#define WARPGRAPH_EXPECT_CONST(member)                          \
  static_assert(                                                \
      !requires { requires kIsMutable<decltype(&P::member)>; }, \
      "vertex program: the member " #member " is not const, so kernels cannot call it")
#define WARPGRAPH_EXPECT_MEMBER(member, is_there, text) \
  WARPGRAPH_EXPECT_CONST(member);                       \
  static_assert((is_there) || requires { requires kIsMutable<decltype(&P::member)>; }, "vertex program: " text)

// An optional member that does not have its form would not be called. Fails to compile with its name.
template <class P>
constexpr void explain_optional_members() {
  explain_names<P>();
  WARPGRAPH_EXPECT_MEMBER(publish, !NamesPublish<P> || (HasPublish<P> && PublishesVertexLast<P>),
                          "the member publish is not of the form publish(VertexValue, VertexId) const");
  WARPGRAPH_EXPECT_MEMBER(active_initially, !NamesActiveInitially<P> || HasActiveInitially<P>,
                          "the member active_initially is not of the form bool active_initially(VertexId) const");
  WARPGRAPH_EXPECT_MEMBER(priority, !NamesPriority<P> || HasPriority<P>,
                          "the member priority is not of the form priority(VertexValue) const, or returns no number");
  static_assert(!NamesAggregate<P> || HasAggregate<P>,
                "vertex program: the member type Aggregate of aggregate(old, new, Vertex) is missing");
  static_assert(!NamesNext<P> || HasAggregate<P>,
                "vertex program: the member type Aggregate is missing, without which next would not be called");
  if constexpr (HasVisit<P>) {
    WARPGRAPH_EXPECT_MEMBER(apply, !NamesApply<P> || (HasApply<P> && (!AppliesToVertex<P> || AppliesToVertexLast<P>)),
                            "the member apply is not of the form VertexValue apply(VertexValue old, reduced) "
                            "const or VertexValue apply(VertexValue old, reduced, VertexId) const");
  }
}

// Fails to compile with the name of what is missing.
template <class P>
constexpr void explain_program() {
  static_assert(std::is_trivially_copyable_v<P>,
                "vertex program: the struct is not trivially copyable, so it cannot travel to the device");
  static_assert(HasVertexValue<P>, "vertex program: the member type VertexValue is missing");
  static_assert(HasEdgeValue<P>, "vertex program: the member type EdgeValue is missing (NoValue if edges have none)");
  if constexpr (HasVertexValue<P> && HasEdgeValue<P>) {
    static_assert(std::is_trivially_copyable_v<typename P::VertexValue>,
                  "vertex program: VertexValue is not trivially copyable");
    static_assert(!std::is_same_v<typename P::VertexValue, bool>,
                  "vertex program: VertexValue is bool, of which the host has no arrays; std::uint8_t holds 0 and 1 in "
                  "as many bytes, std::uint32_t can be pushed");
    WARPGRAPH_EXPECT_MEMBER(initial, HasInitial<P>, "VertexValue initial(VertexId) const is missing");
    WARPGRAPH_EXPECT_MEMBER(visit, HasVisit<P>,
                            "visit(published value, EdgeValue) const is missing; it may take VertexId from, and "
                            "VertexId to after that");
    WARPGRAPH_EXPECT_MEMBER(updated, HasUpdated<P>, "bool updated(VertexValue old, VertexValue new) const is missing");
    explain_optional_members<P>();
    if constexpr (HasVisit<P>) {
      WARPGRAPH_EXPECT_MEMBER(reduce, HasReduction<P> || HasReduce<P>,
                              "reduce(a, b) const is missing, and so is a declared Reduction");
      static_assert(
          !HasReduction<P> || ReducesNumbers<P>,
          "vertex program: the Reduction Min or Max is declared, but visit returns no number; reduce(a, b) const "
          "and identity() const take what it returns");
      WARPGRAPH_EXPECT_MEMBER(identity, !HasReduce<P> || HasReduction<P> || HasIdentity<P>,
                              "identity() const, the neutral element of reduce, is missing");
      static_assert(ReducesIntoValue<P>,
                    "vertex program: visit returns another type than VertexValue, and the declared Reduction takes two "
                    "of one type; let visit return VertexValue, or declare apply(old, reduced) const");
      static_assert(
          !ReducesIntoValue<P> || HasApply<P> || std::convertible_to<Contribution<P>, typename P::VertexValue>,
          "vertex program: apply(old, reduced) const is missing; it must be there where visit returns "
          "another type than VertexValue");
    }
    static_assert(!first_hit_suffices<P>() || HasIdempotentReduction<P>,
                  "vertex program: kFirstHitSuffices goes with the declared Reduction Min, Max or Or");
    static_assert(
        !promises_idempotent_reduce<P>() || !HasReduction<P>,
        "vertex program: kIdempotentReduce goes with reduce(a, b) and identity(), not with a declared Reduction");
    if constexpr (promises_idempotent_reduce<P>() && HasWord<typename P::VertexValue> &&
                  std::is_class_v<typename P::VertexValue>) {
      static_assert(HasNoPadding<typename P::VertexValue>,
                    "vertex program: VertexValue has padding, so it cannot be compared byte for byte, as "
                    "kIdempotentReduce wants it; name the padding's bytes as a member");
      static_assert(alignof(typename P::VertexValue) == sizeof(typename P::VertexValue),
                    "vertex program: VertexValue must be declared alignas of its size, 4, 8 or 16, to be exchanged "
                    "as a whole, as kIdempotentReduce wants it");
    }
    static_assert(!has_monotone_visit<P>() || !VisitsNeighbour<P>,
                  "vertex program: kMonotoneVisit goes with visit(published value, EdgeValue), without a vertex");
    if constexpr (HasAggregate<P>) {
      static_assert(HasAggregateFunction<P>, "vertex program: aggregate(old, new, Vertex) const is missing");
      static_assert(HasNext<P>, "vertex program: bool next(Aggregate, superstep) is missing");
    }
  }
}
#undef WARPGRAPH_EXPECT_MEMBER
#undef WARPGRAPH_EXPECT_CONST

// A program's reduction as an operator for collectives.
template <class P>
struct ProgramReduce {
  P program;
  WARPGRAPH_DEVICE Contribution<P> operator()(const Contribution<P>& a, const Contribution<P>& b) const {
    return program.reduce(a, b);
  }
};

template <class P>
WARPGRAPH_DEVICE auto reduction(const P& program) {
  if constexpr (HasReduction<P>)
    return typename P::Reduction{};
  else
    return ProgramReduce<P>{program};
}
template <class P>
WARPGRAPH_DEVICE Contribution<P> identity([[maybe_unused]] const P& program) {
  if constexpr (HasReduction<P>)
    return P::Reduction::template identity<Contribution<P>>();
  else
    return program.identity();
}

template <class P>
WARPGRAPH_DEVICE Published<P> publish([[maybe_unused]] const P& program, const typename P::VertexValue& value,
                                      [[maybe_unused]] const Vertex& v) {
  if constexpr (HasPublish<P>)
    return program.publish(value, v);
  else
    return value;
}
template <class P>
WARPGRAPH_DEVICE typename P::VertexValue apply(const P& program, const typename P::VertexValue& old,
                                               const Contribution<P>& reduced, [[maybe_unused]] const Vertex& v) {
  if constexpr (AppliesToVertex<P>)
    return program.apply(old, reduced, v);
  else if constexpr (HasApply<P>)
    return program.apply(old, reduced);
  else
    return reduction(program)(old, reduced);
}
template <class P>
WARPGRAPH_DEVICE bool active_initially([[maybe_unused]] const P& program, [[maybe_unused]] const Vertex& v) {
  if constexpr (HasActiveInitially<P>)
    return program.active_initially(v);
  else
    return true;
}

}  // namespace detail
}  // namespace warpgraph
