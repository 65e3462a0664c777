// SPDX-License-Identifier: Apache-2.0
//
// Promises that are false, each of which a checked build finds. The tests of promises share nothing between threads, so
// there is nothing in them for ThreadSanitizer, and it takes long to compile so many programs.
#include <cstdint>
#include <limits>
#include <string>

#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/runtime/error.hpp>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"
#include "framework/engine/ordered_distances.hpp"

#if WARPGRAPH_CHECKED && !defined(__SANITIZE_THREAD__)
namespace warpgraph::test {
namespace {

using Edge = WeightedEdge<std::int32_t>;

// From vertices 0 and 1 to vertex 4, by way of 2 and 3, and directly.
Graph<std::int32_t> diamond() {
  static constexpr Edge kEdges[] = {{0, 2, 1}, {1, 2, 1}, {0, 3, 2}, {1, 3, 5}, {2, 4, 1}, {3, 4, 4}, {0, 4, 9}};
  return graph_of<std::int32_t>(5, kEdges);
}
Graph<std::int32_t> descent() {
  static constexpr Edge kEdges[] = {{0, 1, 4}, {1, 2, -3}};
  return graph_of<std::int32_t>(3, kEdges);
}

Graph<std::int32_t> fork() {
  static constexpr Edge kEdges[] = {{0, 1, 1}, {0, 2, 1}, {1, 3, 1}, {2, 4, 1}};
  return graph_of<std::int32_t>(5, kEdges);
}

// A right program, for others to derive from: distances from the vertices 0 and 1.
struct FromTwo {
  using VertexValue = std::int64_t;
  using EdgeValue = std::int32_t;
  static constexpr VertexValue kFar = std::numeric_limits<VertexValue>::max();

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v < 2 ? 0 : kFar; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v < 2; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue distance, EdgeValue length) const {
    return distance == kFar ? kFar : distance + length;
  }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue distance) const { return distance < old; }
};
struct FromTwoByMin : FromTwo {
  using Reduction = Min;
};

struct NoIdentity : FromTwo {
  WARPGRAPH_DEVICE VertexValue identity() const { return 3; }
  WARPGRAPH_DEVICE VertexValue reduce(VertexValue a, VertexValue b) const { return a < b ? a : b; }
};
struct Differences : FromTwo {
  WARPGRAPH_DEVICE VertexValue identity() const { return 0; }
  WARPGRAPH_DEVICE VertexValue reduce(VertexValue a, VertexValue b) const { return a < b ? b - a : a - b; }
};
struct FloatMeans {
  using VertexValue = float;
  using EdgeValue = NoValue;
  WARPGRAPH_DEVICE float initial(VertexId v) const { return static_cast<float>(v) + 1; }
  WARPGRAPH_DEVICE float visit(float value, NoValue) const { return value; }
  WARPGRAPH_DEVICE float identity() const { return 0; }
  WARPGRAPH_DEVICE float reduce(float a, float b) const { return a == 0 ? b : b == 0 ? a : (a + b) / 2; }
  WARPGRAPH_DEVICE bool updated(float, float) const { return false; }
};
struct FloatSums : FloatMeans {
  WARPGRAPH_DEVICE float initial(VertexId v) const { return 1e7F / (static_cast<float>(v) + 3); }
  WARPGRAPH_DEVICE float reduce(float a, float b) const { return a + b; }
};
struct Sums : FromTwo {
  static constexpr bool kIdempotentReduce = true;
  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue sum, EdgeValue) const { return sum; }
  WARPGRAPH_DEVICE VertexValue identity() const { return 0; }
  WARPGRAPH_DEVICE VertexValue reduce(VertexValue a, VertexValue b) const { return a + b; }
};
// Ties go to whichever comes first.
struct FirstOfTies : NearestOf8Bytes {
  WARPGRAPH_DEVICE OwnerAndDistance initial(VertexId v) const { return v < 2 ? OwnerAndDistance{v, 0} : identity(); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v < 2; }
  WARPGRAPH_DEVICE OwnerAndDistance reduce(const OwnerAndDistance& a, const OwnerAndDistance& b) const {
    return b.distance < a.distance ? b : a;
  }
};
// The same with values that have no operator ==: they are compared by their bytes.
struct FirstOfPlainTies {
  struct alignas(8) VertexValue {
    float distance;
    VertexId owner;
  };
  using EdgeValue = std::int32_t;
  static constexpr bool kIdempotentReduce = true;

  WARPGRAPH_DEVICE VertexValue identity() const { return {std::numeric_limits<float>::infinity(), kNoVertex}; }
  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v < 2 ? VertexValue{0, v} : identity(); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v < 2; }
  WARPGRAPH_DEVICE VertexValue visit(const VertexValue& from, EdgeValue length) const {
    return {from.distance + static_cast<float>(length), from.owner};
  }
  WARPGRAPH_DEVICE VertexValue reduce(const VertexValue& a, const VertexValue& b) const {
    return b.distance < a.distance ? b : a;
  }
  WARPGRAPH_DEVICE bool updated(const VertexValue& old, const VertexValue& now) const {
    return now.distance < old.distance;
  }
};

struct InOrder : FromTwoByMin {
  WARPGRAPH_DEVICE VertexValue priority(VertexValue distance) const { return distance; }
};
struct InNoOrder : FromTwoByMin {
  WARPGRAPH_DEVICE VertexValue priority(VertexValue) const { return 0; }
};
// The shortest and the least number of edges, each by itself: a longer path may update a vertex.
struct ShortestAndFewest {
  struct alignas(8) VertexValue {
    std::uint32_t distance;
    std::uint32_t edges;
    friend bool operator==(const VertexValue&, const VertexValue&) = default;
  };
  using EdgeValue = std::uint32_t;
  static constexpr bool kIdempotentReduce = true;

  WARPGRAPH_DEVICE VertexValue identity() const { return {kNoVertex, kNoVertex}; }
  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v < 2 ? VertexValue{0, 0} : identity(); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v < 2; }
  WARPGRAPH_DEVICE VertexValue visit(const VertexValue& from, EdgeValue length) const {
    return from == identity() ? from : VertexValue{from.distance + length, from.edges + 1};
  }
  WARPGRAPH_DEVICE VertexValue reduce(const VertexValue& a, const VertexValue& b) const {
    return {Min{}(a.distance, b.distance), Min{}(a.edges, b.edges)};
  }
  WARPGRAPH_DEVICE bool updated(const VertexValue& old, const VertexValue& now) const { return !(old == now); }
  WARPGRAPH_DEVICE std::uint32_t priority(const VertexValue& value) const { return value.distance; }
};

// Odd distances grow faster, so the longer of two paths may become the shorter one.
struct SlowWhereOdd : InOrder {
  static constexpr bool kMonotoneVisit = true;
  WARPGRAPH_DEVICE VertexValue visit(VertexValue distance, EdgeValue length) const {
    return distance == kFar ? kFar : distance + length + (distance % 2 == 1 ? 50 : 0);
  }
};
struct SmallChangesAreNone : InOrder {
  static constexpr bool kMonotoneVisit = true;
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue distance) const { return old - distance > 5; }
};

struct FirstPath : FromTwoByMin {
  static constexpr bool kFirstHitSuffices = true;
};
// Long edges lead nowhere, so a hit may be none.
struct OverShortEdges : FirstPath {
  WARPGRAPH_DEVICE VertexValue visit(VertexValue distance, EdgeValue length) const {
    return length > 4 ? kFar : distance + 1;
  }
};
struct UniformParents : Parents {
  static constexpr bool kUniformUpdates = true;
};
struct UniformStarts : FromTwoByMin {
  static constexpr bool kUniformUpdates = true;
  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v < 2 ? v : kFar; }
};

template <class Run>
std::string complaint(const Run& run) {
  try {
    run();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

class PromisesTest : public EngineCase {
 protected:
  template <class P>
  std::string found(const P& program, const Graph<std::int32_t>& host = diamond()) {
    const auto graph = on_device(host);
    return complaint([&] { (void)warpgraph::run(stream(), graph, program); });
  }
  template <class P>
  void expect_found(const P& program, const std::string& promise, const Graph<std::int32_t>& host = diamond()) {
    const std::string complaint = found(program, host);
    EXPECT_NE(complaint.find(": its promise " + promise + " is false at vertex "), std::string::npos) << complaint;
  }
};

TEST_P(PromisesTest, ProgramPromiseAndVertexAreNamed) {
  EXPECT_EQ(found(InOrder{}, descent()),
            "vertex program InOrder: its promise priority is false at vertex 2: a contribution has a smaller priority "
            "than the neighbour that it comes from");
}

TEST_P(PromisesTest, ALostIdentityIsFound) { expect_found(NoIdentity{}, "identity"); }
TEST_P(PromisesTest, AReductionThatDependsOnTheOrderIsFound) {
  expect_found(FirstOfTies{}, "reduce");
  expect_found(FirstOfPlainTies{}, "reduce");
  expect_found(Differences{}, "reduce");
  expect_found(FloatMeans{}, "reduce");
}
TEST_P(PromisesTest, AReductionThatMayNotBeRepeatedIsFound) { expect_found(Sums{}, "kIdempotentReduce"); }
TEST_P(PromisesTest, APriorityThatUpdatesDoNotMakeSmallerIsFound) { expect_found(InNoOrder{}, "priority"); }
TEST_P(PromisesTest, APriorityThatIsNotTheContributionsIsFound) { expect_found(ShortestAndFewest{}, "priority"); }
TEST_P(PromisesTest, AVisitThatChangesTheOrderIsFound) { expect_found(SlowWhereOdd{}, "kMonotoneVisit"); }
TEST_P(PromisesTest, AChangeThatIsNoUpdateIsFound) { expect_found(SmallChangesAreNone{}, "kMonotoneVisit"); }
TEST_P(PromisesTest, AHitThatDoesNotUpdateIsFound) { expect_found(OverShortEdges{}, "kFirstHitSuffices"); }
TEST_P(PromisesTest, AVertexThatIsUpdatedAgainIsFound) { expect_found(FirstPath{}, "kFirstHitSuffices"); }
TEST_P(PromisesTest, UpdatesThatDifferAreFound) {
  expect_found(UniformParents{Parents{0}}, "kUniformUpdates", fork());
  expect_found(UniformStarts{}, "kUniformUpdates");
}

TEST_P(PromisesTest, TruePromisesAreNot) {
  EXPECT_EQ(found(InOrder{}), "none");
  EXPECT_EQ(found(NearestOf16Bytes{}), "none");
  EXPECT_EQ(found(Levels{0}), "none");
  EXPECT_EQ(found(Parents{0}), "none");
}
TEST_P(PromisesTest, FloatsThatAreAddedMayBeRounded) {
  for (const NamedGraph& each : graphs_of_machine()) EXPECT_EQ(found(FloatSums{}, each.graph), "none") << each.name;
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PromisesTest);

TEST(PromisesOfSeveralDevices, AreTested) {
  Runtime runtime("host:2");
  const Graph<std::int32_t> host = descent();
  const ShardedGraph<std::int32_t> graph =
      shard_graph(runtime, host, shards::place_by_edges(host.incoming().row.span(), {.devices = 2}));
  EXPECT_NE(complaint([&] { (void)warpgraph::run(graph, InOrder{}); }).find("promise priority is false at vertex 2"),
            std::string::npos);
}

}  // namespace
}  // namespace warpgraph::test
#endif
