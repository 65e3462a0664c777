// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/device_graph.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

// Arrays as an allocator treats them: overwritten when the last HostArray that shares one of them goes.
class OverwrittenArrays {
 public:
  // 0 -> 1 with the value 0.5, 1 -> 0 and 1 -> 1 with 0.25 and 0.75.
  [[nodiscard]] Graph<float> graph(bool with_outgoing = false) {
    graphs::GraphParts<float> parts{{share(row_, EdgeId{0}), share(column_, VertexId{1}), share(value_, -1.0f)}};
    if (with_outgoing)
      parts.outgoing = {share(row_out_, EdgeId{0}), share(column_out_, VertexId{1}), share(value_out_, -1.0f)};
    return Graph<float>::of_known_parts(std::move(parts));
  }
  [[nodiscard]] bool has_peers() const { return shared_ != 0; }

 private:
  template <class T>
  graphs::HostArray<T> share(std::vector<T>& values, T after) {
    ++shared_;
    const auto overwrite = [this, &values, after](const void*) {
      std::ranges::fill(values, after);
      --shared_;
    };
    return graphs::HostArray<T>(values, std::shared_ptr<const void>(values.data(), overwrite));
  }

  std::vector<EdgeId> row_{0, 1, 3};
  std::vector<VertexId> column_{1, 0, 1};
  std::vector<float> value_{0.25f, 0.5f, 0.75f};
  std::vector<EdgeId> row_out_{0, 1, 3};
  std::vector<VertexId> column_out_{1, 0, 1};
  std::vector<float> value_out_{0.5f, 0.25f, 0.75f};
  int shared_ = 0;
};

class Upload : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(Upload);

TEST_P(Upload, CopiesATemporaryGraph) {
  OverwrittenArrays arrays;

  const DeviceGraph<float> copy = upload(stream(), arrays.graph());

  const Graph<float> back = download(stream(), copy);
  EXPECT_TRUE(std::ranges::equal(back.incoming().row, std::vector<EdgeId>{0, 1, 3}));
  EXPECT_TRUE(std::ranges::equal(back.incoming().column, std::vector<VertexId>{1, 0, 1}));
  EXPECT_TRUE(std::ranges::equal(back.incoming().value, std::vector<float>{0.25f, 0.5f, 0.75f}));
}

TEST_P(Upload, CopiesTheOutgoingEdgesOfATemporaryGraph) {
  OverwrittenArrays arrays;

  const DeviceGraph<float> copy = upload(stream(), arrays.graph(/*with_outgoing=*/true));

  const Graph<float> back = download(stream(), copy);
  EXPECT_TRUE(std::ranges::equal(back.outgoing().column, std::vector<VertexId>{1, 0, 1}));
  EXPECT_TRUE(std::ranges::equal(back.outgoing().value, std::vector<float>{0.5f, 0.25f, 0.75f}));
}

TEST_P(Upload, LetsGoOfTheArraysOnceTheyAreCopied) {
  OverwrittenArrays arrays;
  const DeviceGraph<float> copy = upload(stream(), arrays.graph(/*with_outgoing=*/true));

  stream().synchronize();

  EXPECT_FALSE(arrays.has_peers());
}

TEST_P(Upload, KeepsTheTypeOfAnyGraph) {
  OverwrittenArrays arrays;

  const AnyDeviceGraph copy = upload(stream(), AnyGraph(arrays.graph()));

  stream().synchronize();
  ASSERT_TRUE(std::holds_alternative<DeviceGraph<float>>(copy));
  EXPECT_EQ(std::get<DeviceGraph<float>>(copy).edge_count(), 3u);
}

// Work is held back until somebody waits, so a copy that was queued would still be there.
TEST(UploadWithoutMemory, LeavesNoCopyBehind) {
  int failures = 0;
  for (bool is_done = false; !is_done;) {
    RuntimeOptions options;
    options.host.execution = HostExecution::kShuffled;
    options.host.faults.failing_allocation = failures;
    const Runtime runtime("host", options);
    const Stream stream(runtime.device());
    OverwrittenArrays arrays;
    try {
      const DeviceGraph<float> copy = upload(stream, arrays.graph(/*with_outgoing=*/true));
      stream.synchronize();
      is_done = true;
    } catch (const OutOfMemory&) {
      EXPECT_TRUE(stream.is_idle()) << "allocation " << failures;
      ++failures;
    }
  }
  EXPECT_EQ(failures, 6);  // offsets, columns and values, of both directions
}

}  // namespace
}  // namespace warpgraph::test
