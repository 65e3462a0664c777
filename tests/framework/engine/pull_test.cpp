// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/pull.hpp>

#include <optional>
#include <vector>

#include "framework/engine/engine_case.hpp"

namespace warpgraph::test {
namespace {

// Sums of value * edge value; exact, so that the order of the additions does not matter.
struct Sums {
  using VertexValue = std::int64_t;
  using EdgeValue = std::int64_t;
  using Reduction = Plus;
  WARPGRAPH_DEVICE std::int64_t visit(std::int64_t value, std::int64_t edge) const { return value * edge; }
};

std::vector<std::int64_t> sums_serially(const Adjacency<std::int32_t>& edges, const std::vector<std::int64_t>& values) {
  std::vector<std::int64_t> sums(values.size());
  for (VertexId v = 0; v < values.size(); ++v) {
    for (EdgeId e = edges.row[v]; e < edges.row[v + 1]; ++e) sums[v] += values[edges.column[e]] * edges.value[e];
  }
  return sums;
}

class PullTest : public EngineCase {
 protected:
  std::vector<std::int64_t> sums_of(const AdjacencyView<std::int32_t>& edges, const std::vector<std::int64_t>& values,
                                    std::optional<GatherShape> shape) {
    auto on_device = to_device(stream(), values, "values");
    Buffer<std::int64_t> sums(stream(), values.size(), "sums");
    Pull<Sums, std::int32_t> pull(stream(), edges, rows::measure_rows(stream(), edges.row), Sums{}, shape);
    for (int again = 0; again < 2; ++again) pull(on_device, sums);
    return to_host(stream(), sums);
  }
};

TEST_P(PullTest, ReducesOverTheRowsOfEitherDirectionInAllShapes) {
  for (const NamedGraph& each : graphs_of_machine()) {
    SCOPED_TRACE(each.name);
    const DeviceGraph<std::int32_t> graph = on_device(each.graph);
    std::vector<std::int64_t> values(each.graph.vertex_count());
    for (std::size_t v = 0; v < values.size(); ++v) values[v] = static_cast<std::int64_t>(v % 1000 + 1);
    const auto expect_right = [&](std::optional<GatherShape> shape) {
      EXPECT_EQ(sums_of(graph.view().incoming, values, shape), sums_serially(each.graph.incoming(), values));
      if (!each.graph.has_outgoing()) return;
      EXPECT_EQ(sums_of(graph.view().outgoing, values, shape), sums_serially(each.graph.outgoing(), values));
    };
    expect_right({});
    for (int shape = 0; shape < kGatherShapeCount; ++shape) expect_right(static_cast<GatherShape>(shape));
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PullTest);

GatherShape fitting(GatherShape wanted, EdgeId longest, DeviceKind kind) {
  return detail::fitting_shape<Sums, std::int32_t>(wanted, {longest, 0, 8}, kind);
}

TEST(FittingShape, IsWhatIsWantedOnGpus) {
  for (int i = 0; i < kGatherShapeCount; ++i) {
    const auto shape = static_cast<GatherShape>(i);
    EXPECT_EQ(fitting(shape, 100, DeviceKind::kGpu), shape);
  }
}

TEST(FittingShape, IsOneThatVirtualDevicesHave) {
  const auto fit = [](GatherShape shape) { return fitting(shape, 100, DeviceKind::kHost); };
  const bool is_checked = WARPGRAPH_CHECKED != 0;
  for (int i = 0; i < kGatherShapeCount; ++i) {
    const auto shape = static_cast<GatherShape>(i);
    if (detail::width_of(shape) <= 1) continue;
    EXPECT_EQ(fit(shape), is_checked ? GatherShape::kVirtual4 : GatherShape::kThread);
  }
  EXPECT_EQ(fit(GatherShape::kThread), GatherShape::kThread);
  EXPECT_EQ(fit(GatherShape::kSegments), GatherShape::kSegments);
  EXPECT_EQ(fit(GatherShape::kEqualSplit), is_checked ? GatherShape::kEqualSplit : GatherShape::kSegments);
}

TEST(FittingShape, IsNotSegmentsWhereRowsAreTooLong) {
  const auto fit = [](DeviceKind kind) { return fitting(GatherShape::kSegments, EdgeId{1} << 26, kind); };
  EXPECT_EQ(fit(DeviceKind::kGpu), GatherShape::kVirtual32);
  EXPECT_EQ(fit(DeviceKind::kHost), detail::kHostShape);
}

}  // namespace
}  // namespace warpgraph::test
