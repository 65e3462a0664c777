// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/generate/generator.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/io/file_format.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/ranks/build_part.hpp>
#include <warpgraph/framework/ranks/generate_graph.hpp>
#include <warpgraph/framework/ranks/read_graph.hpp>
#include <warpgraph/runtime/error.hpp>

#include "arrays.hpp"
#include "choice.hpp"
#include "cleaning.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

// What graphs are made of: arrays, files and generators.
namespace warpgraph::python {

namespace {

using SharedDevices = std::shared_ptr<Devices>;

IdMap ids_of(const std::optional<Array>& ids) {
  if (!ids) return {};
  const auto names = span_of<std::uint64_t>(*ids);
  return {0, {names.begin(), names.end()}};
}

SharedGraph placed(const SharedDevices& devices, AnyGraph graph) {
  return std::make_shared<PlacedGraph>(*devices, on(*devices->runtime, std::move(graph)));
}

// Borrows what Graph::from_csr borrows.
SharedGraph of_rows(const SharedDevices& devices, const Array& row, const Array& column,
                    const std::optional<Array>& weight, bool incoming, bool undirected, bool sorted,
                    const std::optional<Array>& ids) {
  CsrOptions options;
  options.rows = incoming ? CsrRows::kIncoming : CsrRows::kOutgoing;
  options.undirected = undirected;
  options.order = sorted ? ColumnOrder::kAscending : ColumnOrder::kAny;
  options.ids = ids_of(ids);
  std::vector<std::shared_ptr<const void>> owners = {owner_of(row), owner_of(column)};
  if (weight) owners.push_back(owner_of(*weight));
  const IntegerSpan rows = integers_of(row);
  const IntegerSpan columns = integers_of(column);
  const auto make = [=, owner = std::shared_ptr<const void>(std::make_shared<decltype(owners)>(owners))](auto values) {
    return interruptibly([=] {
      using EdgeValue = std::remove_const_t<typename decltype(values)::element_type>;
      ThreadPool& threads = devices->runtime->threads();
      auto graph = Graph<EdgeValue>::from_csr(threads, rows, columns, values, options, owner);
      return placed(devices, with_outgoing(threads, std::move(graph)));
    });
  };
  if (!weight) return make(std::span<const NoValue>());
  return visit_values(*weight, make);
}

template <class T>
std::vector<T> copied(std::span<const T> values) {
  return {values.begin(), values.end()};
}

SharedGraph of_edges(const SharedDevices& devices, VertexId vertices, const Array& source, const Array& target,
                     const std::optional<Array>& weight, const std::string& direction, const std::string& duplicates,
                     bool drop_self_loops, bool symmetrise, const std::optional<Array>& ids) {
  EdgeList edges;
  edges.vertex_count = vertices;
  edges.source = copied(span_of<VertexId>(source));
  edges.target = copied(span_of<VertexId>(target));
  if (weight) edges.values = visit_values(*weight, [](const auto& values) { return EdgeValues(copied(values)); });
  edges.direction = chosen<Direction>(
      direction,
      {{"directed", Direction::kDirected}, {"once", Direction::kUndirectedOnce}, {"both", Direction::kUndirectedBoth}},
      "direction");
  edges.ids = ids_of(ids);
  const BuildOptions build = Cleaning{duplicates, drop_self_loops, symmetrise}.options();
  const auto list = std::make_shared<EdgeList>(std::move(edges));
  return interruptibly([=] {
    Runtime& runtime = *devices->runtime;
    if (runtime.ranks() == nullptr) return placed(devices, build_graph(runtime.threads(), std::move(*list), build));
    BuildOptions of_part = build;
    of_part.outgoing = false;
    ranks::AnyGraphPart part = ranks::build_part(*runtime.ranks(), runtime.threads(), std::move(*list), of_part);
    return std::make_shared<PlacedGraph>(*devices, on(runtime, std::move(part)));
  });
}

SharedGraph read(const SharedDevices& devices, const std::string& path, const std::string& format,
                 const std::string& weights, const std::string& direction, const std::string& vertices,
                 const std::string& duplicates, bool drop_self_loops, bool symmetrise, const nb::object& remark) {
  using files::WeightType;
  ReadGraphOptions options;
  if (!format.empty() && format != "wg") options.read.format = files::parse_file_format(format);
  options.read.vertices = vertices;
  options.read.weights = chosen<WeightType>(weights,
                                            {{"auto", WeightType::kAuto},
                                             {"none", WeightType::kNone},
                                             {"int32", WeightType::kInt32},
                                             {"int64", WeightType::kInt64},
                                             {"float32", WeightType::kFloat},
                                             {"float64", WeightType::kDouble}},
                                            "weights");
  if (!direction.empty())
    options.read.direction = chosen<Direction>(direction,
                                               {{"directed", Direction::kDirected},
                                                {"once", Direction::kUndirectedOnce},
                                                {"both", Direction::kUndirectedBoth}},
                                               "direction");
  const auto remarks = std::make_shared<std::vector<std::string>>();
  options.read.remark = [remarks](const std::string& text) { remarks->push_back(text); };
  options.build = Cleaning{duplicates, drop_self_loops, symmetrise}.options();
  SharedGraph graph = interruptibly(
      [=] { return std::make_shared<PlacedGraph>(*devices, read_graph(*devices->runtime, path, options)); });
  for (const std::string& text : *remarks) remark(text);
  return graph;
}

SharedGraph generate(const SharedDevices& devices, const std::string& name,
                     const std::map<std::string, std::string>& parameters, const std::string& duplicates,
                     bool drop_self_loops, bool symmetrise) {
  const generators::GeneratorSpec spec =
      generators::parse_generator(name, generators::GeneratorArguments(parameters.begin(), parameters.end()));
  const BuildOptions build = Cleaning{duplicates, drop_self_loops, symmetrise}.options();
  return interruptibly([=] {
    Runtime& runtime = *devices->runtime;
    if (runtime.ranks() == nullptr)
      return placed(devices, build_graph(runtime.threads(), generators::generate(spec, runtime.threads()), build));
    GenerateGraphOptions options;
    options.build = build;
    options.build.outgoing = false;
    options.outgoing = false;
    return std::make_shared<PlacedGraph>(
        *devices,
        generate_graph(runtime, name, generators::GeneratorArguments(parameters.begin(), parameters.end()), options));
  });
}

nb::list describe_formats() {
  nb::list all;
  for (const files::FileFormatInfo& info : files::file_formats()) {
    nb::dict format;
    format["name"] = std::string(info.name);
    format["extensions"] = std::string(info.extensions);
    format["summary"] = std::string(info.summary);
    all.append(format);
  }
  return all;
}

}  // namespace

void add_sources_of_graphs(nb::module_& module) {
  module.def("graph_of_rows", &of_rows, nb::arg("devices"), nb::arg("row"), nb::arg("column"), nb::arg("weight").none(),
             nb::arg("incoming"), nb::arg("undirected"), nb::arg("sorted"), nb::arg("ids").none());
  module.def("graph_of_edges", &of_edges, nb::arg("devices"), nb::arg("vertices"), nb::arg("source"), nb::arg("target"),
             nb::arg("weight").none(), nb::arg("direction"), nb::arg("duplicates"), nb::arg("drop_self_loops"),
             nb::arg("symmetrise"), nb::arg("ids").none());
  module.def("read_graph", &read, nb::arg("devices"), nb::arg("path"), nb::arg("format"), nb::arg("weights"),
             nb::arg("direction"), nb::arg("vertices"), nb::arg("duplicates"), nb::arg("drop_self_loops"),
             nb::arg("symmetrise"), nb::arg("remark"));
  module.def("generate_graph", &generate, nb::arg("devices"), nb::arg("name"), nb::arg("parameters"),
             nb::arg("duplicates"), nb::arg("drop_self_loops"), nb::arg("symmetrise"));
  module.def("file_formats", &describe_formats);
}

}  // namespace warpgraph::python
