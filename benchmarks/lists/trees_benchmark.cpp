// SPDX-License-Identifier: Apache-2.0
//
// What trees are asked for (trees.hpp), on trees that are generated and built on the device.
//   trees-components/<tree>   connected components, which rooting begins with
//   trees-root/<tree>         roots, parents, depths, preorder and sizes
//   trees-sums/<tree>         sums of 64-bit integers over subtrees
//   trees-index/<tree>        what common ancestors are found with
//   trees-meet/<tree>         common ancestors of as many random pairs as there are vertices
// Time is the device's. per_second counts vertices, and pairs of trees-meet.
//
// WARPGRAPH_TREES_SIZES: the vertices, as powers of two with commas between. Trees have random ids but for path and
// star: random (a random vertex is the parent of the next), binary, list, path, star.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "graph_names.hpp"
#include "runtime/measure.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms;  // NOLINT(google-build-using-namespace)

struct Shape {
  const char* name;
  const char* generator;
  generators::GeneratorArguments arguments;
};
const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{{"random", "tree", {{"children", "0"}}},
                                      {"binary", "tree", {{"children", "2"}}},
                                      {"list", "list", {}},
                                      {"path", "path", {}},
                                      {"star", "star", {}}};
  return all;
}

class Problem {
 public:
  Problem(const Shape& shape, const std::string& size)
      : runtime_(benchmarks::has_cuda() ? "cuda:0" : "host"), stream_(runtime_.device()) {
    generators::GeneratorArguments arguments = shape.arguments;
    arguments["vertices"] = "2^" + size;
    graph_ = std::get<DeviceGraph<NoValue>>(build_device_graph(
        stream_, generators::generate(stream_, generators::parse_generator(shape.generator, arguments)), {}));
    forest_ = root_forest(stream_, graph_);
    std::vector<VertexId> other(graph_.vertex_count());
    std::uint64_t random = 1;
    for (VertexId& each : other) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      each = static_cast<VertexId>((random >> 32) % other.size());
    }
    other_ = to_device(stream_, other, "pairs");
    std::rotate(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(other.size() / 3), other.end());
    one_ = to_device(stream_, other, "pairs");
    value_ = Buffer<std::int64_t>(stream_, other.size(), "values");
    fill(stream_, value_, 1);
  }
  void components() const { (void)connected_components(stream_, graph_); }
  void root() const { (void)root_forest(stream_, graph_); }
  void sum() const { (void)subtree_sums(stream_, forest_, value_.view()); }
  void index() const { const AncestorIndex index(stream_, forest_); }
  void meet() const {
    if (!index_) index_ = std::make_unique<AncestorIndex>(stream_, forest_);
    (void)index_->common_ancestors(stream_, one_, other_);
  }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] VertexId vertices() const { return graph_.vertex_count(); }

 private:
  Runtime runtime_;
  Stream stream_;
  DeviceGraph<NoValue> graph_;
  RootedForest forest_;
  Buffer<VertexId> one_;
  Buffer<VertexId> other_;
  Buffer<std::int64_t> value_;
  mutable std::unique_ptr<AncestorIndex> index_;
};

// The problem of the benchmark that runs; making one takes longer than measuring it.
const Problem& problem(const Shape& shape, const std::string& size) {
  static std::unique_ptr<Problem> kept;
  static std::string kept_name;
  if (shape.name + size != kept_name) {
    kept.reset();
    kept = std::make_unique<Problem>(shape, size);
    kept_name = shape.name + size;
  }
  return *kept;
}

void add(const std::string& what, const Shape& shape, const std::string& size, void (Problem::*work)() const) {
  benchmark::RegisterBenchmark((what + "/" + shape.name + size).c_str(),
                               [=, &shape](benchmark::State& state) {
                                 const Problem& on = problem(shape, size);
                                 const double microseconds =
                                     benchmarks::time_on_device(state, on.stream(), [&] { (on.*work)(); });
                                 state.counters["per_second"] = on.vertices() / microseconds * 1e6;
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  constexpr const char* kSizes = "WARPGRAPH_TREES_SIZES";
  for (const std::string& size : benchmarks::list_of(kSizes, benchmarks::has_cuda() ? "24" : "14")) {
    (void)benchmarks::whole_number(kSizes, size);
    for (const Shape& shape : shapes()) {
      add("trees-components", shape, size, &Problem::components);
      add("trees-root", shape, size, &Problem::root);
      add("trees-sums", shape, size, &Problem::sum);
      add("trees-index", shape, size, &Problem::index);
      add("trees-meet", shape, size, &Problem::meet);
    }
  }
  return true;
}();

}  // namespace
