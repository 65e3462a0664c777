// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/framework/engine/program.hpp>

// A vertex program that lacks the one member that WITHOUT names, or the one property of an optional member; complete if
// it names none.
#define WITHOUT_NOTHING 0
#define WITHOUT_VERTEX_VALUE 1
#define WITHOUT_EDGE_VALUE 2
#define WITHOUT_INITIAL 3
#define WITHOUT_VISIT 4
#define WITHOUT_REDUCE 5
#define WITHOUT_IDENTITY 6
#define WITHOUT_UPDATED 7
#define WITHOUT_BYTES 8      // of padding, named as a member
#define WITHOUT_ALIGNMENT 9  // of a struct that is exchanged as a whole
#define WITHOUT_ORDER 10     // of what Min is to reduce
#define WITHOUT_CONST 11     // of apply
#define WITHOUT_PLACE 12     // of the vertex, which apply takes first
#define WITHOUT_VERTEX 13    // that publish takes
#define WITHOUT_ARGUMENT 14  // of active_initially
#define WITHOUT_NUMBER 15    // that priority returns
#define WITHOUT_AGGREGATE 16
#define WITHOUT_ARRAY 17  // of vertex values on the host
#define WITHOUT_CONST_OF_INITIAL 18
#define WITHOUT_CONST_OF_VISIT 19
#define WITHOUT_UNDERSCORES 20   // of active_initially
#define WITHOUT_CAPITALS 21      // of kMonotoneVisit
#define WITHOUT_REST_OF_NAME 22  // of kIdempotentReduce
#define WITHOUT_SUM_FOR_NEXT 23

namespace {

#if WITHOUT == WITHOUT_BYTES || WITHOUT == WITHOUT_ALIGNMENT

struct Program {
#if WITHOUT == WITHOUT_BYTES
  struct alignas(16) VertexValue {
    std::uint32_t distance;
    std::uint64_t owner;
  };
#else
  struct VertexValue {
    std::uint32_t distance;
    float owner;
  };
#endif
  using EdgeValue = warpgraph::NoValue;
  static constexpr bool kIdempotentReduce = true;
  VertexValue initial(warpgraph::VertexId v) const { return {v, 0}; }
  VertexValue visit(VertexValue value, warpgraph::NoValue) const { return value; }
  VertexValue reduce(VertexValue a, VertexValue b) const { return a.distance < b.distance ? a : b; }
  VertexValue identity() const { return {~0u, 0}; }
  bool updated(VertexValue old, VertexValue value) const { return value.distance < old.distance; }
};

#elif WITHOUT == WITHOUT_ORDER

struct Program {
  struct VertexValue {
    std::uint32_t distance;
  };
  using EdgeValue = warpgraph::NoValue;
  using Reduction = warpgraph::Min;
  VertexValue initial(warpgraph::VertexId v) const { return {v}; }
  VertexValue visit(VertexValue value, warpgraph::NoValue) const { return value; }
  bool updated(VertexValue old, VertexValue value) const { return value.distance < old.distance; }
};

#else

struct Program {
#if WITHOUT == WITHOUT_ARRAY
  using VertexValue = bool;
#elif WITHOUT != WITHOUT_VERTEX_VALUE
  using VertexValue = std::uint32_t;
#endif
#if WITHOUT != WITHOUT_EDGE_VALUE
  using EdgeValue = warpgraph::NoValue;
#endif
#if WITHOUT == WITHOUT_CONST_OF_INITIAL
  std::uint32_t initial(warpgraph::VertexId v) { return v; }
#elif WITHOUT != WITHOUT_INITIAL
  std::uint32_t initial(warpgraph::VertexId v) const { return v; }
#endif
#if WITHOUT == WITHOUT_CONST_OF_VISIT
  std::uint32_t visit(std::uint32_t value, warpgraph::NoValue) { return value; }
#elif WITHOUT != WITHOUT_VISIT
  std::uint32_t visit(std::uint32_t value, warpgraph::NoValue) const { return value; }
#endif
#if WITHOUT != WITHOUT_REDUCE
  std::uint32_t reduce(std::uint32_t a, std::uint32_t b) const { return a < b ? a : b; }
#endif
#if WITHOUT != WITHOUT_IDENTITY
  std::uint32_t identity() const { return ~0u; }
#endif
#if WITHOUT != WITHOUT_UPDATED
  bool updated(std::uint32_t old, std::uint32_t value) const { return value < old; }
#endif
#if WITHOUT == WITHOUT_UNDERSCORES
  bool activeInitially(warpgraph::Vertex v) const { return v.out_degree > 0; }
#elif WITHOUT == WITHOUT_CAPITALS
  static constexpr bool kMonotonevisit = true;
#elif WITHOUT == WITHOUT_REST_OF_NAME
  static constexpr bool kIdempotent = true;
#elif WITHOUT == WITHOUT_CONST
  std::uint32_t apply(std::uint32_t old, std::uint32_t least) { return old < least ? old : least; }
#elif WITHOUT == WITHOUT_PLACE
  std::uint32_t apply(warpgraph::VertexId, std::uint32_t old, float least) const {
    return static_cast<float>(old) < least ? old : 0;
  }
#elif WITHOUT == WITHOUT_VERTEX
  static std::uint32_t publish(std::uint32_t value) { return value + 1; }
#elif WITHOUT == WITHOUT_ARGUMENT
  bool active_initially() const { return true; }
#elif WITHOUT == WITHOUT_NUMBER
  warpgraph::NoValue priority(std::uint32_t) const { return {}; }
#elif WITHOUT == WITHOUT_AGGREGATE
  std::uint32_t aggregate(std::uint32_t, std::uint32_t value, warpgraph::Vertex) const { return value; }
#elif WITHOUT == WITHOUT_SUM_FOR_NEXT
  static bool next(std::uint64_t, std::uint32_t superstep) { return superstep < 5; }
#else
  static std::uint32_t publish(std::uint32_t value, const warpgraph::Vertex& v) { return value + v.id; }
  std::uint32_t apply(std::uint32_t old, std::uint32_t least, warpgraph::VertexId) const {
    return old < least ? old : least;
  }
  bool active_initially(warpgraph::Vertex v) const { return v.out_degree > 0; }
  std::uint32_t priority(std::uint32_t value) const { return value; }
#endif
};

#endif

constexpr void check() { warpgraph::detail::explain_program<Program>(); }

}  // namespace

int main() { check(); }
