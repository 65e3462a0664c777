// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <warpgraph/framework/engine/memory.hpp>
#include <warpgraph/framework/engine/pull.hpp>
#include <warpgraph/runtime/copy.hpp>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"
#include "framework/engine/even_graph.hpp"

// Pull-all along edges that are cut into blocks by their sources.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// Exact, so that the order of the additions does not matter.
struct SumsOfNeighbours {
  using VertexValue = std::int64_t;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  WARPGRAPH_DEVICE std::int64_t visit(std::int64_t value, NoValue) const { return value; }
};

class BlocksTest : public EngineCase {
 protected:
  using Ranks = programs::PageRanks<double>;
  static constexpr std::uint64_t kBlockBytes = 9000;  // five blocks of ranks

  [[nodiscard]] Ranks ranks() const {
    return {.damping = 0.85, .everywhere = 1.0 / host_.vertex_count(), .starts = {}, .tolerance = 0};
  }
  std::vector<double> run(const DeviceGraph<std::int32_t>& graph, const EngineOptions& options) {
    auto result = warpgraph::run(stream(), graph, ranks(), options);
    return to_host(stream(), result.values);
  }
  static EngineOptions options(std::uint64_t block_bytes) {
    return {.max_supersteps = 5, .tuning = {.thresholds = {.block_bytes = block_bytes}}};
  }
  void expect_right(const std::vector<double>& values) {
    const auto expected = run_serially(host_, ranks(), 5);
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t v = 0; v < values.size(); ++v)
      ASSERT_NEAR(values[v], expected[v], 1e-12 * expected[v]) << "vertex " << v;
  }
  // Bytes of blocks that there are now.
  [[nodiscard]] std::size_t blocks_in_use() {
    const MemoryUse use = runtime().device().memory();
    const auto found = std::ranges::find(use.items, "engine blocks", &MemoryUse::Item::name);
    return found == use.items.end() ? 0 : found->in_use;
  }

  const Graph<std::int32_t> host_ = even_graph();
};

TEST_P(BlocksTest, RanksAreRightInAllShapes) {
  const auto graph = on_device(host_);
  EngineOptions blocked = options(kBlockBytes);
  expect_right(run(graph, blocked));
  EXPECT_NE(blocks_in_use(), 0u);
  for (int shape = 0; shape < kGatherShapeCount; ++shape) {
    SCOPED_TRACE(to_string(static_cast<GatherShape>(shape)));
    blocked.tuning.shape = static_cast<GatherShape>(shape);
    expect_right(run(graph, blocked));
  }
}

TEST_P(BlocksTest, AreMadeOnceAndStayWithTheGraph) {
  {
    const auto graph = on_device(host_);
    const auto first = run(graph, options(kBlockBytes));
    const std::size_t bytes = blocks_in_use();
    runtime().device().reset_peak_memory();
    EXPECT_EQ(run(graph, options(kBlockBytes)), first);
    const MemoryUse use = runtime().device().memory();
    const auto found = std::ranges::find(use.items, "engine blocks", &MemoryUse::Item::name);
    ASSERT_NE(found, use.items.end());
    EXPECT_EQ(found->peak, bytes) << "made again";
    EXPECT_GT(bytes, host_.edge_count() * sizeof(VertexId));
  }
  stream().synchronize();
  EXPECT_EQ(blocks_in_use(), 0u);
}

TEST_P(BlocksTest, AreNotMadeWhereTheyAreNotAskedFor) {
  const auto graph = on_device(host_);
  EngineOptions deterministic = options(kBlockBytes);
  deterministic.deterministic = true;
  for (const EngineOptions& each : {options(0), options(std::uint64_t{1} << 20), deterministic}) {
    expect_right(run(graph, each));
    EXPECT_EQ(blocks_in_use(), 0u);
  }
}

TEST_P(BlocksTest, PullsAddUpBothDirectionsInAllShapes) {
  const auto graph = on_device(host_);
  std::vector<std::int64_t> values(host_.vertex_count());
  for (std::size_t v = 0; v < values.size(); ++v) values[v] = static_cast<std::int64_t>(v % 1000 + 1);
  auto seen = to_device(stream(), values, "values");
  Buffer<std::int64_t> sums(stream(), values.size(), "sums");
  const EngineOptions options = this->options(kBlockBytes);
  const auto expect_sums = [&](const AdjacencyView<std::int32_t>& edges, const Adjacency<std::int32_t>& serial,
                               std::optional<GatherShape> shape) {
    const AdjacencyView<NoValue> rows{edges.row, edges.column, {}};
    const auto blocks =
        rows::find_blocks(stream(), *graph.facts(), rows, graph.vertex_count(), false, sizeof(std::int64_t), options);
    ASSERT_NE(blocks, nullptr);
    EXPECT_EQ(blocks->size(), 5u);
    Pull<SumsOfNeighbours, NoValue> pull(stream(), rows, rows::measure_rows(stream(), rows.row), {}, shape);
    pull.use(blocks);
    for (int again = 0; again < 2; ++again) pull(seen, sums);
    std::vector<std::int64_t> expected(values.size());
    for (VertexId v = 0; v < values.size(); ++v)
      for (EdgeId e = serial.row[v]; e < serial.row[v + 1]; ++e) expected[v] += values[serial.column[e]];
    EXPECT_EQ(to_host(stream(), sums), expected);
  };
  const auto expect_right = [&](std::optional<GatherShape> shape) {
    expect_sums(graph.view().incoming, host_.incoming(), shape);
    expect_sums(graph.view().outgoing, host_.outgoing(), shape);
  };
  expect_right({});
  for (int shape = 0; shape < kGatherShapeCount; ++shape) expect_right(static_cast<GatherShape>(shape));
}

// R-MAT without a permutation: a few vertices at the beginning have most of the edges.
TEST_P(BlocksTest, AreNotMadeWhereMostEdgesComeFromOnePart) {
  const auto host = small_graph("rmat", {{"scale", "10"}, {"edge-factor", "32"}});
  const auto graph = on_device(host);
  warpgraph::run(stream(), graph, ranks(), options(graph.vertex_count() * sizeof(double) / 4));
  EXPECT_EQ(blocks_in_use(), 0u);
}

TEST_P(BlocksTest, ARunGoesOnWithoutRoomForThem) {
  RuntimeOptions limited = GetParam().options;
  limited.memory_limit = graph_memory<std::int32_t>(host_.vertex_count(), host_.edge_count(), true).total() +
                         engine_memory<Ranks>(stream(), host_.vertex_count(), host_.edge_count(), true).total() +
                         host_.edge_count() * sizeof(VertexId);
  Runtime small(GetParam().devices, limited);
  Stream on(small.device());
  const auto graph = upload(on, host_);
  on.synchronize();
  auto result = warpgraph::run(on, graph, ranks(), options(kBlockBytes));
  expect_right(to_host(on, result.values));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(BlocksTest);

}  // namespace
}  // namespace warpgraph::test
