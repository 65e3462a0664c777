// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/generate/registry.hpp>

// The graphs that a benchmark runs on, by short names that an environment variable may replace.
namespace warpgraph::benchmarks {

inline std::string setting(const char* variable, const std::string& otherwise) {
  const char* const value = getenv(variable);
  return value == nullptr ? otherwise : value;
}

// "kron:21": the generator's graph with 2^21 vertices, "rmat:26@10": with 10 edges for each of them. "road:4096x5860":
// a lattice of that size.
struct GraphName {
  std::string generator;
  std::string size;
  std::string edge_factor;

  [[nodiscard]] std::string text() const { return generator + size + (edge_factor.empty() ? "" : "@" + edge_factor); }
  [[nodiscard]] GeneratorSpec spec(GeneratorArguments arguments = {}) const {
    const auto times = size.find('x');
    if (times != std::string::npos) {
      arguments["width"] = size.substr(0, times);
      arguments["height"] = size.substr(times + 1);
      // A lattice with deleted edges and no chains, of mean degree 2.4.
      arguments["segments"] = "1";
      arguments["keep"] = "0.2";
    } else if (generator == "rmat" || generator == "kron") {
      arguments["scale"] = size;
    } else {
      arguments["vertices"] = "2^" + size;
    }
    if (!edge_factor.empty())
      arguments["edge-factor"] = edge_factor;
    else if (generator == "urand" || generator == "rmat")
      arguments["edge-factor"] = "8";
    return parse_generator(generator, arguments);
  }
};

// The names that a setting lists with commas between them.
inline std::vector<std::string> list_of(const char* variable, const std::string& otherwise) {
  std::istringstream text(setting(variable, otherwise));
  std::vector<std::string> list;
  for (std::string each; std::getline(text, each, ',');) list.push_back(each);
  return list;
}

// "kron:21,rgg:22"
inline std::vector<GraphName> graph_names(const char* variable, const std::string& otherwise) {
  std::vector<GraphName> names;
  for (const std::string& each : list_of(variable, otherwise)) {
    const auto colon = each.find(':');
    const auto at = std::min(each.find('@'), each.size());
    names.push_back(
        {each.substr(0, colon), each.substr(colon + 1, at - colon - 1), at == each.size() ? "" : each.substr(at + 1)});
  }
  return names;
}

}  // namespace warpgraph::benchmarks
