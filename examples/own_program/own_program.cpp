// SPDX-License-Identifier: Apache-2.0
//
// A vertex program of one's own, from the graph to the result: how reliably every place is reached from one of them, if
// each road is open with some probability. Copy this folder and examples/CMakeLists.txt, and change the program.
//   own_program [DEVICES]     auto, cuda:0, host:4
#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <string>

#include <warpgraph/warpgraph.hpp>

// The program: docs/guide/programming-guide.md has the contract of every member.
struct Reliability {
  using VertexValue = float;  // the probability that the best path from the source is open
  using EdgeValue = float;
  using Reduction = warpgraph::Max;
  warpgraph::VertexId source;

  WARPGRAPH_DEVICE float initial(warpgraph::VertexId v) const { return v == source ? 1.0f : 0.0f; }
  WARPGRAPH_DEVICE bool active_initially(warpgraph::VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE float visit(float reliability, float open) const { return reliability * open; }
  WARPGRAPH_DEVICE bool updated(float old, float reliability) const { return reliability > old; }
};

int main(int argc, char** argv) try {
  warpgraph::Runtime runtime(argc > 1 ? argv[1] : "auto");
  const auto roads = warpgraph::generate_graph<float>(runtime, "road",
                                                      {{"width", "300"},
                                                       {"height", "300"},
                                                       {"weights", "uniform"},
                                                       {"weight-type", "float"},
                                                       {"lowest-weight", "0.9"},
                                                       {"highest-weight", "1"}});

  const auto result = warpgraph::run(roads, Reliability{0});

  const auto good = std::ranges::count_if(result.values, [](float reliability) { return reliability > 0.01f; });
  std::map<std::string, int> plans;
  for (const auto& superstep : result.supersteps) ++plans[std::string(to_string(superstep.plan))];
  std::cout << good << " of " << result.values.size() << " places are reached with more than 1 %, after "
            << result.supersteps.size() << " supersteps on " << result.device_count << " of " << runtime.device_count()
            << " devices\n";
  for (const auto& [plan, count] : plans) std::cout << "  " << count << " by " << plan << '\n';
  if (!result.advice.empty()) std::cout << "  " << result.advice << '\n';
  return 0;
} catch (const std::exception& error) {
  std::cerr << "own_program: " << error.what() << '\n';
  return 1;
}
