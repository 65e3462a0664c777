// SPDX-License-Identifier: Apache-2.0
//
// What searches gain from a graph whose hanging trees and chains were contracted (contraction.hpp), from 16 sources.
//   chains/<graph>/sssp   shortest paths
//   chains/<graph>/bfs    levels of a breadth-first search; on the contracted graph shortest paths, as chains have
//   lengths
// Time is the device's, and a mean over the sources: of a run on the contracted graph and the pass that gives all
// vertices their distances. Counters: the same of a run on the whole graph, both parts of the time, the contraction and
// its three parts, all in ms; from how many sources on the contraction pays; what is left of the graph. All values are
// compared with those of the whole graph, and the benchmark fails where one differs.
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
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/framework/generate/counter_random.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "contraction.hpp"
#include "graph_names.hpp"
#include "runtime/measure.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::benchmarks;  // NOLINT(google-build-using-namespace)

constexpr std::size_t kSources = 16;

GeneratorSpec spec(const GraphName& name) {
  if (name.generator != "chains") return name.spec({{"weights", "uniform"}});
  const auto times = name.size.find('x');
  return parse_generator("road", {{"width", name.size.substr(0, times)},
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
    DeviceEdgeList list = generate(stream_, spec(name));
    DeviceBuildOptions options;
    options.symmetrise = list.direction == Direction::kDirected;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kFirst;
    graph_ = std::get<DeviceGraph<std::int32_t>>(build_device_graph(stream_, std::move(list), options));
    std::vector<std::uint8_t> stays(graph_.vertex_count());
    for (std::uint64_t i = 0; i < kSources; ++i) {
      sources_.push_back(static_cast<VertexId>((i * 0x9e3779b97f4a7c15u >> 20) % graph_.vertex_count()));
      stays[sources_.back()] = 1;
    }
    stays_ = to_device(stream_, stays, "sources");
  }

  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const DeviceGraph<std::int32_t>& graph() const { return graph_; }
  [[nodiscard]] View<const std::uint8_t> stays() const { return stays_; }
  [[nodiscard]] const std::vector<VertexId>& sources() const { return sources_; }

 private:
  Runtime runtime_;
  Stream stream_;
  DeviceGraph<std::int32_t> graph_;
  std::vector<VertexId> sources_;
  Buffer<std::uint8_t> stays_;
};

// Milliseconds; of runs, a source.
struct Times {
  double peel = 0;
  double rank = 0;
  double build = 0;
  double whole = 0;
  double contracted = 0;
  double expand = 0;
};

class Comparison {
 public:
  Comparison(const Problem& on, bool counts_edges)
      : on_(on),
        counts_edges_(counts_edges),
        all_(on.stream(), on.graph().vertex_count(), "all distances"),
        different_(on.stream(), 1, "different distances") {
    fill(on.stream(), different_, 0);
  }

  Times operator()() {
    for (int run = 0; run < 2; ++run) contract();
    for (const bool is_warm : {false, true}) {
      times_.whole = times_.contracted = times_.expand = 0;
      for (const VertexId source : on_.sources()) {
        compare(source);
        if (!is_warm) break;
      }
    }
    return times_;
  }
  [[nodiscard]] std::uint32_t different() { return to_host(on_.stream(), different_).front(); }
  [[nodiscard]] const Contraction& contraction() const { return *contraction_; }

 private:
  template <class Work>
  double milliseconds(Work&& work) const {
    return device_microseconds(on_.stream(), work) / 1000;
  }

  void contract() {
    contraction_.reset();
    contraction_ = std::make_unique<Contraction>(on_.stream(), on_.graph(), on_.stays(), counts_edges_);
    times_.peel = milliseconds([&] { contraction_->peel_trees(); });
    times_.rank = milliseconds([&] { contraction_->rank_chains(); });
    times_.build = milliseconds([&] { contraction_->build(); });
  }

  void compare(VertexId source) {
    Result<std::uint32_t> whole;
    Result<std::uint32_t> contracted;
    const VertexId number = contraction_->number(source);
    times_.whole += milliseconds([&] {
                      if (counts_edges_) {
                        whole = bfs_levels(on_.stream(), on_.graph(), {.source = source});
                      } else {
                        whole = sssp(on_.stream(), on_.graph(), {.source = source});
                      }
                    }) /
                    kSources;
    times_.contracted +=
        milliseconds([&] { contracted = sssp(on_.stream(), contraction_->graph(), {.source = number}); }) / kSources;
    times_.expand += milliseconds([&] { contraction_->expand(contracted.values, all_); }) / kSources;
    for_each(on_.stream(), all_.size(), CountDifferent{whole.values, all_, different_});
  }

  const Problem& on_;
  bool counts_edges_;
  Buffer<std::uint32_t> all_;
  Buffer<std::uint32_t> different_;
  std::unique_ptr<Contraction> contraction_;
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

void chains(benchmark::State& state, const GraphName& name, bool counts_edges) {
  const Problem& on = problem(name);
  Comparison comparison(on, counts_edges);
  Times times;
  for (auto _ : state) {
    times = comparison();
    state.SetIterationTime((times.contracted + times.expand) / 1000);
  }
  if (comparison.different() != 0) return state.SkipWithError("wrong result");
  const double contraction = times.peel + times.rank + times.build;
  const double gain = times.whole - times.contracted - times.expand;
  const double vertices = on.graph().vertex_count();
  state.counters["whole_ms"] = times.whole;
  state.counters["contracted_ms"] = times.contracted;
  state.counters["expand_ms"] = times.expand;
  state.counters["times_whole"] = times.whole / (times.contracted + times.expand);
  state.counters["contraction_ms"] = contraction;
  state.counters["peel_ms"] = times.peel;
  state.counters["rank_ms"] = times.rank;
  state.counters["build_ms"] = times.build;
  state.counters["break_even"] = gain > 0 ? contraction / gain : -1;  // -1: at no number of sources
  state.counters["vertices"] = vertices;
  state.counters["vertices_left"] = comparison.contraction().graph().vertex_count() / vertices;
  state.counters["vertices_chained"] = static_cast<double>(comparison.contraction().chained()) / vertices;
  state.counters["edges_left"] =
      static_cast<double>(comparison.contraction().graph().edge_count()) / static_cast<double>(on.graph().edge_count());
  state.counters["components_ms"] =
      device_microseconds(on.stream(), [&] { (void)connected_components(on.stream(), on.graph()); }) / 1000;
}

const bool registered = [] {
  const auto graphs = graph_names("WARPGRAPH_CHAINS_GRAPHS",
                                  has_cuda() ? "road:4096x5860,chains:1372x1372" : "road:80x60,chains:20x20");
  for (const GraphName& name : graphs) {
    for (const bool counts_edges : {false, true}) {
      benchmark::RegisterBenchmark(("chains/" + name.text() + (counts_edges ? "/bfs" : "/sssp")).c_str(),
                                   [=](benchmark::State& state) { chains(state, name, counts_edges); })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
