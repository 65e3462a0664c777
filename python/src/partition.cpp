// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/partitioning/described_options.hpp>
#include <warpgraph/partitioning/entry.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/error.hpp>

#include "arrays.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

namespace warpgraph::python {

namespace {

using partitioning::Partition;
using partitioning::PartitionOptions;

using Texts = std::map<std::string, std::string>;

// `texts`: of described options, by name. `arrays`: what the description has no single value for; the package has
// refused others.
PartitionOptions options_of(std::uint32_t parts, const Texts& texts, const nb::dict& arrays) {
  PartitionOptions options;
  options.parts = parts;
  for (const auto& [name, text] : texts) partitioning::set_option(options, name, text);
  const auto take = [&](const char* name, auto& into) {
    if (arrays.contains(name)) into = nb::cast<std::remove_cvref_t<decltype(into)>>(arrays[name]);
  };
  take("tolerance", options.tolerance);
  take("targets", options.targets);
  take("min_weight", options.min_weight);
  take("max_weight", options.max_weight);
  take("fixed", options.fixed);
  take("start", options.start);
  return options;
}

template <EdgeValueType EdgeValue>
std::vector<std::int64_t> whole_weights(const Graph<EdgeValue>& graph) {
  if constexpr (std::is_integral_v<EdgeValue>)
    return {graph.incoming().value.begin(), graph.incoming().value.end()};
  else if constexpr (graphs::kHasValue<EdgeValue>)
    throw UsageError("partition: weights of edges are whole numbers; weights=False leaves them out");
  else
    return {};
}

nb::tuple partition(const SharedGraph& graph, std::uint32_t parts, bool weights,
                    const std::optional<Array>& vertex_weights, std::uint32_t constraints, const Texts& texts,
                    const nb::dict& arrays) {
  const PartitionOptions options = options_of(parts, texts, arrays);
  std::vector<std::int64_t> vertex_weight;
  if (vertex_weights) {
    const auto each = span_of<std::int64_t>(*vertex_weights);
    vertex_weight.assign(each.begin(), each.end());
  }
  const auto left = std::make_shared<Partition>(interruptibly([=] {
    return graph->on_host([&](const auto& each) {
      if (!each.is_undirected()) throw UsageError("partition: takes undirected graphs only");
      const std::vector<std::int64_t> edge_weight = weights ? whole_weights(each) : std::vector<std::int64_t>();
      partitioning::PartitionInput input{each.incoming().row.span(), each.incoming().column.span()};
      input.edge_weight = edge_weight;
      input.vertex_weight = vertex_weight;
      input.constraints = constraints;
      return partitioning::partition(graph->runtime(), input, options);
    });
  }));
  nb::dict facts;
  facts["cut"] = left->cut;
  facts["imbalance"] = left->imbalance;
  facts["too_heavy_parts"] = left->missed.too_heavy;
  facts["too_light_parts"] = left->missed.too_light;
  facts["torn_parts"] = left->missed.torn;
  facts["levels"] = left->levels.size();
  facts["devices"] = left->devices;
  facts["seconds"] = left->seconds;
  return nb::make_tuple(array_of(std::move(left->part)), facts);
}

}  // namespace

void add_partitions(nb::module_& module) {
  // The description of the options is that of the catalogue, once in a process.
  static const bool is_added = [] {
    algorithms::add_algorithms({partitioning::partition_entry()});
    return true;
  }();
  static_cast<void>(is_added);
  module.def("partition", &partition, nb::arg("graph"), nb::arg("parts"), nb::arg("weights"),
             nb::arg("vertex_weights").none(), nb::arg("constraints"), nb::arg("texts"), nb::arg("arrays"));
}

}  // namespace warpgraph::python
