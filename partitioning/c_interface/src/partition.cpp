// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/c_interface.h>
#include <warpgraph/partitioning/described_options.hpp>
#include <warpgraph/partitioning/partition.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>
#include <warpgraph/runtime/option.hpp>

#include "any_algorithm.hpp"
#include "handles.hpp"
#include "options.hpp"
#include "status.hpp"

namespace warpgraph::c_interface {
namespace {

const option::Option& described(const std::vector<option::Option>& all, std::string_view name) {
  return *std::ranges::find(all, name, &option::Option::name);
}

// The enumerators of C number the choices of an option, in their order.
std::int32_t standard_choice(std::string_view name) {
  const std::vector<option::Option> all = partitioning::describe_options();
  const option::Option& one = described(all, name);
  const auto found = std::ranges::find(one.choices, std::get<std::string>(one.default_value));
  return static_cast<std::int32_t>(found - one.choices.begin());
}
void choose(partitioning::PartitionOptions& options, const std::string& name, std::int32_t number) {
  const std::vector<option::Option> all = partitioning::describe_options();
  const std::vector<std::string>& choices = described(all, name).choices;
  require(number >= 0 && static_cast<std::size_t>(number) < choices.size(),
          "options: there is no " + name + ' ' + std::to_string(number));
  partitioning::set_option(options, name, choices[static_cast<std::size_t>(number)]);
}

warpgraph_partition_options standard_options() {
  const partitioning::PartitionOptions standard;
  warpgraph_partition_options options{};
  options.size = sizeof options;
  options.constraints = 1;
  options.tolerance = standard.tolerance.front();
  options.objective = standard_choice("objective");
  options.preset = standard_choice("preset");
  options.seed = standard.seed;
  options.method = WARPGRAPH_METHOD_MULTILEVEL;
  return options;
}

// "preset=strong,seed=7"
void set_by_name(partitioning::PartitionOptions& options, const char* text) {
  const std::vector<option::Option> all = partitioning::describe_options();
  for (const auto& [name, given] : parse_arguments(text)) {
    require(name != "parts", "options: by_name has \"parts\", which warpgraph_partition takes by itself");
    require(given.texts.size() == 1, "options: by_name has \"" + name + "\" twice");
    try {
      partitioning::set_option(options, name, given.texts.front());
    } catch (const UsageError& error) {
      throw UsageError("options: " + without_dashes(support::message_of(error), all));
    }
  }
  partitioning::repeat_weights(options);
}

template <class T>
std::vector<T> array_of(const T* array, std::size_t size) {
  return array == nullptr ? std::vector<T>{} : std::vector<T>(array, array + size);
}

// From the order of results to that of the graph. -1 is a free vertex.
std::vector<std::uint32_t> parts_of(const std::int64_t* parts, const std::vector<VertexId>& place, const char* name) {
  if (parts == nullptr) return {};
  std::vector<std::uint32_t> result(place.size());
  for (std::size_t v = 0; v < place.size(); ++v) {
    const std::int64_t part = parts[place[v]];
    require(part >= -1 && part < std::int64_t{partitioning::kFreePart},
            std::string("options: ") + name + " has the part " + std::to_string(part));
    result[v] = part == -1 ? partitioning::kFreePart : static_cast<std::uint32_t>(part);
  }
  return result;
}

partitioning::PartitionOptions options_for(const warpgraph_partition_options& given, std::int64_t parts,
                                           const std::vector<VertexId>& place) {
  require(parts >= 1 && parts < std::int64_t{partitioning::kFreePart},
          "there cannot be " + std::to_string(parts) + " parts");
  const auto count = static_cast<std::size_t>(parts);
  partitioning::PartitionOptions options;
  options.parts = static_cast<std::uint32_t>(parts);
  const auto constraints = static_cast<std::size_t>(given.constraints);
  options.tolerance = {given.tolerance};
  if (given.tolerances != nullptr) options.tolerance = array_of(given.tolerances, constraints);
  options.targets = array_of(given.targets, count * constraints);
  options.min_weight = array_of(given.min_weight, count);
  options.max_weight = array_of(given.max_weight, count);
  options.fixed = parts_of(given.fixed, place, "fixed");
  options.start = parts_of(given.start, place, "start");
  options.connected = given.connected != 0;
  choose(options, "objective", given.objective);
  choose(options, "preset", given.preset);
  require(given.method == WARPGRAPH_METHOD_MULTILEVEL,
          "options: there is no method " + std::to_string(given.method) + "; by_name names others than multilevel");
  options.seed = given.seed;
  set_by_name(options, given.by_name);
  return options;
}

// `count` numbers of each vertex, from the order of results to that of the graph.
std::vector<std::int64_t> in_graph_order(const std::int64_t* numbers, std::size_t count,
                                         const std::vector<VertexId>& place) {
  if (numbers == nullptr) return {};
  std::vector<std::int64_t> result(place.size() * count);
  for (std::size_t v = 0; v < place.size(); ++v)
    for (std::size_t j = 0; j < count; ++j) result[v * count + j] = numbers[place[v] * count + j];
  return result;
}

// In the order of the graph: those that are given, or its own.
std::vector<std::int64_t> vertex_weights(const warpgraph_partition_options& given, const std::vector<VertexId>& place,
                                         const VertexWeights& own) {
  if (given.vertex_weight == nullptr) {
    const std::size_t count = own.values.empty() ? 1 : static_cast<std::size_t>(own.count);
    require(static_cast<std::size_t>(given.constraints) == count,
            "options: constraints is " + std::to_string(given.constraints) + ", and the weights of a vertex are " +
                std::to_string(count) + " in the graph");
    return {own.values.begin(), own.values.end()};
  }
  return in_graph_order(given.vertex_weight, static_cast<std::size_t>(given.constraints), place);
}

template <class Value>
std::vector<std::int64_t> edge_weights(const Graph<Value>& graph) {
  if constexpr (std::is_floating_point_v<Value>)
    require(graph.edge_count() == 0, "the weights of the edges are no whole numbers, which a partition needs");
  else if constexpr (!std::is_same_v<Value, NoValue>)
    return {graph.incoming().value.begin(), graph.incoming().value.end()};
  return {};
}

partitioning::Partition partition_graph(const warpgraph_graph& handle, std::int64_t parts,
                                        const warpgraph_partition_options& given) {
  require(given.constraints >= 1 && given.constraints <= std::numeric_limits<std::int32_t>::max(),
          "options: constraints cannot be " + std::to_string(given.constraints));
  std::vector<VertexId> place = results::user_order(handle.ids());
  if (place.empty()) {
    place.resize(handle.vertex_count());
    std::iota(place.begin(), place.end(), VertexId{0});
  }
  const partitioning::PartitionOptions options = options_for(given, parts, place);
  return std::visit(
      [&](const auto& device_graph) {
        require(device_graph.is_undirected() || device_graph.edge_count() == 0,
                "a partition is of an undirected graph; this one is directed");
        const auto graph = download(handle.stream, device_graph);
        const std::vector<std::int64_t> edge_weight = edge_weights(graph);
        const std::vector<std::int64_t> vertex_weight = vertex_weights(given, place, device_graph.vertex_weights());
        const std::vector<std::int64_t> vertex_size = in_graph_order(given.vertex_size, 1, place);
        const partitioning::PartitionInput input{graph.incoming().row.span(),
                                                 graph.incoming().column.span(),
                                                 edge_weight,
                                                 vertex_weight,
                                                 static_cast<std::uint32_t>(given.constraints),
                                                 vertex_size};
        return given.all_devices != 0 ? partitioning::partition(*handle.runtime, input, options)
                                      : partitioning::partition(handle.stream, input, options);
      },
      handle.graph);
}

}  // namespace
}  // namespace warpgraph::c_interface

using namespace warpgraph;               // NOLINT(google-build-using-namespace)
using namespace warpgraph::c_interface;  // NOLINT(google-build-using-namespace)

warpgraph_status warpgraph_partition_options_init(warpgraph_partition_options* options, size_t size) {
  return guarded([&] { initialise(options, size, standard_options()); });
}

warpgraph_status warpgraph_partition(const warpgraph_graph* graph, int64_t parts,
                                     const warpgraph_partition_options* options, int64_t* cut,
                                     warpgraph_result** result) {
  return create(result, [&] {
    const warpgraph_graph& handle = required(graph, "graph");
    const partitioning::Partition found = partition_graph(handle, parts, options_of(options, standard_options()));
    auto values = results::in_user_order(std::vector<std::int64_t>(found.part.begin(), found.part.end()), handle.ids());
    if (cut != nullptr) *cut = found.cut;
    auto made = std::make_unique<warpgraph_result>(warpgraph_result{alone({"part", std::move(values)}), {}});
    if (found.missed.any()) made->report.end = RunEnd::kStopped;
    return made;
  });
}
