// SPDX-License-Identifier: Apache-2.0
//
// What holds a network together: who lies between the others, how deep its core is, and how many of somebody's friends
// know each other.
//   structure [DEVICES]     auto, cuda:0, host
#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include <warpgraph/warpgraph.hpp>

namespace {

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

}  // namespace

int main(int argc, char** argv) try {
  warpgraph::Runtime runtime(argc > 1 ? argv[1] : "auto");
  // A few members have very many friends, and most have few; friends are friends once.
  const auto network = warpgraph::generate_graph(runtime, "kron", {{"scale", "11"}, {"edge-factor", "6"}},
                                                 {.build = {.duplicates = warpgraph::Duplicates::kFirst}});

  // From a sample of the members: close enough for those at the top.
  print_most_central(warpgraph::algorithms::betweenness(network, {.samples = 64, .normalised = true}).values);
  print_cores(warpgraph::algorithms::core_numbers(network).values);
  const auto triangles = warpgraph::algorithms::count_triangles(network);
  std::cout << triangles.total << " triangles; " << 100 * triangles.clustering()
            << " % of the pairs with a common friend are friends\n";
  return 0;
} catch (const std::exception& error) {
  std::cerr << "structure: " << error.what() << '\n';
  return 1;
}
