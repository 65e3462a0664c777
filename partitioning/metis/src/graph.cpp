// SPDX-License-Identifier: Apache-2.0
#include "graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::metis {

namespace {

// A GPU takes longer to be opened than a host to partition a smaller graph. The partition is the same on both.
constexpr std::size_t kMinEntriesForGpu = std::size_t{1} << 20;

// METIS's own defaults, in thousandths.
constexpr idx_t kKwayFactor = 30;
constexpr idx_t kBisectionFactor = 1;
constexpr idx_t kBisectionFactorOfSeveral = 10;  // constraints

std::string devices_for(const Rows& graph) {
  const char* const named = std::getenv("WARPGRAPH_METIS_DEVICES");
  if (named != nullptr && *named != '\0') return named;
  return graph.column.size() < kMinEntriesForGpu || cuda_devices().empty() ? "host" : "cuda:0";
}

std::vector<std::int64_t> copy_weights(const idx_t* weights, std::size_t count, const char* name) {
  if (weights == nullptr) return {};
  for (std::size_t i = 0; i < count; ++i) expect_input(weights[i] >= 0, std::string(name) + " has a negative number");
  return {weights, weights + count};
}

// The library wants shares that add up to 1 in double precision.
std::vector<double> copy_targets(const Request& request) {
  if (request.targets == nullptr) return {};
  const auto constraints = static_cast<std::size_t>(request.constraints);
  std::vector<double> targets(request.targets, request.targets + static_cast<std::size_t>(request.parts) * constraints);
  for (std::size_t c = 0; c < constraints; ++c) {
    double sum = 0;
    for (std::size_t i = c; i < targets.size(); i += constraints) {
      expect_input(targets[i] > 0, "tpwgts has a number that is not above 0");
      sum += targets[i];
    }
    expect_input(sum > 0.99 && sum < 1.01, "the tpwgts of a constraint do not add up to 1");
    for (std::size_t i = c; i < targets.size(); i += constraints) targets[i] /= sum;
  }
  return targets;
}

// METIS lets each bisection of recursive bisection be out of balance by a factor; so the parts may be by its power.
double default_tolerance(const Request& request) {
  const Settings& settings = request.settings;
  const idx_t standard = !settings.recursive       ? kKwayFactor
                         : request.constraints > 1 ? kBisectionFactorOfSeveral
                                                   : kBisectionFactor;
  const double factor = 1 + 0.001 * static_cast<double>(settings.ufactor == -1 ? standard : settings.ufactor);
  if (!settings.recursive) return factor - 1;
  const auto depth = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(request.parts - 1)));
  return std::pow(factor, std::max(depth, 1)) - 1;
}

std::vector<double> tolerances(const Request& request) {
  std::vector<double> result(static_cast<std::size_t>(request.constraints), default_tolerance(request));
  if (request.ubvec == nullptr) return result;
  for (std::size_t c = 0; c < result.size(); ++c) {
    expect_input(request.ubvec[c] >= 1, "ubvec has a number below 1");
    result[c] = double{request.ubvec[c]} - 1;
  }
  return result;
}

partitioning::PartitionOptions options_for(const Request& request) {
  partitioning::PartitionOptions options;
  options.parts = static_cast<std::uint32_t>(request.parts);
  options.tolerance = tolerances(request);
  options.targets = copy_targets(request);
  options.connected = request.settings.connected;
  if (request.settings.volume) options.objective = partitioning::PartitionObjective::kVolume;
  if (request.settings.seed != -1) options.seed = static_cast<std::uint64_t>(request.settings.seed);
  return options;
}

// Each vertex is sent, at its size, to every other part with a neighbour of it.
std::int64_t volume_of(const Rows& graph, const std::vector<std::uint32_t>& part, const idx_t* size) {
  std::int64_t volume = 0;
  std::vector<std::uint32_t> others;
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    others.clear();
    for (EdgeId e = graph.row[v]; e < graph.row[v + 1]; ++e)
      if (part[graph.column[e]] != part[v]) others.push_back(part[graph.column[e]]);
    std::ranges::sort(others);
    const auto count = std::ranges::unique(others).begin() - others.begin();
    std::int64_t sent = 0;
    const bool fits = !__builtin_mul_overflow(count, size == nullptr ? 1 : std::int64_t{size[v]}, &sent) &&
                      !__builtin_add_overflow(volume, sent, &volume);
    expect_input(fits, "the communication volume is more than 64 bits hold");
  }
  return volume;
}

idx_t to_index(std::int64_t objective) {
  expect_input(objective <= IDX_MAX, "the objective is more than idx_t holds");
  return static_cast<idx_t>(objective);
}

void check_request(const Rows& graph, const Request& request) {
  expect_input(request.constraints > 0, "ncon is not above 0");
  expect_input(request.parts > 0, "nparts is not above 0");
  constexpr std::uint64_t kMaxParts = std::numeric_limits<std::uint32_t>::max() - 1;
  const auto parts = static_cast<std::uint64_t>(request.parts);
  expect_input(parts <= kMaxParts, "nparts is more than 32 bits hold");
  expect_input(static_cast<std::uint64_t>(request.constraints) <= kMaxParts, "ncon is more than 32 bits hold");
  expect_input(parts <= graph.vertices() + std::uint64_t{partitioning::kMaxEmptyParts},
               "nparts is too large for so few vertices");
  const bool measures_cut = !request.settings.recursive || !request.settings.volume;
  expect_input(measures_cut, "recursive bisection has the cut as objective, and no other");
  if (request.vertex_size == nullptr) return;
  for (VertexId v = 0; v < graph.vertices(); ++v)
    expect_input(request.vertex_size[v] >= 0, "vsize has a negative number");
}

}  // namespace

Rows copy_rows(idx_t count, const idx_t* offsets, const idx_t* numbers, idx_t limit, idx_t numbering,
               const char* name) {
  constexpr std::uint64_t kMaxVertices = kNoVertex - 1;
  const auto fits = [](idx_t size) { return size >= 0 && static_cast<std::uint64_t>(size) <= kMaxVertices; };
  expect_input(fits(count) && fits(limit), "a number of vertices, elements or nodes is negative or too large");
  Rows rows;
  if (count == 0) return rows;
  expect_input(offsets != nullptr, std::string(name) + " is missing");
  expect_input(offsets[0] == numbering, std::string(name) + " does not begin with the numbering's first number");
  rows.row.resize(static_cast<std::size_t>(count) + 1);
  for (idx_t i = 0; i < count; ++i) {
    expect_input(offsets[i] <= offsets[i + 1], std::string(name) + " descends");
    rows.row[static_cast<std::size_t>(i) + 1] = static_cast<EdgeId>(offsets[i + 1] - numbering);
  }
  expect_input(rows.row.back() == 0 || numbers != nullptr, std::string("what ") + name + " points into is missing");
  rows.column.resize(rows.row.back());
  for (std::size_t i = 0; i < rows.column.size(); ++i) {
    const idx_t number = numbers[i] - numbering;
    expect_input(number >= 0 && number < limit, std::string("a number that ") + name + " points to is out of range");
    rows.column[i] = static_cast<VertexId>(number);
  }
  return rows;
}

Answer partition_rows(const Rows& graph, const Request& request) {
  check_request(graph, request);
  partitioning::PartitionOptions options = options_for(request);
  const auto edge_weight = copy_weights(request.edge_weight, graph.column.size(), "adjwgt");
  const auto constraints = static_cast<std::size_t>(request.constraints);
  const auto vertex_weight = copy_weights(request.vertex_weight, graph.vertices() * constraints, "vwgt");
  const auto vertex_size = request.settings.volume ? copy_weights(request.vertex_size, graph.vertices(), "vsize")
                                                   : std::vector<std::int64_t>{};
  const partitioning::PartitionInput input{
      graph.row, graph.column, edge_weight, vertex_weight, static_cast<std::uint32_t>(constraints), vertex_size};
  Answer best;
  if (graph.vertices() == 0) return best;
  RuntimeOptions alone;  // METIS is called by each process for itself
  alone.works_alone = true;
  const Runtime runtime(devices_for(graph), alone);
  const Stream stream(runtime.device(), "partition");
  for (idx_t i = 0; i < request.settings.tries; ++i, ++options.seed) {
    partitioning::Partition found = partitioning::partition(stream, input, options);
    const std::int64_t objective =
        request.settings.volume ? volume_of(graph, found.part, request.vertex_size) : found.cut;
    if (best.part.empty() || objective < best.objective) best = {to_index(objective), std::move(found.part)};
  }
  return best;
}

}  // namespace warpgraph::metis
