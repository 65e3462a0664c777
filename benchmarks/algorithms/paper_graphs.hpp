// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/graph/out_degrees.hpp>
#include <warpgraph/runtime/runtime.hpp>

// The graphs that the paper's tables are made of, generated and built on the device.
namespace warpgraph::benchmarks {

struct NamedGraph {
  std::string name;
  generators::GeneratorSpec spec;
};

// "Road road width=890 height=890; Mesh mesh": names, generators and the parameters of these.
inline std::vector<NamedGraph> parse_graphs(const std::string& text) {
  std::vector<NamedGraph> graphs;
  std::istringstream list(text);
  for (std::string each; std::getline(list, each, ';');) {
    std::istringstream words(each);
    std::string name;
    std::string generator;
    if (!(words >> name >> generator)) continue;
    generators::GeneratorArguments arguments{{"weights", "uniform"}};
    for (std::string word; words >> word;) {
      const auto equals = std::min(word.find('='), word.size());
      arguments[word.substr(0, equals)] = word.substr(std::min(equals + 1, word.size()));
    }
    graphs.push_back({name, generators::parse_generator(generator, arguments)});
  }
  return graphs;
}

inline std::vector<NamedGraph> graphs_of(const char* variable, const char* otherwise) {
  const char* const text = std::getenv(variable);
  return parse_graphs(text == nullptr ? otherwise : text);
}

// A graph on a device, and what its runs share.
class Problem {
 public:
  Problem(Runtime& runtime, NamedGraph graph, bool outgoing) : name_(std::move(graph.name)), stream_(runtime.device()) {
    DeviceBuildOptions options;
    options.outgoing = outgoing;
    graph_ = std::get<DeviceGraph<std::int32_t>>(
        build_device_graph(stream_, generators::generate(stream_, graph.spec), options));
    source_ = find_source();
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const DeviceGraph<std::int32_t>& graph() const { return graph_; }
  [[nodiscard]] const rows::RowFacts& rows() const { return graph_.row_facts(stream_); }
  [[nodiscard]] GatherShape shape() const { return rows::choose_shape(rows().incoming, stream_.device().kind()); }
  [[nodiscard]] VertexId source() const { return source_; }

 private:
  // The vertex with the most outgoing edges; of several the first from the middle on, which on lattices is not a
  // corner.
  VertexId find_source() {
    const VertexId vertices = graph_.vertex_count();
    Buffer<std::uint32_t> degrees(stream_, vertices, "out degrees");
    rows::count_out_degrees(stream_, graph_.view().incoming.column, degrees);
    std::vector<std::uint32_t> degree = to_host(stream_, degrees);
    std::ranges::rotate(degree, degree.begin() + vertices / 2);
    const auto max = std::ranges::max_element(degree) - degree.begin();
    return static_cast<VertexId>((static_cast<std::uint64_t>(max) + vertices / 2) % vertices);
  }

  std::string name_;
  Stream stream_;
  DeviceGraph<std::int32_t> graph_;
  VertexId source_ = 0;
};

}  // namespace warpgraph::benchmarks
