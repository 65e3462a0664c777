// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/runtime/error.hpp>

// The graphs that a benchmark runs on, by short names that an environment variable may replace.
namespace warpgraph::benchmarks {

inline std::string setting(const char* variable, const std::string& otherwise) {
  const char* const value = getenv(variable);
  return value == nullptr ? otherwise : value;
}

// Ends the program: settings are read before there is anything that could throw.
[[noreturn]] inline void refuse(const char* variable, const std::string& found, const std::string& expected) {
  std::cerr << variable << ": expected " << expected << ", found \"" << found << "\"\n";
  exit(2);
}

inline std::uint64_t whole_number(const char* variable, const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) refuse(variable, text, "a whole number");
  return number;
}
inline std::uint64_t whole_number_of(const char* variable, const std::string& otherwise) {
  return whole_number(variable, setting(variable, otherwise));
}

// "kron:21": the generator's graph with 2^21 vertices, "rmat:26@10": with 10 edges for each of them. "road:4096x5860":
// a lattice of that size.
struct GraphName {
  std::string generator;
  std::string size;
  std::string edge_factor;

  [[nodiscard]] std::string text() const { return generator + size + (edge_factor.empty() ? "" : "@" + edge_factor); }
  [[nodiscard]] generators::GeneratorSpec spec(generators::GeneratorArguments arguments = {}) const {
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
    return generators::parse_generator(generator, arguments);
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
    const auto colon = std::min(each.find(':'), each.size());
    const auto at = std::min(each.find('@'), each.size());
    if (at <= colon) refuse(variable, each, "a generator and a size, such as kron:21");
    names.push_back(
        {each.substr(0, colon), each.substr(colon + 1, at - colon - 1), at == each.size() ? "" : each.substr(at + 1)});
    try {
      (void)names.back().spec();
    } catch (const Error& error) {
      refuse(variable, each, std::string("a graph that can be generated (") + error.what() + ')');
    }
  }
  return names;
}

}  // namespace warpgraph::benchmarks
