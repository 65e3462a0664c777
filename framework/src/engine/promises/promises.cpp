// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/core/rules.hpp>

#include <array>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {
namespace {

struct Rule {
  std::string_view promise;
  std::string_view finding;
};
constexpr auto kRules = std::to_array<Rule>(
    {{"identity", "reduce(identity(), a) is not a"},
     {"reduce", "reduce(a, b) is not reduce(b, a)"},
     {"reduce", "reduce(reduce(a, b), c) is not reduce(a, reduce(b, c))"},
     {"kIdempotentReduce", "reduce(a, a) is not a"},
     {"priority", "a contribution has a smaller priority than the neighbour that it comes from"},
     {"priority", "an update does not make its priority smaller"},
     {"priority", "an update leaves it with another priority than the contribution has"},
     {"kFirstHitSuffices", "a neighbour in the frontier does not give it its contribution as its value"},
     {"kFirstHitSuffices", "it was updated, and a neighbour would update it again"},
     {"kUniformUpdates", "it gets another value than other vertices of the same superstep"},
     {"kMonotoneVisit", "visit(reduce(a, b), edge) is not reduce(visit(a, edge), visit(b, edge))"},
     {"kMonotoneVisit", "a contribution changes its value, and that is no update, or the other way round"},
     {"choose", "which of two groups is chosen depends on their order"},
     {"choose", "which of three groups is chosen depends on their order"}});
static_assert(kRules.size() == kPromiseRuleCount);

}  // namespace

void throw_false_promise(std::string_view program, PromiseRule rule, VertexId vertex) {
  const Rule& broken = kRules[static_cast<std::size_t>(rule)];
  const bool is_grouped = rule >= PromiseRule::kChoiceIsCommutative;
  throw UsageError((is_grouped ? "neighbourhood program " : "vertex program ") + std::string(program) +
                   ": its promise " + std::string(broken.promise) + " is false at vertex " + std::to_string(vertex) +
                   ": " + std::string(broken.finding));
}

}  // namespace warpgraph::detail
