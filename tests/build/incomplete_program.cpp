// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/framework/engine/engine.hpp>

// A vertex program that lacks the one member that WITHOUT names; complete if it names none.
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
#if WITHOUT != WITHOUT_VERTEX_VALUE
  using VertexValue = std::uint32_t;
#endif
#if WITHOUT != WITHOUT_EDGE_VALUE
  using EdgeValue = warpgraph::NoValue;
#endif
#if WITHOUT != WITHOUT_INITIAL
  std::uint32_t initial(warpgraph::VertexId v) const { return v; }
#endif
#if WITHOUT != WITHOUT_VISIT
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
};

#endif

constexpr void check() { warpgraph::detail::explain_program<Program>(); }

}  // namespace

int main() { check(); }
