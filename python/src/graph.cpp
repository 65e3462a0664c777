// SPDX-License-Identifier: Apache-2.0
#include "graph.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/framework/io/file_format.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/io/write_edge_list.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/error.hpp>

#include "arrays.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

namespace warpgraph::python {

namespace {

template <EdgeValueType EdgeValue>
nb::object rows_of(const Adjacency<EdgeValue>& adjacency) {
  nb::object values = nb::none();
  if constexpr (graphs::kHasValue<EdgeValue>) values = array_of(adjacency.value);
  return nb::make_tuple(array_of(adjacency.row), array_of(adjacency.column), values);
}

nb::object incoming(const PlacedGraph& graph) {
  return graph.on_host([](const auto& each) { return rows_of(each.incoming()); });
}

nb::object outgoing(const PlacedGraph& graph) {
  return graph.on_host([](const auto& each) { return each.has_outgoing() ? rows_of(each.outgoing()) : nb::none(); });
}

// What the vertices are called; None where that is their numbers from the base on.
nb::object original_ids(const PlacedGraph& graph) {
  return graph.on_host([](const auto& each) -> nb::object {
    if (each.ids().original.empty()) return nb::none();
    return array_of(std::vector<std::uint64_t>(each.ids().original));
  });
}

VertexRange own_vertices(const PlacedGraph& graph) { return algorithms::PlacedGraphView(graph.graph()).own(); }

nb::tuple own_range(const PlacedGraph& graph) {
  const VertexRange own = own_vertices(graph);
  return nb::make_tuple(own.first, own.last);
}

// What the vertices of this rank are called.
nb::object own_names(const PlacedGraph& graph) {
  std::vector<std::uint64_t> names = std::visit(
      []<class EdgeValue>(const GraphOn<EdgeValue>& each) {
        const VertexRange own = each.is_part() ? each.part().own : VertexRange{0, each.graph().vertex_count()};
        std::vector<std::uint64_t> all(own.size());
        for (VertexId i = 0; i < own.size(); ++i) {
          if (!each.is_part())
            all[i] = each.graph().ids().name_of(i).value();
          else
            all[i] = each.part().ids.empty() ? each.part().id_of(own.first + i) : each.part().ids[i];
        }
        return all;
      },
      graph.graph());
  return array_of(std::move(names));
}

SharedGraph placed_on(const PlacedGraph& graph, const std::shared_ptr<Devices>& devices) {
  return std::visit(
      [&]<class EdgeValue>(const GraphOn<EdgeValue>& each) {
        std::shared_ptr<const Graph<EdgeValue>> host(std::make_shared<GraphOn<EdgeValue>>(each), &each.graph());
        return std::make_shared<PlacedGraph>(*devices, GraphOn<EdgeValue>(*devices->runtime, std::move(host)));
      },
      graph.graph());
}

// The same graph on the first `devices` devices of the runtime, whether they pay or not.
SharedGraph spread_over(const PlacedGraph& graph, int devices) {
  return std::visit(
      [&]<class EdgeValue>(const GraphOn<EdgeValue>& each) {
        std::shared_ptr<const Graph<EdgeValue>> host(std::make_shared<GraphOn<EdgeValue>>(each), &each.graph());
        SpreadOptions spread;
        spread.devices = devices;
        return std::make_shared<PlacedGraph>(graph.devices(),
                                             GraphOn<EdgeValue>(graph.runtime(), std::move(host), std::move(spread)));
      },
      graph.graph());
}

void write(const SharedGraph& graph, const std::string& path, const std::string& format, bool weights) {
  interruptibly([=] {
    graph->on_host([&](const auto& each) {
      ThreadPool& threads = graph->runtime().threads();
      if (format == "wg" || (format.empty() && path.ends_with(".wg"))) {
        if (weights || !graphs::kHasValue<typename std::remove_cvref_t<decltype(each)>::value_type>) {
          files::write_wg(path, each, &threads);
          return;
        }
        throw UsageError("write: a .wg file keeps the weights that there are");
      }
      files::WriteOptions options;
      options.pool = &threads;
      options.weights = weights;
      if (!format.empty()) options.format = files::parse_file_format(format);
      files::write_edge_list(path, to_edge_list(threads, each), options);
    });
  });
}

thread_local std::vector<const PlacedGraph*> calling_back;  // of this thread, the last one innermost

using Function = void (*)(const AnyGraphOn* graph, void* argument);

void call(const SharedGraph& graph, std::uintptr_t function, std::uintptr_t argument) {
  graph->expect_no_run_calls_here();
  interruptibly([=] {
    graph->in_turn([&](const AnyGraphOn& each) {
      reinterpret_cast<Function>(function)(&each, reinterpret_cast<void*>(argument));
    });
  });
}

}  // namespace

PlacedGraph::CallBack::CallBack(const PlacedGraph& graph) { calling_back.push_back(&graph); }
PlacedGraph::CallBack::~CallBack() { calling_back.pop_back(); }

void PlacedGraph::expect_no_run_calls_here() const {
  if (std::ranges::find(calling_back, this) == calling_back.end()) return;
  throw UsageError("a run on this graph has called the function that asks for another; the graph serves one at a time");
}

void add_graphs(nb::module_& module) {
  nb::class_<PlacedGraph>(module, "Graph")
      .def_prop_ro("vertex_count", [](const PlacedGraph& graph) { return vertex_count(graph.graph()); })
      .def_prop_ro("edge_count", [](const PlacedGraph& graph) { return edge_count(graph.graph()); })
      .def_prop_ro("is_undirected",
                   [](const PlacedGraph& graph) {
                     return std::visit([](const auto& each) { return each.is_undirected(); }, graph.graph());
                   })
      .def_prop_ro(
          "has_outgoing",
          [](const PlacedGraph& graph) { return graph.on_host([](const auto& each) { return each.has_outgoing(); }); })
      .def_prop_ro("weight_type",
                   [](const PlacedGraph& graph) {
                     return std::visit(
                         []<class EdgeValue>(const GraphOn<EdgeValue>&) {
                           return std::string(to_string(value_type<EdgeValue>()));
                         },
                         graph.graph());
                   })
      .def_prop_ro(
          "bytes",
          [](const PlacedGraph& graph) { return graph.on_host([](const auto& each) { return each.size_bytes(); }); })
      .def_prop_ro("devices", [](const PlacedGraph& graph) { return graph.devices().text; })
      .def_prop_ro(
          "first_id",
          [](const PlacedGraph& graph) { return graph.on_host([](const auto& each) { return each.ids().base; }); })
      .def("original_ids", &original_ids)
      .def_prop_ro("is_part",
                   [](const PlacedGraph& graph) {
                     return std::visit([](const auto& each) { return each.is_part(); }, graph.graph());
                   })
      .def("own_range", &own_range, "The vertices of this rank.")
      .def("own_names", &own_names)
      .def("incoming", &incoming)
      .def("outgoing", &outgoing)
      .def("placed_on", &placed_on, nb::arg("devices"))
      .def("spread_over", &spread_over, nb::arg("devices"))
      .def("leave_devices",
           [](const SharedGraph& graph) {
             graph->expect_no_run_calls_here();
             interruptibly([=] {
               graph->in_turn([](const AnyGraphOn& each) {
                 std::visit(
                     [](const auto& one) { const_cast<std::remove_cvref_t<decltype(one)>&>(one).leave_devices(); },
                     each);
               });
             });
           })
      .def("write", &write, nb::arg("path"), nb::arg("format") = "", nb::arg("weights") = true)
      .def_prop_ro(
          "address", [](const PlacedGraph& graph) { return reinterpret_cast<std::uintptr_t>(&graph.graph()); },
          "Where the warpgraph::AnyGraphOn is, for libraries that are linked with libwarpgraph.so")
      .def("call", &call, nb::arg("function"), nb::arg("argument"),
           "Calls void function(const warpgraph::AnyGraphOn* graph, void* argument), given by its address, in the "
           "graph's turn and without the interpreter's lock; what it throws is raised. Ctrl-C leaves the call before "
           "the function returns: the argument must stay for good then.");
}

}  // namespace warpgraph::python
