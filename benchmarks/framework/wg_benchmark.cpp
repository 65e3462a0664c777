// SPDX-License-Identifier: Apache-2.0
//
// A graph to a .wg file and back: from the system's cache and from the disk, which is what "cold" says. What the
// machine allows stands beside it: the same file read into memory by read(2), and nothing done with it. The argument is
// the scale of an R-MAT graph with 16 edges a vertex.

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace {

using namespace warpgraph;  // NOLINT(google-build-using-namespace)

// A folder that goes away with the program, and the graph of one scale in it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "warpgraph-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const AnyGraph& graph(std::int64_t scale) {
    if (scale == scale_) return graph_;
    graph_ = AnyGraph();
    const generators::GeneratorSpec spec = generators::parse_generator("rmat", {{"scale", std::to_string(scale)}});
    graph_ = build_graph(threads_, generators::generate(spec, threads_));
    files::write_wg(file(), graph_, &threads_);
    scale_ = scale;
    return graph_;
  }
  [[nodiscard]] std::filesystem::path file() const { return path_ / "g.wg"; }
  [[nodiscard]] ThreadPool& threads() { return threads_; }

 private:
  ThreadPool threads_;
  std::filesystem::path path_;
  AnyGraph graph_;
  std::int64_t scale_ = -1;
};

Folder& folder() {
  static Folder folder;
  return folder;
}

class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error("cannot open " + path.string());
  }
  ~OpenFile() { ::close(descriptor_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  [[nodiscard]] int get() const { return descriptor_; }

 private:
  int descriptor_;
};

void forget_cached_pages(const std::filesystem::path& path) {
  const OpenFile file(path);
  ::fsync(file.get());
  ::posix_fadvise(file.get(), 0, 0, POSIX_FADV_DONTNEED);
}

void read_plainly(const std::filesystem::path& path, std::vector<char>& buffer, ThreadPool& threads) {
  const OpenFile file(path);
  constexpr std::size_t kPiece = std::size_t{4} << 20;
  threads.for_chunks(buffer.size(), kPiece, [&](std::size_t first, std::size_t last) {
    for (std::size_t at = first; at < last;) {
      const auto got = ::pread(file.get(), &buffer[at], last - at, static_cast<off_t>(at));
      if (got <= 0) throw std::runtime_error("cannot read " + path.string());
      at += static_cast<std::size_t>(got);
    }
  });
}

enum class Cache { kWarm, kCold };

// Times body() over the file of the scale; the rate is that of the file's bytes.
template <class Body>
void over_file(benchmark::State& state, Cache cache, Body&& body) {
  folder().graph(state.range(0));
  const std::filesystem::path path = folder().file();
  for (auto _ : state) {
    if (cache == Cache::kCold) {
      state.PauseTiming();
      forget_cached_pages(path);
      state.ResumeTiming();
    }
    body(path);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(std::filesystem::file_size(path)) * state.iterations());
}

void write_file(benchmark::State& state) {
  const AnyGraph& graph = folder().graph(state.range(0));
  for (auto _ : state) files::write_wg(folder().file(), graph, &folder().threads());
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(folder().file()));
  state.SetBytesProcessed(bytes * state.iterations());
}

void open_file(benchmark::State& state) {
  over_file(state, Cache::kWarm, [](const auto& path) { benchmark::DoNotOptimize(files::read_wg(path)); });
}

void read_raw(benchmark::State& state, Cache cache) {
  folder().graph(state.range(0));
  std::vector<char> buffer(std::filesystem::file_size(folder().file()));
  over_file(state, cache, [&](const auto& path) { read_plainly(path, buffer, folder().threads()); });
}

void open_and_verify(benchmark::State& state, Cache cache) {
  over_file(state, cache, [](const auto& path) {
    benchmark::DoNotOptimize(files::read_wg(path, {.verify = true, .threads = &folder().threads()}));
  });
}

// To a graph in a GPU's memory.
void open_and_upload(benchmark::State& state, Cache cache) {
  Runtime runtime("cuda:0");
  const Stream stream(runtime.device());
  over_file(state, cache, [&](const auto& path) {
    const AnyGraph graph = files::read_wg(path);
    const AnyDeviceGraph uploaded =
        std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
    stream.synchronize();
  });
}

const bool kRegistered = [] {
  const auto add = [](const std::string& name, auto function) {
    auto* const added = benchmark::RegisterBenchmark(("wg/" + name).c_str(), function);
    added->Arg(cuda_devices().empty() ? 20 : 24)->Unit(benchmark::kMillisecond)->UseRealTime();
  };
  add("write", write_file);
  add("open", open_file);
  for (const Cache cache : {Cache::kWarm, Cache::kCold}) {
    const std::string suffix = cache == Cache::kCold ? "_cold" : "";
    add("read_raw" + suffix, [cache](benchmark::State& state) { read_raw(state, cache); });
    add("open_and_verify" + suffix, [cache](benchmark::State& state) { open_and_verify(state, cache); });
    if (!cuda_devices().empty())
      add("open_and_upload" + suffix, [cache](benchmark::State& state) { open_and_upload(state, cache); });
  }
  return true;
}();

}  // namespace
