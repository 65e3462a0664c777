// SPDX-License-Identifier: Apache-2.0
#include "limits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::partitioning {
namespace {

constexpr double kShareSlack = 1e-6;  // by which the sum of shares may differ from 1
// A number such as 0.15 has no double of its own: this much above the nearest one it certainly lies.
constexpr long double kRounding = 4 * std::numeric_limits<double>::epsilon();

double tolerance_of(const PartitionOptions& options, std::uint32_t constraint) {
  return options.tolerance.size() == 1 ? options.tolerance[0] : options.tolerance[constraint];
}

void check_shares(const PartitionOptions& options, std::uint32_t constraints) {
  if (options.targets.empty()) return;
  expects(options.targets.size() == std::size_t{options.parts} * constraints,
          "partition: targets must have one share for each part and constraint");
  for (std::uint32_t j = 0; j < constraints; ++j) {
    double sum = 0;
    for (PartId part = 0; part < options.parts; ++part) {
      const double share = options.targets[std::size_t{part} * constraints + j];
      expects(share >= 0 && share <= 1, "partition: target " + std::to_string(part) + " is no share between 0 and 1");
      sum += share;
    }
    expects(std::abs(sum - 1) <= kShareSlack,
            "partition: the targets of constraint " + std::to_string(j) + " do not sum to 1");
  }
}

void check_parts(const std::vector<PartId>& parts, VertexId vertices, PartId count, bool may_be_free,
                 const std::string& name) {
  if (parts.empty()) return;
  expects(parts.size() == vertices, "partition: " + name + " must have one part for each vertex");
  for (VertexId v = 0; v < vertices; ++v)
    expects(parts[v] < count || (may_be_free && parts[v] == kFreePart),
            "partition: " + name + " puts vertex " + std::to_string(v) + " into part " + std::to_string(parts[v]) +
                ", but there are " + std::to_string(count) + " parts");
}

void check_weights_of_parts(const std::vector<Weight>& weights, PartId parts, const std::string& name) {
  expects(weights.empty() || weights.size() == parts, "partition: " + name + " must have one weight for each part");
  for (PartId part = 0; part < weights.size(); ++part)
    expects(weights[part] >= 0, "partition: " + name + " of part " + std::to_string(part) + " is negative");
}

// The sum, which keeps two bits free for differences and doubled cuts.
Weight checked_sum(std::span<const Weight> weights, std::size_t first, std::size_t stride, const std::string& what) {
  Weight sum = 0;
  for (std::size_t i = first; i < weights.size(); i += stride) {
    if (weights[i] < 0) throw InputError("the weight of " + what + " " + std::to_string(i / stride) + " is negative");
    if (weights[i] > std::numeric_limits<Weight>::max() / 4 - sum)
      throw InputError("the weights up to " + what + " " + std::to_string(i / stride) +
                       " sum to 2^61 or more, which is too much");
    sum += weights[i];
  }
  return sum;
}

// Limits that no partition keeps to, whatever its parts are.
void check_room(const PartitionInput& graph, const PartitionOptions& options, Weight total) {
  const auto sum_of = [](const std::vector<Weight>& weights) {
    Weight sum = 0;  // or the largest number
    for (const Weight each : weights)
      if (__builtin_add_overflow(sum, each, &sum)) return std::numeric_limits<Weight>::max();
    return sum;
  };
  const std::string weight = "the vertices weigh " + std::to_string(total);
  if (const Weight least = sum_of(options.min_weight); least > total)
    throw UsageError("partition: the least weights of the parts add up to " + std::to_string(least) + ", but " +
                     weight);
  if (options.max_weight.empty()) return;
  if (const Weight max = sum_of(options.max_weight); max < total)
    throw UsageError("partition: the largest weights of the parts add up to " + std::to_string(max) + ", but " +
                     weight);
  const Weight max = std::ranges::max(options.max_weight);
  for (std::size_t v = 0; v < graph.row.size() - 1; ++v) {
    const Weight each = graph.vertex_weight.empty() ? 1 : graph.vertex_weight[v * graph.constraints];
    if (each > max)
      throw UsageError("partition: vertex " + std::to_string(v) + ", counted from 0, weighs " + std::to_string(each) +
                       ", but no part may weigh more than " + std::to_string(max));
  }
}

long double share_of(const PartitionOptions& options, std::size_t at) {
  return options.targets.empty() ? 1.0L / options.parts : static_cast<long double>(options.targets[at]);
}

// A long double holds every weight. Whole weights cannot be divided: the share rounded up is always allowed. Of shares
// so large that the rounding of a target is a whole weight, it is the share rounded down.
Weight max_weight_of(const PartitionOptions& options, std::size_t at, double tolerance, Weight total) {
  const long double share = share_of(options, at) * static_cast<long double>(total);
  const Weight rounded_up =
      options.targets.empty()
          ? total / options.parts + (total % options.parts != 0 ? 1 : 0)
          : static_cast<Weight>(std::max(std::floor(share), std::ceil(share * (1 - kRounding) - kShareSlack)));
  if (tolerance == 0) return rounded_up;
  const long double max = share * (1 + static_cast<long double>(tolerance)) * (1 + kRounding);
  return max >= static_cast<long double>(total) ? total : std::max(rounded_up, static_cast<Weight>(std::floor(max)));
}

}  // namespace

void check_options(const PartitionInput& graph, const PartitionOptions& options) {
  const auto vertices = static_cast<VertexId>(graph.row.size() - 1);
  expects(options.parts >= 1, "partition: there must be at least one part");
  expects(options.parts <= vertices || options.parts - vertices <= kMaxEmptyParts,
          "partition: " + std::to_string(options.parts) + " parts are too many for " + std::to_string(vertices) +
              " vertices");
  expects(graph.constraints >= 1, "partition: there must be at least one constraint");
  expects(options.tolerance.size() == 1 || options.tolerance.size() == graph.constraints,
          "partition: tolerance must have one value, or one for each constraint");
  for (const double tolerance : options.tolerance)
    expects(tolerance >= 0 && std::isfinite(tolerance), "partition: a tolerance must be at least 0");
  check_shares(options, graph.constraints);
  check_weights_of_parts(options.min_weight, options.parts, "min_weight");
  check_weights_of_parts(options.max_weight, options.parts, "max_weight");
  check_parts(options.fixed, vertices, options.parts, true, "fixed");
  check_parts(options.start, vertices, options.parts, false, "start");
}

Limits find_limits(const PartitionInput& graph, const PartitionOptions& options) {
  Limits limits;
  limits.parts = options.parts;
  limits.constraints = graph.constraints;
  const std::uint32_t constraints = graph.constraints;
  const std::size_t count = std::size_t{options.parts} * constraints;
  checked_sum(graph.edge_weight, 0, 1, "edge");
  for (std::uint32_t j = 0; j < constraints; ++j)
    limits.total.push_back(graph.vertex_weight.empty() ? static_cast<Weight>(graph.row.size() - 1)
                                                       : checked_sum(graph.vertex_weight, j, constraints, "vertex"));
  check_room(graph, options, limits.total[0]);
  limits.target.resize(count);
  limits.max.resize(count);
  limits.min = options.min_weight.empty() ? std::vector<Weight>(options.parts, 0) : options.min_weight;
  for (PartId part = 0; part < options.parts; ++part) {
    for (std::uint32_t j = 0; j < constraints; ++j) {
      const std::size_t at = limits.at(part, j);
      limits.target[at] = static_cast<double>(share_of(options, at) * static_cast<long double>(limits.total[j]));
      limits.max[at] = max_weight_of(options, at, tolerance_of(options, j), limits.total[j]);
    }
    if (!options.max_weight.empty()) limits.max[limits.at(part, 0)] = options.max_weight[part];
    expects(limits.min[part] <= limits.max[limits.at(part, 0)],
            "partition: part " + std::to_string(part) + " may weigh " + std::to_string(limits.max[limits.at(part, 0)]) +
                " at most, but its min_weight is " + std::to_string(limits.min[part]));
  }
  return limits;
}

std::vector<PartId> start_of(const PartitionOptions& options) {
  std::vector<PartId> part = options.start;
  for (std::size_t v = 0; v < options.fixed.size(); ++v)
    if (options.fixed[v] != kFreePart) part[v] = options.fixed[v];
  return part;
}

double imbalance_of(const Limits& limits, const std::vector<Weight>& weights) {
  double worst = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (limits.target[i] > 0)
      worst = std::max(worst, static_cast<double>(weights[i]) / limits.target[i] - 1);
    else if (weights[i] > 0)
      worst = std::numeric_limits<double>::infinity();
  return worst;
}

double excess_of(const Limits& limits, const std::vector<Weight>& weights) {
  double sum = 0;
  for (std::uint32_t j = 0; j < limits.constraints; ++j) {
    Weight beyond = 0;
    for (PartId p = 0; p < limits.parts; ++p)
      beyond += std::max<Weight>(0, weights[limits.at(p, j)] - limits.max[limits.at(p, j)]);
    if (beyond > 0) sum += static_cast<double>(beyond) / static_cast<double>(limits.total[j]);
  }
  return sum;
}

}  // namespace warpgraph::partitioning
