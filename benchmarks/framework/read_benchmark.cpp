// SPDX-License-Identifier: Apache-2.0
//
// How fast the readers are, for every format. The argument is the number of threads; the rate is the
// bytes of the file for each second of processor time, so what one core does.

#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/io/write_edge_list.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph {
namespace {

constexpr VertexId kVertices = 1u << 18;
constexpr VertexId kDegree = 16;  // edges of each vertex, counted once

// Simple and undirected, so that every format can hold it, with ids in no order.
EdgeList make_graph() {
  EdgeList list;
  list.vertex_count = kVertices;
  list.direction = Direction::kUndirectedOnce;
  std::vector<std::int32_t> weights;
  const auto name = [](VertexId v) { return v * 0x9e3779b1u & (kVertices - 1); };
  for (VertexId v = 0; v < kVertices; ++v) {
    for (VertexId k = 1; k <= kDegree; ++k) {
      list.source.push_back(name(v));
      list.target.push_back(name(v + 17 * k * k * k));
      weights.push_back(static_cast<std::int32_t>(name(v * kDegree + k) % 255 + 1));
    }
  }
  list.values = std::move(weights);
  return list;
}

// The graph in all formats, in a folder that goes away with the program.
class Files {
 public:
  Files() {
    std::string name = (std::filesystem::temp_directory_path() / "warpgraph-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    const EdgeList graph = make_graph();
    for (const std::string& file : kNames) {
      files::WriteOptions options;
      options.weights = !file.starts_with("plain");
      files::write_edge_list(folder_ / file, graph, options);
    }
    write_wide_ids(graph);
  }
  ~Files() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }

  static inline const std::vector<std::string> kNames = {
      "plain.el",     "weighted.wel", "weighted.txt.gz", "weighted.txt.zst", "plain.mtx",
      "weighted.mtx", "plain.graph",  "weighted.graph",  "weighted.gr",      "plain.col",
      "weighted.vgr", "plain.sg",     "weighted.wsg",    "weighted.egr"};

 private:
  void write_wide_ids(EdgeList graph) const {
    for (std::uint64_t v = 0; v < kVertices; ++v) {
      graph.ids.original.push_back((v << 40) + v * v);
    }
    files::WriteOptions options;
    options.weights = false;
    files::write_edge_list(folder_ / "wide_ids.el", graph, options);
  }

  std::filesystem::path folder_;
};

void read(benchmark::State& state, const std::string& name) {
  static const Files files;
  ThreadPool pool(static_cast<unsigned>(state.range(0)));
  files::ReadOptions options;
  options.pool = &pool;
  const std::filesystem::path path = files.path(name);
  for (auto _ : state) benchmark::DoNotOptimize(files::read_edge_list(path, options));
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
  state.SetBytesProcessed(state.iterations() * bytes);
}

int register_all() {
  std::vector<std::string> names = Files::kNames;
  names.push_back("wide_ids.el");
  for (const std::string& name : names) {
    benchmark::RegisterBenchmark(("read/" + name).c_str(), [name](benchmark::State& state) { read(state, name); })
        ->Arg(1)
        ->Arg(2)
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime();
  }
  return 0;
}

[[maybe_unused]] const int kRegistered = register_all();

}  // namespace
}  // namespace warpgraph
