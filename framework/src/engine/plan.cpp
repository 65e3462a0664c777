// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/plan.hpp>

#include <warpgraph/framework/engine/options.hpp>

#include <algorithm>
#include <array>

namespace warpgraph {
namespace {

constexpr auto kPlans = std::to_array<std::string_view>(
    {"pull-all", "pull-active", "pull-first", "pull-unsettled", "push", "push-loop", "priority"});
static_assert(kPlans.size() == kPlanCount);
constexpr auto kShapes = std::to_array<std::string_view>(
    {"thread", "virtual-2", "virtual-4", "virtual-8", "virtual-16", "virtual-32", "segments", "equal-split"});
static_assert(kShapes.size() == kGatherShapeCount);
constexpr auto kRefinements = std::to_array<std::string_view>({"all", "marked", "updated"});

template <class Enum, class Names>
std::optional<Enum> parse(const Names& names, std::string_view text) {
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view to_string(Plan plan) { return kPlans[static_cast<std::size_t>(plan)]; }
std::string_view to_string(GatherShape shape) { return kShapes[static_cast<std::size_t>(shape)]; }
std::optional<Plan> parse_plan(std::string_view text) { return parse<Plan>(kPlans, text); }
std::optional<GatherShape> parse_gather_shape(std::string_view text) { return parse<GatherShape>(kShapes, text); }

std::string_view to_string(Refinement refinement) { return kRefinements[static_cast<std::size_t>(refinement)]; }
std::optional<Refinement> parse_refinement(std::string_view text) { return parse<Refinement>(kRefinements, text); }

}  // namespace warpgraph
