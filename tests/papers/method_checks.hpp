// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "initial/host_graph.hpp"
#include "partitioning/adversary_graphs.hpp"
#include "partitioning/all_partitions.hpp"
#include "partitioning/host_graphs.hpp"
#include "partitioning/same_rows.hpp"
#include "support/machines.hpp"
#include "upload.hpp"
#include "v_cycle.hpp"

// What the methods that coarsen by matchings have in common.
namespace warpgraph::test {

class MethodTest : public MachineTest {
 protected:
  using LevelGraph = partitioning::LevelGraph;
  using Weight = partitioning::Weight;
  using PartId = partitioning::PartId;
  using Limits = partitioning::Limits;
  using HostGraph = partitioning::HostGraph;

  // Graphs with rows of all kinds, and with weights of vertices and edges.
  [[nodiscard]] static std::vector<SmallGraph> graphs() {
    std::vector<SmallGraph> all{grid_graph(30, 20), heavy_vertex_graph(900, 3000, 8),
                                star_graph(600),    chained_cliques(12, 9),
                                make_graph(40, {}), path_graph(500)};
    for (std::size_t i = 0; i < 3; ++i) all.push_back(weighed(all[i]));
    return all;
  }
  [[nodiscard]] static SmallGraph weighed(SmallGraph graph) {
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      graph.vertex_weight.push_back(1 + v % 3);
      for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i)
        graph.edge_weight.push_back(std::int64_t{v} * graph.column[i] % 5);
    }
    return graph;
  }
  [[nodiscard]] static std::vector<std::uint32_t> drawn_parts(const SmallGraph& graph, std::uint32_t parts) {
    std::vector<std::uint32_t> part(graph.vertices());
    for (VertexId v = 0; v < part.size(); ++v)
      part[v] = static_cast<std::uint32_t>(generators::CounterRandom::mix(v) % parts);
    return part;
  }
  [[nodiscard]] LevelGraph level_of(const SmallGraph& graph) const {
    Weight total = 0;
    return upload(stream(), graph.input(), {}, limits_of(graph, 2, 0.03), total);
  }
  [[nodiscard]] static Limits limits_of(const SmallGraph& graph, std::uint32_t parts, double tolerance) {
    partitioning::PartitionOptions options;
    options.parts = parts;
    options.tolerance = {tolerance};
    return partitioning::find_limits(graph.input(), options);
  }
  [[nodiscard]] partitioning::Assignment assign(const SmallGraph& graph, const std::vector<std::uint32_t>& part,
                                                const Limits& limits) const {
    const std::string name = "test parts";
    return {to_device(stream(), part, name), to_device(stream(), weights_of(graph, part, limits.parts), name),
            to_device(stream(), limits.max, name), to_device(stream(), limits.min, name)};
  }

  // Mates are mutual, neighbours, and together no heavier than they may be.
  static void expect_matching(const SmallGraph& graph, const std::vector<VertexId>& mate, Weight max_weight) {
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      ASSERT_LT(mate[v], graph.vertices());
      ASSERT_EQ(mate[mate[v]], v);
      if (mate[v] == v) continue;
      const auto row = graph.column.begin();
      EXPECT_EQ(std::count(row + static_cast<std::ptrdiff_t>(graph.row[v]),
                           row + static_cast<std::ptrdiff_t>(graph.row[v + 1]), mate[v]) > 0,
                true)
          << v;
      const auto weight = [&](VertexId u) { return graph.vertex_weight.empty() ? 1 : graph.vertex_weight[u]; };
      EXPECT_LE(weight(v) + weight(mate[v]), max_weight);
    }
  }

  [[nodiscard]] static partitioning::PartitionOptions options_of(const std::string& method, std::uint32_t parts) {
    partitioning::PartitionOptions options;
    options.method = method;
    options.parts = parts;
    return options;
  }

  // A graph that is coarsened on the device, into few parts and many.
  void expect_good_partitions(const std::string& method) const {
    const std::vector<std::pair<SmallGraph, std::uint32_t>> cases{
        {grid_graph(80, 70), 3}, {grid_graph(80, 70), 24}, {heavy_vertex_graph(5500, 9000, 3), 3}};
    std::size_t turn = 0;
    for (const auto& [graph, parts] : cases) {
      if (!takes(turn++)) continue;
      const partitioning::Partition found = partitioning::partition(stream(), graph.input(), options_of(method, parts));
      const partitioning::Partition best =
          partitioning::partition(stream(), graph.input(), options_of("multilevel", parts));
      EXPECT_GE(found.levels.size(), 2u);
      EXPECT_EQ(found.cut, cut_of(graph, found.part));
      EXPECT_EQ(empty_parts(found.part, parts), 0u);
      EXPECT_LE(found.imbalance, 0.03 + 1e-9);
      EXPECT_LE(static_cast<double>(found.cut), 1.35 * static_cast<double>(best.cut)) << parts << " parts";
    }
  }
  void expect_times_of_all_phases(const std::string& method) const {
    const partitioning::PartitionTimes times =
        partitioning::partition(stream(), grid_graph(80, 70).input(), options_of(method, 3)).times;
    for (const double each : {times.check, times.upload, times.coarsen, times.initial, times.refine, times.finish})
      EXPECT_GT(each, 0);
  }
  // The claims of adversaries_test.cpp.
  void expect_valid_on_adversaries(const std::string& method) {
    std::size_t turn = 0;
    for (const adversaries::Adversary& each : adversaries::all_adversaries()) {
      if (!takes(turn++)) continue;
      SCOPED_TRACE(each.name);
      const ListedGraph& graph = each.graph;
      const VertexId n = graph.vertices();
      std::int64_t heaviest = 0;
      std::int64_t total = 0;
      for (VertexId v = 0; v < n; ++v) {
        heaviest = std::max(heaviest, graph.weight(v));
        total += graph.weight(v);
      }
      for (const std::uint32_t parts : {1u, 2u, 7u, 16u, n, n + 1}) {
        SCOPED_TRACE(parts);
        const partitioning::Partition found =
            partitioning::partition(stream(), graph.input(), options_of(method, parts));
        const partitioning::PartitionQuality quality =
            partitioning::evaluate_partition(runtime().threads(), graph.input(), found.part, parts);
        EXPECT_EQ(quality.empty_parts, parts > n ? parts - n : 0);
        EXPECT_EQ(quality.cut, found.cut);
        const double share = static_cast<double>(total) / parts;
        EXPECT_LE(static_cast<double>(std::ranges::max(quality.weights)),
                  std::max(1.03 * share, share + static_cast<double>(heaviest)));
      }
    }
  }
  void expect_good_against_all_partitions(const std::string& method) const {
    exhaustive::Comparison sum;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      SCOPED_TRACE(seed);
      partitioning::PartitionOptions options = options_of(method, static_cast<std::uint32_t>(2 + seed % 3));
      options.tolerance = {seed % 2 == 0 ? 0.03 : 0.3};
      exhaustive::compare(stream(), exhaustive::tiny_graph(seed, static_cast<VertexId>(4 + seed % 5), 5), options, sum);
    }
    exhaustive::expect_good(sum);
  }
  void expect_refusals(const std::string& method) const {
    const SmallGraph graph = path_graph(4);
    const auto refused = [&](const std::string& what, auto change) {
      partitioning::PartitionOptions options = options_of(method, 2);
      change(options);
      try {
        (void)partitioning::partition(stream(), graph.input(), options);
        FAIL() << what;
      } catch (const UsageError& error) {
        const std::string line = "partition: the method " + method + " takes no " + what;
        EXPECT_EQ(std::string(error.what()).substr(0, line.size()), line);
      }
    };
    refused("targets", [](auto& options) { options.targets = {0.5, 0.5}; });
    refused("fixed vertices", [](auto& options) { options.fixed = {0, 0, 1, partitioning::kFreePart}; });
    refused("partition to start from", [](auto& options) { options.start = {0, 0, 1, 1}; });
    refused("least weights of parts", [](auto& options) { options.min_weight = {1, 1}; });
    refused("largest weights of parts", [](auto& options) { options.max_weight = {3, 3}; });
    refused("objective other than the cut",
            [](auto& options) { options.objective = partitioning::PartitionObjective::kVolume; });
    refused("wish for connected parts", [](auto& options) { options.connected = true; });
    refused("presets", [](auto& options) { options.preset = partitioning::PartitionPreset::kFast; });
    SmallGraph constrained = graph;
    constrained.vertex_weight = {1, 2, 1, 2, 1, 2, 1, 2};
    constrained.constraints = 2;
    EXPECT_THROW((void)partitioning::partition(stream(), constrained.input(), options_of(method, 2)), UsageError);
  }
};

inline void expect_repeatable_on_one_thread(const std::string& method) {
  RuntimeOptions one;
  one.host.threads = 1;
  const SmallGraph graph = grid_graph(80, 70);
  partitioning::PartitionOptions options;
  options.method = method;
  options.parts = 6;
  const auto run = [&] {
    const Runtime runtime("host", one);
    const Stream stream(runtime.device(), "test");
    return partitioning::partition(stream, graph.input(), options).part;
  };
  EXPECT_EQ(run(), run());
}

}  // namespace warpgraph::test
