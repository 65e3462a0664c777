// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/oracle/graphs.hpp"

// Forests of all shapes, for tests of trees.
namespace warpgraph::test {

struct ForestCase {
  std::string name;
  VertexId vertices;
  oracle::Ends edges;
};

// The same forest with other numbers.
inline ForestCase shuffled(ForestCase forest, std::uint64_t seed) {
  std::vector<VertexId> number(forest.vertices);
  std::iota(number.begin(), number.end(), VertexId{0});
  std::mt19937_64 random(seed);
  for (std::size_t i = number.size(); i > 1; --i) std::swap(number[i - 1], number[random() % i]);
  for (auto& [a, b] : forest.edges) {
    a = number[a];
    b = number[b];
  }
  forest.name += " shuffled";
  return forest;
}

// Every vertex hangs below one of the `reach` before it, or below none with a probability of 1 to `trees`.
inline ForestCase random_forest(VertexId vertices, VertexId reach, VertexId trees, std::uint64_t seed) {
  ForestCase forest{"random, reach " + std::to_string(reach), vertices, {}};
  std::mt19937_64 random(seed);
  for (VertexId v = 1; v < vertices; ++v) {
    if (trees != 0 && random() % trees == 0) continue;
    const VertexId first = v < reach ? 0 : v - reach;
    forest.edges.emplace_back(first + static_cast<VertexId>(random() % (v - first)), v);
  }
  return forest;
}

inline std::vector<ForestCase> forest_cases() {
  ForestCase binary{"binary", 127, {}};
  for (VertexId v = 1; v < binary.vertices; ++v) binary.edges.emplace_back((v - 1) / 2, v);
  ForestCase caterpillar{"caterpillar", 300, {}};
  for (VertexId v = 1; v < caterpillar.vertices; ++v) caterpillar.edges.emplace_back(v % 3 == 0 ? v - 3 : v - v % 3, v);
  std::vector<ForestCase> cases{{"one vertex", 1, {}},
                                {"an edge", 2, {{0, 1}}},
                                {"no edges", 40, {}},
                                {"path", 500, oracle::path(500)},
                                {"star", 400, oracle::star(400)},
                                binary,
                                caterpillar,
                                random_forest(700, 700, 0, 1),
                                random_forest(600, 5, 0, 2),
                                random_forest(800, 60, 9, 3)};
  for (std::size_t i = 3; i < 10; ++i) cases.push_back(shuffled(cases[i], i));
  return cases;
}

}  // namespace warpgraph::test
