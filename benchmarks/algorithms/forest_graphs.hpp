// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <warpgraph/framework/generate/registry.hpp>

#include "paper_report.hpp"

// Stand-ins for the thesis's graphs, under its names: roads are lattices with deleted edges, of mean degree 2.4, random
// graphs draw the ends of every edge, R-MAT ones (.45 .15 .15) have the nearest power of two as vertices; all are
// undirected, without self-loops and repetitions, with weights from 1 to 64. The thesis counts a road's edges in both
// directions, those of its other graphs once. Kron, rgg and the size series are ours.
namespace warpgraph::benchmarks {

struct WantedGraph {
  std::string name;
  std::string generator;
  double vertices = 0;
  double edges = 0;                    // each once; lattices and geometric graphs have their own
  std::optional<double> abort_rate{};  // in the thesis
};

inline constexpr double kM = 1e6;

inline const std::vector<WantedGraph> kPhaseGraphs = {
    {"USA", "road", 23.9 * kM, 0, 0.38},
    {"W", "road", 6.2 * kM, 0, 0.38},
    {"E", "road", 3.5 * kM, 0, 0.37},
    {"FLA", "road", 1.0 * kM, 0, 0.72},
    {"NY", "road", 0.264 * kM, 0, 0.77},
    {"RND1", "urand", 6.2 * kM, 15 * kM, 0.01},
    {"R-MAT1", "rmat", 6.2 * kM, 15 * kM, 0.03},
    {"RND2", "urand", 6.2 * kM, 7.6 * kM, 0.01},
    {"R-MAT2", "rmat", 6.2 * kM, 7.6 * kM, 0.03},
    {"kron", "kron", 2.1 * kM, 33.6 * kM},
    {"rgg", "rgg", 4.2 * kM, 0},
};
inline const std::vector<WantedGraph> kDenseGraphs = {
    {"random", "urand", 3 * kM, 15 * kM}, {"random", "urand", 3 * kM, 30 * kM}, {"random", "urand", 3 * kM, 45 * kM},
    {"random", "urand", 3 * kM, 60 * kM}, {"random", "urand", 3 * kM, 75 * kM},
};
inline const std::vector<WantedGraph> kSparseGraphs = {
    {"random", "urand", 3 * kM, 30 * kM},  {"random", "urand", 5 * kM, 30 * kM}, {"random", "urand", 7 * kM, 30 * kM},
    {"random", "urand", 10 * kM, 30 * kM}, {"R-MAT", "rmat", 2.1 * kM, 30 * kM}, {"R-MAT", "rmat", 4.2 * kM, 30 * kM},
    {"R-MAT", "rmat", 8.4 * kM, 30 * kM},
};
inline const std::vector<WantedGraph> kSizeGraphs = {
    {"random", "urand", 1 * kM, 10 * kM}, {"random", "urand", 2 * kM, 20 * kM},   {"random", "urand", 4 * kM, 40 * kM},
    {"random", "urand", 8 * kM, 80 * kM}, {"random", "urand", 16 * kM, 160 * kM},
};

// Kang and Bader's: grids, a road map and a random graph; and a skewed one.
inline std::vector<WantedGraph> host_graphs(double vertices) {
  return {{"grid 2D", "grid2d", vertices},
          {"grid 3D", "grid3d", vertices},
          {"road", "road", vertices},
          {"random", "urand", vertices, 8 * vertices},
          {"kron", "kron", vertices, 8 * vertices}};
}

inline std::string whole(double number) { return format("%.0f", number); }

inline generators::GeneratorSpec spec_of(const WantedGraph& wanted, double scale) {
  const double vertices = std::max(64.0, wanted.vertices * scale);
  const std::string& generator = wanted.generator;
  generators::GeneratorArguments arguments{{"weights", "uniform"}};
  if (generator == "road" || generator == "grid2d") {
    arguments["width"] = arguments["height"] = whole(std::sqrt(vertices));
  } else if (generator == "grid3d") {
    arguments["width"] = arguments["height"] = arguments["depth"] = whole(std::cbrt(vertices));
  } else if (generator == "rmat" || generator == "kron") {
    const double power = std::round(std::log2(vertices));
    arguments["scale"] = whole(power);
    arguments["edge-factor"] = format("%.6f", wanted.edges * scale / std::exp2(power));
  } else {
    arguments["vertices"] = whole(vertices);
  }
  if (generator == "road") arguments.insert({{"segments", "1"}, {"keep", "0.2"}});
  if (generator == "rmat") arguments.insert({{"a", "0.45"}, {"b", "0.15"}, {"c", "0.15"}});
  if (generator == "urand") arguments["edge-factor"] = format("%.6f", wanted.edges / wanted.vertices);
  return generators::parse_generator(generator, arguments);
}

}  // namespace warpgraph::benchmarks
