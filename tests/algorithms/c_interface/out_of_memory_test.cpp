// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/c_interface.h>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>

#include "support/failing_allocation.hpp"
#include "support/sanitizers.hpp"

// A call for which the host has not enough memory is an error, and the next one works.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class COutOfMemory : public testing::TestWithParam<std::string> {
 protected:
  // A circle with chords.
  COutOfMemory() {
    EXPECT_EQ(warpgraph_runtime_create("host", &runtime_), WARPGRAPH_OK);
    for (std::int32_t v = 0; v < kVertices; ++v)
      for (const std::int32_t step : {1, 7, 20}) {
        source_.push_back(v);
        target_.push_back((v + step) % kVertices);
        length_.push_back(1 + v * step % 11);
      }
  }
  ~COutOfMemory() override {
    warpgraph_graph_destroy(graph_);
    warpgraph_runtime_destroy(runtime_);
  }

  warpgraph_status create() {
    warpgraph_graph_options options;
    if (const auto status = warpgraph_graph_options_init(&options, sizeof options); status != WARPGRAPH_OK)
      return status;
    options.symmetrise = 1;
    warpgraph_graph_destroy(graph_);
    graph_ = nullptr;
    return warpgraph_graph_create_coo(runtime_, kVertices, static_cast<std::int64_t>(source_.size()), WARPGRAPH_INT32,
                                      source_.data(), target_.data(), WARPGRAPH_INT32, length_.data(), &options,
                                      &graph_);
  }
  warpgraph_status run() {
    warpgraph_result* result = nullptr;
    const warpgraph_status status = warpgraph_run(graph_, GetParam().c_str(), options_, nullptr, &result);
    warpgraph_result_destroy(result);
    return status;
  }

  // Lets one allocation after the other fail in call(), in steps. after(number): then.
  template <class Call, class After>
  static void for_each_failure(const Call& call, const After& after) {
    constexpr std::int64_t kStep = kSanitized ? 61 : 23;
    bool has_failed = true;
    for (std::int64_t n = 0; has_failed; n += kStep) {
      SCOPED_TRACE("allocation " + std::to_string(n));
      warpgraph_status status = WARPGRAPH_OK;
      {
        const FailingAllocation one(n);
        status = call();
        has_failed = one.has_failed();
      }
      EXPECT_TRUE(status == WARPGRAPH_OK || status == WARPGRAPH_OUT_OF_MEMORY) << warpgraph_last_error_message();
      after();
    }
  }

  static constexpr std::int32_t kVertices = 60;

  std::vector<std::int32_t> source_;
  std::vector<std::int32_t> target_;
  std::vector<std::int32_t> length_;
  const char* options_ = find_algorithm(GetParam()).has_source ? "source=0" : "";
  warpgraph_runtime* runtime_ = nullptr;
  warpgraph_graph* graph_ = nullptr;
};
INSTANTIATE_TEST_SUITE_P(Host, COutOfMemory,
                         testing::Values("bfs", "kcore", "msf", "pagerank", "scc", "sssp", "triangles"),
                         [](const auto& algorithm) { return algorithm.param; });

TEST_P(COutOfMemory, AGraphThatCannotBeMadeIsMadeAgain) {
  if (GetParam() != "bfs") return;  // the same for all
  for_each_failure([&] { return create(); }, [&] { ASSERT_EQ(create(), WARPGRAPH_OK); });
}

TEST_P(COutOfMemory, ARunThatFailsLeavesTheGraphAsItWas) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  for_each_failure([&] { return run(); }, [&] { ASSERT_EQ(run(), WARPGRAPH_OK) << warpgraph_last_error_message(); });
}

}  // namespace
}  // namespace warpgraph::test
