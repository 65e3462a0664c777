// SPDX-License-Identifier: Apache-2.0
//
// What holds a network together: who lies between the others, how deep its core is, and how many of somebody's friends
// know each other.
//   structure [DEVICES]     auto, cuda:0, host
#include <algorithm>
#include <cstdint>
#include <exception>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/runtime.hpp>

using namespace warpgraph;  // NOLINT(google-build-using-namespace)

namespace {

// A few members have very many friends, and most have few.
AnyDeviceGraph make_network(StreamRef stream) {
  const GeneratorSpec network = parse_generator("kron", {{"scale", "11"}, {"edge-factor", "6"}});
  DeviceBuildOptions options;  // friends are friends once
  options.duplicates = Duplicates::kFirst;
  return build_device_graph(stream, generate(stream, network), options);
}

void print_most_central(const std::vector<double>& centrality) {
  std::vector<std::size_t> order(centrality.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::partial_sort(order, order.begin() + 3, std::ranges::greater(),
                            [&](std::size_t v) { return centrality[v]; });
  std::cout << "most central:";
  for (std::size_t i = 0; i < 3; ++i) std::cout << ' ' << order[i] << " (" << centrality[order[i]] << ')';
  std::cout << '\n';
}

void print_cores(const std::vector<std::uint32_t>& cores) {
  for (std::uint32_t k = 1; k <= std::ranges::max(cores); k *= 2) {
    std::cout << std::ranges::count_if(cores, [&](std::uint32_t core) { return core >= k; })
              << " members of a group in which everybody has " << k << " friends or more\n";
  }
}

void run(const std::string& devices) {
  const Runtime runtime(devices);
  const Stream stream(runtime.device());
  const AnyDeviceGraph network = make_network(stream);
  const IdMap ids = std::visit([](const auto& graph) { return graph.ids(); }, network);

  // From a sample of the members: close enough for those at the top.
  print_most_central(
      algorithms::betweenness(stream, network, {.samples = 64, .normalised = true}).to_host(stream, ids));
  print_cores(algorithms::core_numbers(stream, network).to_host(stream, ids));
  const algorithms::Triangles triangles = algorithms::count_triangles(stream, network);
  std::cout << triangles.total << " triangles; " << 100 * triangles.clustering()
            << " % of the pairs with a common friend are friends\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? argv[1] : "auto");
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "structure: " << error.what() << '\n';
    return 1;
  }
}
