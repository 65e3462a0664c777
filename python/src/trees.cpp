// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "arrays.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

namespace warpgraph::python {

namespace {

using Vertices = std::vector<VertexId>;

Vertices vertices_of(const Array& array) {
  const auto each = span_of<VertexId>(array);
  return {each.begin(), each.end()};
}

// A rooted forest on the first device of a graph's runtime, for queries.
class Forest {
 public:
  Forest(const PlacedGraph& graph, const Vertices& roots)
      : stream_(graph.runtime().device(), "forest"), forest_(root(graph, roots)), index_(stream_, forest_) {}

  [[nodiscard]] algorithms::HostForest columns() {
    const std::lock_guard lock(turn_);
    return algorithms::to_host(stream_, forest_);
  }
  [[nodiscard]] Vertices postorder() {
    const std::lock_guard lock(turn_);
    return to_host(stream_, algorithms::postorder(stream_, forest_));
  }
  // Where the vertices of pairs meet, or how far they are from each other.
  [[nodiscard]] Vertices answers(const Vertices& a, const Vertices& b, bool lengths) {
    const std::lock_guard lock(turn_);
    const Buffer<VertexId> first = to_device(stream_, a, "vertices");
    const Buffer<VertexId> second = to_device(stream_, b, "vertices");
    return to_host(stream_, lengths ? index_.path_lengths(stream_, first, second)
                                    : index_.common_ancestors(stream_, first, second));
  }
  [[nodiscard]] VertexId tree_count() const { return forest_.tree_count; }

 private:
  algorithms::RootedForest root(const PlacedGraph& graph, const Vertices& roots) const {
    return graph.on_host([&](const auto& each) {
      const auto there = upload(stream_, each);
      return algorithms::root_forest(stream_, there, {roots});
    });
  }
  Stream stream_;
  algorithms::RootedForest forest_;
  algorithms::AncestorIndex index_;
  std::mutex turn_;
};

std::shared_ptr<Forest> root_forest(const SharedGraph& graph, const Array& roots) {
  return interruptibly([=, from = vertices_of(roots)] { return std::make_shared<Forest>(*graph, from); });
}

nb::dict columns_of(const std::shared_ptr<Forest>& forest) {
  algorithms::HostForest left = interruptibly([=] { return forest->columns(); });
  nb::dict columns;
  columns["root"] = array_of(std::move(left.root));
  columns["parent"] = array_of(std::move(left.parent));
  columns["depth"] = array_of(std::move(left.depth));
  columns["preorder"] = array_of(std::move(left.preorder));
  columns["size"] = array_of(std::move(left.size));
  return columns;
}

nb::object answers(const std::shared_ptr<Forest>& forest, const Array& a, const Array& b, bool lengths) {
  return array_of(interruptibly(
      [=, first = vertices_of(a), second = vertices_of(b)] { return forest->answers(first, second, lengths); }));
}

}  // namespace

void add_trees(nb::module_& module) {
  nb::class_<Forest>(module, "Forest")
      .def_prop_ro("tree_count", &Forest::tree_count)
      .def("columns", &columns_of)
      .def("postorder",
           [](const std::shared_ptr<Forest>& forest) {
             return array_of(interruptibly([=] { return forest->postorder(); }));
           })
      .def("answers", &answers, nb::arg("a"), nb::arg("b"), nb::arg("lengths"));
  module.def("root_forest", &root_forest, nb::arg("graph"), nb::arg("roots"));
}

}  // namespace warpgraph::python
