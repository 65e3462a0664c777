// SPDX-License-Identifier: Apache-2.0
#include "component_methods.hpp"

#include <memory>
#include <string>
#include <vector>

#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/method.hpp>
#include <warpgraph/papers/shiloach_vishkin.hpp>
#include <warpgraph/runtime/error.hpp>

#include "components/as_labels.hpp"

namespace warpgraph::papers {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class ComponentsByShiloachVishkin final : public AlgorithmMethod {
 public:
  std::string name() const override { return "shiloach-vishkin"; }
  std::string summary() const override { return "iterations over all vertices and edges"; }
  std::vector<plugins::PluginOption> options() const override {
    return {{.name = "steps",
             .kind = plugins::PluginOption::Kind::kName,
             .help = "all (SV1, SV2, SV3, and SV4 and SV5 in one kernel), apart (SV4 and SV5 in two), no-sv3 (stagnant "
                     "trees are not hooked), no-sv4 (no second shortcut), or no-sv3-sv4",
             .default_value = "all",
             .choices = {"all", "apart", "no-sv3", "no-sv4", "no-sv3-sv4"}}};
  }

  AlgorithmOutcome run(const AlgorithmRequest& request, const plugins::PluginOptions& own) const override {
    const ShiloachVishkinOptions options{.steps = steps_of(own), .engine = request.engine};
    return catalogue::over(
        request, "component", [&](const auto&... on) { return find(options, on...); }, catalogue::as_labels);
  }
  MemoryPlan memory(StreamRef, const shards::RunSize& size, const plugins::PluginOptions&) const override {
    return shiloach_vishkin_memory(size.vertices);
  }
  bool can_spread() const override { return false; }

 private:
  static ShiloachVishkinSteps steps_of(const plugins::PluginOptions& own) {
    const std::string& steps = own.text("steps");
    return {.hook_stagnant = !steps.starts_with("no-sv3"),
            .second_shortcut = !steps.ends_with("sv4"),
            .fused = steps != "apart"};
  }

  template <EdgeValueType EdgeValue>
  static Result<VertexId> find(const ShiloachVishkinOptions& options, StreamRef stream,
                               const DeviceGraph<EdgeValue>& graph) {
    return shiloach_vishkin(stream, graph, options);
  }
  static ShardedResult<VertexId> find(const ShiloachVishkinOptions&, const auto&) {
    throw UsageError("the method shiloach-vishkin is for a graph on one device");
  }
};

}  // namespace

std::vector<std::shared_ptr<const AlgorithmMethod>> component_methods() {
  return {std::make_shared<ComponentsByShiloachVishkin>()};
}

}  // namespace warpgraph::papers
