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

namespace {

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

constexpr void check() { warpgraph::detail::explain_program<Program>(); }

}  // namespace

int main() { check(); }
