// SPDX-License-Identifier: Apache-2.0
#include "grid.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <warpgraph/framework/engine/superstep_cost.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../costs.hpp"
#include "../text.hpp"

namespace warpgraph::cli {
namespace {

// Below that a grid saves few messages.
constexpr int kFewestRanks = 16;

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  if (!parse(text, value) || value == 0) return {};
  return value;
}

// Nothing if the text is "auto"; "1" is one column.
std::optional<ranks::RankGrid> parse_grid(const std::string& text, std::uint64_t ranks) {
  if (text == "auto") return {};
  if (text == "1") return ranks::RankGrid{ranks, 1};
  const std::size_t cross = text.find('x');
  if (cross != std::string::npos) {
    const auto rows = number(std::string_view(text).substr(0, cross));
    const auto columns = number(std::string_view(text).substr(cross + 1));
    if (rows && columns) return ranks::RankGrid{*rows, *columns};
  }
  throw UsageError("--grid cannot be \"" + text + "\"; it is auto, 1, or rows x columns such as 4x4");
}

// Empty if the run may be on a grid of several columns.
std::string why_no_grid(Ranks& ranks, const Runtime& runtime, const PlacedRun& run, const po::variables_map& options,
                        const ranks::AnyGraphPart& part) {
  const int has_global_ids = std::visit([](const auto& each) { return each.known.has_value(); }, part) ? 1 : 0;
  if (!run.is_vertex_program) return run.name + " is no vertex program";
  if (ranks::all_reduce(ranks, runtime.device_count(), [](int a, int b) { return std::max(a, b); }) > 1)
    return "a rank has several devices";
  if (ranks::all_reduce(ranks, has_global_ids, std::bit_or<>()) != 0) return "the graph's ids have 64 bits";
  if (options.count("plan") == 0) return "";
  const std::string& plan = options["plan"].as<std::string>();
  for (const Plan lacking : {Plan::kPullActive, Plan::kPullUnsettled, Plan::kPriority})
    if (plan == to_string(lacking)) return "--plan " + plan + " is for one column";
  return "";
}

ranks::RankGrid preferred_grid(Ranks& ranks, const Runtime& runtime, const po::variables_map& options,
                               const ranks::AnyGraphPart& part) {
  const DeviceKind kind = runtime.device(0).kind();
  costs::MachineCost machine = costs::typical_machine(kind);
  costs::LinkCost link = costs::typical_link(kind);
  if (options.count("costs") != 0) {
    const Costs costs = read_costs(options["costs"].as<std::string>());
    machine = costs.devices.front();
    for (const HubKind hub : {HubKind::kHost, HubKind::kNccl})
      if (const costs::LinkCost* const found = costs.link_of_all(/*between_ranks=*/true, std::string(to_string(hub))))
        link = *found;
  }
  const auto [vertices, edges] = std::visit(
      [](const auto& each) {
        return std::pair(static_cast<double>(each.vertex_count), static_cast<double>(each.edge_count));
      },
      part);
  return costs::choose_grid(static_cast<std::uint64_t>(ranks.size()), vertices, edges, machine, link);
}

}  // namespace

ranks::RankGrid grid_of(Ranks& ranks, const Runtime& runtime, const PlacedRun& run, const po::variables_map& options,
                        const ranks::AnyGraphPart& part) {
  const auto size = static_cast<std::uint64_t>(ranks.size());
  const std::string text = options.count("grid") == 0 ? "auto" : options["grid"].as<std::string>();
  const std::optional<ranks::RankGrid> asked = parse_grid(text, size);
  if (asked && asked->ranks() != size)
    throw UsageError("--grid " + text + " has " + std::to_string(asked->ranks()) + " places, and there are " +
                     std::to_string(size) + " ranks");
  if (asked && asked->columns == 1) return *asked;
  if (!asked && ranks.size() < kFewestRanks) return {size, 1};
  const std::string why = why_no_grid(ranks, runtime, run, options, part);
  if (asked && !why.empty()) throw UsageError("--grid " + text + " is not possible: " + why);
  if (asked) return *asked;
  if (!why.empty()) return {size, 1};
  // Ranks may have measured different machines.
  return ranks::all_gather(ranks,
                           ranks::fail_together(&ranks, [&] { return preferred_grid(ranks, runtime, options, part); }))
      .front();
}

void expect_grid(const std::string& text) { static_cast<void>(parse_grid(text, 1)); }

std::string to_string(ranks::RankGrid grid) { return std::to_string(grid.rows) + "x" + std::to_string(grid.columns); }

}  // namespace warpgraph::cli
