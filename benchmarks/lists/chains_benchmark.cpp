// SPDX-License-Identifier: Apache-2.0
//
// What searches gain from a graph whose hanging trees and chains were contracted (contraction.hpp), from 16 sources.
//   chains/<graph>/sssp   shortest paths
//   chains/<graph>/bfs    levels of a breadth-first search; on the contracted graph shortest paths, as chains have
//                         lengths
// Time is the device's, and a mean over the sources: of a search in the contracted graph, with the pass that gives all
// vertices their distances. Counters: the same of a run on the whole graph; of a run on the graph that is left, and
// what the pass takes beside it; the contraction and its three parts, all in ms; from how many sources on the
// contraction pays; what is left of the graph. All values are compared with those of the whole graph, and the benchmark
// fails where one differs.
//
// WARPGRAPH_CHAINS_GRAPHS names the graphs, as generator:size, with commas between; "chains:1372x1372" is a road
// network with up to 10 segments between crossings.

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/framework/generate/counter_random.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "graph_names.hpp"
#include "runtime/measure.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms;  // NOLINT(google-build-using-namespace)
using namespace warpgraph::benchmarks;  // NOLINT(google-build-using-namespace)

constexpr std::size_t kSources = 16;

generators::GeneratorSpec spec(const GraphName& name) {
  if (name.generator != "chains") return name.spec({{"weights", "uniform"}});
  const auto times = name.size.find('x');
  return generators::parse_generator("road", {{"width", name.size.substr(0, times)},
                                              {"height", name.size.substr(times + 1)},
                                              {"segments", "10"},
                                              {"keep", "0.3"},
                                              {"weights", "uniform"}});
}

struct CountDifferent {
  View<const std::uint32_t> a;
  View<const std::uint32_t> b;
  View<std::uint32_t> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (a[i] != b[i]) atomic::fetch_add(count[0], 1u);
  }
};

class Problem {
 public:
  explicit Problem(const GraphName& name) : runtime_(has_cuda() ? "cuda:0" : "host"), stream_(runtime_.device()) {
    DeviceEdgeList list = generators::generate(stream_, spec(name));
    DeviceBuildOptions options;
    options.symmetrise = list.direction == Direction::kDirected;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kFirst;
    graph_ = std::get<DeviceGraph<std::int32_t>>(build_device_graph(stream_, std::move(list), options));
    for (std::uint64_t i = 0; i < kSources; ++i)
      sources_.push_back((i * 0x9e3779b97f4a7c15u >> 20) % graph_.vertex_count());
  }

  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const DeviceGraph<std::int32_t>& graph() const { return graph_; }
  [[nodiscard]] const std::vector<VertexName>& sources() const { return sources_; }

 private:
  Runtime runtime_;
  Stream stream_;
  DeviceGraph<std::int32_t> graph_;
  std::vector<VertexName> sources_;
};

// Milliseconds; of runs, a source.
struct Times {
  double whole = 0;
  double searched = 0;    // in the contracted graph, for all vertices
  double contracted = 0;  // on the graph that is left
};

// The contracted graph, and how it is searched.
struct ForPaths {
  using Contracted = ContractedGraph<std::int32_t>;
  static Contracted contracted(const Problem& on) { return contract(on.stream(), on.graph(), {.keep = on.sources()}); }
  template <class Graph>
  static Result<std::uint32_t> search(const Problem& on, const Graph& graph, VertexName source) {
    return sssp(on.stream(), graph, {.source = source});
  }
};
struct ForLevels {
  using Contracted = ContractedGraph<NoValue>;
  static Contracted contracted(const Problem& on) {
    return contract_for_levels(on.stream(), on.graph(), {.keep = on.sources()});
  }
  template <class Graph>
  static Result<std::uint32_t> search(const Problem& on, const Graph& graph, VertexName source) {
    return bfs_levels(on.stream(), graph, {.source = source});
  }
};

template <class Kind>
class Comparison {
 public:
  explicit Comparison(const Problem& on) : on_(on), different_(on.stream(), 1, "different distances") {
    fill(on.stream(), different_, 0);
  }

  Times operator()() {
    for (int run = 0; run < 2; ++run) contracted_ = std::make_unique<Contracted>(Kind::contracted(on_));
    for (const bool is_warm : {false, true}) {
      times_ = {};
      for (const VertexName source : on_.sources()) {
        compare(source);
        if (!is_warm) break;
      }
    }
    return times_;
  }
  [[nodiscard]] std::uint32_t different() { return to_host(on_.stream(), different_).front(); }
  [[nodiscard]] const typename Kind::Contracted& contracted() const { return *contracted_; }

 private:
  using Contracted = typename Kind::Contracted;

  template <class Work>
  double milliseconds(Work&& work) const {
    return device_microseconds(on_.stream(), work) / 1000 / kSources;
  }

  void compare(VertexName source) {
    Result<std::uint32_t> whole;
    Result<std::uint32_t> searched;
    const VertexId number = contracted_->number_of(source);
    times_.whole += milliseconds([&] { whole = Kind::search(on_, on_.graph(), source); });
    times_.searched += milliseconds([&] { searched = Kind::search(on_, *contracted_, source); });
    times_.contracted +=
        milliseconds([&] { (void)sssp(on_.stream(), contracted_->graph(), {.source = std::uint64_t{number}}); });
    kernel::for_each(on_.stream(), whole.values.size(), CountDifferent{whole.values, searched.values, different_});
  }

  const Problem& on_;
  Buffer<std::uint32_t> different_;
  std::unique_ptr<Contracted> contracted_;
  Times times_;
};

// The problem of the benchmark that runs; making one takes longer than measuring it.
const Problem& problem(const GraphName& name) {
  static std::unique_ptr<Problem> kept;
  static std::string kept_name;
  if (name.text() != kept_name) {
    kept.reset();
    kept = std::make_unique<Problem>(name);
    kept_name = name.text();
  }
  return *kept;
}

template <class Kind>
void chains(benchmark::State& state, const GraphName& name) {
  const Problem& on = problem(name);
  Comparison<Kind> comparison(on);
  Times times;
  for (auto _ : state) {
    times = comparison();
    state.SetIterationTime(times.searched / 1000);
  }
  if (comparison.different() != 0) return state.SkipWithError("wrong result");
  const auto& contracted = comparison.contracted();
  const auto [vertices_left, edges_left] = std::visit(
      [](const auto& left) {
        return std::pair(static_cast<double>(left.vertex_count()), static_cast<double>(left.edge_count()));
      },
      contracted.graph());
  const double contraction = contracted.times().total() * 1000;
  const double gain = times.whole - times.searched;
  const double vertices = on.graph().vertex_count();
  state.counters["whole_ms"] = times.whole;
  state.counters["contracted_ms"] = times.contracted;
  state.counters["expand_ms"] = times.searched - times.contracted;
  state.counters["times_whole"] = times.whole / times.searched;
  state.counters["contraction_ms"] = contraction;
  state.counters["peel_ms"] = contracted.times().peel * 1000;
  state.counters["rank_ms"] = contracted.times().rank * 1000;
  state.counters["build_ms"] = contracted.times().build * 1000;
  state.counters["break_even"] = gain > 0 ? contraction / gain : -1;  // -1: at no number of sources
  state.counters["vertices"] = vertices;
  state.counters["vertices_left"] = vertices_left / vertices;
  state.counters["vertices_chained"] = contracted.chained_count() / vertices;
  state.counters["edges_left"] = edges_left / static_cast<double>(on.graph().edge_count());
  state.counters["components_ms"] =
      device_microseconds(on.stream(), [&] { (void)connected_components(on.stream(), on.graph()); }) / 1000;
}

const bool registered = [] {
  const auto graphs = graph_names("WARPGRAPH_CHAINS_GRAPHS",
                                  has_cuda() ? "road:4096x5860,chains:1372x1372" : "road:80x60,chains:20x20");
  for (const GraphName& name : graphs) {
    const auto add = [&](const std::string& search, auto run) {
      benchmark::RegisterBenchmark(("chains/" + name.text() + search).c_str(),
                                   [=](benchmark::State& state) { run(state, name); })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    };
    add("/sssp", chains<ForPaths>);
    add("/bfs", chains<ForLevels>);
  }
  return true;
}();

}  // namespace
