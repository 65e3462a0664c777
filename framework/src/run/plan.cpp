// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/run/plan.hpp>

#include <optional>
#include <string_view>

#include <warpgraph/framework/run/options.hpp>

namespace warpgraph {
namespace {

// The name behind the last one is empty, so a count that is not moved with a new enumerator does not compile.
constexpr std::string_view name_of(Plan plan) {
  switch (plan) {
    case Plan::kPullAll:
      return "pull-all";
    case Plan::kPullActive:
      return "pull-active";
    case Plan::kPullFirst:
      return "pull-first";
    case Plan::kPullUnsettled:
      return "pull-unsettled";
    case Plan::kPush:
      return "push";
    case Plan::kPushLoop:
      return "push-loop";
    case Plan::kPriority:
      return "priority";
  }
  return {};
}
static_assert(name_of(static_cast<Plan>(kPlanCount)).empty());
constexpr std::string_view name_of(GatherShape shape) {
  switch (shape) {
    case GatherShape::kThread:
      return "thread";
    case GatherShape::kVirtual2:
      return "virtual-2";
    case GatherShape::kVirtual4:
      return "virtual-4";
    case GatherShape::kVirtual8:
      return "virtual-8";
    case GatherShape::kVirtual16:
      return "virtual-16";
    case GatherShape::kVirtual32:
      return "virtual-32";
    case GatherShape::kSegments:
      return "segments";
    case GatherShape::kEqualSplit:
      return "equal-split";
  }
  return {};
}
static_assert(name_of(static_cast<GatherShape>(kGatherShapeCount)).empty());
constexpr std::string_view name_of(Refinement refinement) {
  switch (refinement) {
    case Refinement::kAll:
      return "all";
    case Refinement::kMarked:
      return "marked";
    case Refinement::kUpdated:
      return "updated";
  }
  return {};
}

template <class Enum>
std::optional<Enum> parse(std::string_view text) {
  for (int i = 0; !name_of(static_cast<Enum>(i)).empty(); ++i)
    if (name_of(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace

std::string_view to_string(Plan plan) { return name_of(plan); }
std::string_view to_string(GatherShape shape) { return name_of(shape); }
std::string_view to_string(Refinement refinement) { return name_of(refinement); }

std::optional<Plan> parse_plan(std::string_view text) { return parse<Plan>(text); }
std::optional<GatherShape> parse_gather_shape(std::string_view text) { return parse<GatherShape>(text); }
std::optional<Refinement> parse_refinement(std::string_view text) { return parse<Refinement>(text); }

}  // namespace warpgraph
