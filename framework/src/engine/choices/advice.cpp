// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/choices/advice.hpp>

#include <algorithm>
#include <cmath>

#include <warpgraph/framework/shard/place.hpp>

namespace warpgraph::detail {
namespace {

using Supersteps = std::span<const SuperstepStatistics>;

// From here on a run has walked an edge so often that the order of a distance saves most of it.
constexpr double kOftenWalked = 2;

std::string of_all(std::ptrdiff_t some, Supersteps all) {
  return std::to_string(some) + " of " + std::to_string(all.size()) + " supersteps";
}

std::string advise_pushing(const RunFacts& facts, const EngineOptions& options, Supersteps supersteps) {
  const double limit = options.tuning.thresholds.push_fraction * static_cast<double>(facts.edges);
  const auto small = std::ranges::count_if(supersteps, [&](const SuperstepStatistics& each) {
    return each.active_edges != 0 && static_cast<double>(each.active_edges) < limit;
  });
  if (small == 0) return {};
  const std::uint32_t bytes = facts.program.bytes_to_align;
  const std::string aligned = bytes == 0 ? "" : "VertexValue alignas(" + std::to_string(bytes) + ") and ";
  return "declare " + aligned +
         "kIdempotentReduce, if reduce may take contributions again and in any order: " + of_all(small, supersteps) +
         " would have been pushed";
}

std::string advise_priority(const RunFacts& facts, Supersteps supersteps) {
  double walked = 0;
  for (const SuperstepStatistics& each : supersteps) walked += static_cast<double>(each.active_edges);
  const double times = walked / static_cast<double>(std::max<std::uint64_t>(facts.edges, 1));
  if (times < kOftenWalked) return {};
  const std::string text = std::to_string(std::round(times * 10) / 10);
  return "declare priority, if there is a number that every update makes smaller, and that no contribution has below "
         "its neighbour's: vertices would be taken in its "
         "order; each edge was walked " +
         text.substr(0, text.find('.') + 2) + " times";
}

std::string advise_first_hit(const RunFacts& facts, Supersteps supersteps) {
  std::uint64_t updated = supersteps.empty() ? 0 : supersteps.front().active_vertices;
  for (const SuperstepStatistics& each : supersteps) updated += each.updated_vertices;
  const auto pulled = std::ranges::count(supersteps, Plan::kPullAll, &SuperstepStatistics::plan);
  if (pulled == 0 || updated > facts.vertices) return {};
  return "declare kFirstHitSuffices, if a vertex that was updated never changes again and one contribution is as good "
         "as all: " +
         of_all(pulled, supersteps) + " would have been pulled with an early exit";
}

std::string advise_uniform(const RunFacts& facts, Supersteps supersteps) {
  if (supersteps.size() < 2 || !facts.may_launch_many || facts.is_deterministic) return {};
  return "declare kUniformUpdates, if all vertices that a superstep updates get the same value: one launch would do "
         "all " +
         std::to_string(supersteps.size()) + " supersteps";
}

// Push stands for push-loop where no launch has many supersteps.
std::string tell_other_plans(Plan asked, Supersteps supersteps) {
  std::string others;
  std::ptrdiff_t used = 0;
  std::uint32_t told = 0;
  for (const SuperstepStatistics& each : supersteps) {
    if (each.plan == asked || (asked == Plan::kPushLoop && each.plan == Plan::kPush)) {
      ++used;
    } else if (const std::uint32_t bit = 1u << static_cast<int>(each.plan); (told & bit) == 0) {
      told |= bit;
      others += (others.empty() ? "" : ", ") + std::string(to_string(each.plan));
    }
  }
  if (others.empty()) return {};
  return "the plan " + std::string(to_string(asked)) + " was asked for and used in " + of_all(used, supersteps) +
         "; the others went by " + others;
}

std::string advise_monotone(Supersteps supersteps) {
  const auto pulled = std::ranges::count(supersteps, Plan::kPullUnsettled, &SuperstepStatistics::plan);
  if (pulled == 0) return {};
  return "declare kMonotoneVisit, if visit keeps the order of the reduction: " + of_all(pulled, supersteps) +
         " would have looked at fewer neighbours";
}

}  // namespace

std::string advice_for(const RunFacts& facts, const EngineOptions& options, Supersteps supersteps) {
  const ProgramTraits& program = facts.program;
  if (options.plan) return tell_other_plans(*options.plan, supersteps);
  if (!facts.can_push()) return {};
  if (program.could_exchange) return advise_pushing(facts, options, supersteps);
  if (!program.is_pushable || program.evaluates_all) return {};
  if (program.first_hit_suffices) return program.could_be_uniform ? advise_uniform(facts, supersteps) : "";
  if (program.has_priority) return program.could_be_monotone ? advise_monotone(supersteps) : "";
  // An order does not keep to levels, and a run that is cut short does not show that no vertex changes twice.
  if (facts.keeps_levels) return {};
  if (program.takes_edge_values) return advise_priority(facts, supersteps);
  return program.starts_everywhere ? "" : advise_first_hit(facts, supersteps);
}

std::string advise_devices(VertexId vertices, EdgeId edges, bool has_locality, int devices) {
  if (shards::useful_devices(vertices, edges, has_locality, devices) == 1) return {};
  return "this run used 1 of " + std::to_string(devices) + " devices; run(on(runtime, graph), ...) uses all that pay";
}

}  // namespace warpgraph::detail
