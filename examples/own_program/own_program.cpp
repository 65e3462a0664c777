// SPDX-License-Identifier: Apache-2.0
//
// A vertex program of one's own, from the graph to the result: how reliably every place is reached from one of them, if
// each road is open with some probability. Copy this folder and examples/CMakeLists.txt, and change the program.
//   own_program [DEVICES]     auto, cuda:0, host
#include <algorithm>
#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/runtime.hpp>

using namespace warpgraph;  // NOLINT(google-build-using-namespace)

// The program: docs/guide/programming-guide.md has the contract of every member.
struct Reliability {
  using VertexValue = float;  // the probability that the best path from the source is open
  using EdgeValue = float;
  using Reduction = Max;
  VertexId source;

  WARPGRAPH_DEVICE float initial(VertexId v) const { return v == source ? 1.0f : 0.0f; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE float visit(float reliability, float open) const { return reliability * open; }
  WARPGRAPH_DEVICE bool updated(float old, float reliability) const { return reliability > old; }
};

namespace {

DeviceGraph<float> make_roads(StreamRef stream) {
  const GeneratorSpec roads = parse_generator("road", {{"width", "300"},
                                                       {"height", "300"},
                                                       {"weights", "uniform"},
                                                       {"weight-type", "float"},
                                                       {"lowest-weight", "0.9"},
                                                       {"highest-weight", "1"}});
  return std::get<DeviceGraph<float>>(build_device_graph(stream, generate(stream, roads)));
}

void run(const std::string& devices) {
  const Runtime runtime(devices);
  const Stream stream(runtime.device());
  const DeviceGraph<float> graph = make_roads(stream);

  const auto result = run_program(stream, graph, Reliability{0});

  const std::vector<float> reliability = result.to_host(stream);
  const auto good = std::ranges::count_if(reliability, [](float r) { return r > 0.01f; });
  std::map<std::string, int> plans;
  for (const SuperstepStatistics& superstep : result.supersteps) ++plans[std::string(to_string(superstep.plan))];
  std::cout << good << " of " << reliability.size() << " places are reached with more than 1 %, after "
            << result.supersteps.size() << " supersteps on " << stream.device().name() << '\n';
  for (const auto& [plan, count] : plans) std::cout << "  " << count << " by " << plan << '\n';
  if (!result.advice.empty()) std::cout << "  " << result.advice << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? argv[1] : "auto");
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "own_program: " << error.what() << '\n';
    return 1;
  }
}
