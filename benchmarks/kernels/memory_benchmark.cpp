// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "memory_kernels.hpp"
#include "runtime/measure.hpp"

// What the memory does, by which the kernels of graphs are judged: how fast it streams; what is left of that where
// words are touched with gaps or in random order, by the size of a word; how many random accesses it makes by the size
// of the array, which shows its caches and how far its address translation reaches; and how long one access takes that
// waits for the one before. Bytes are those that the kernel asked for, not those that moved. memory_page.py draws the
// results.
namespace warpgraph::benchmarks {
namespace {

struct Sizes {
  std::uint64_t array_bytes;    // for words of all sizes: far beyond the caches
  std::uint64_t strided_bytes;  // few of whose words are touched where the stride is long
  std::uint32_t accesses;       // of words that lie anywhere
  std::uint32_t walkers;        // as many lanes as run at once
  std::uint32_t steps;          // of each of these walkers
  std::uint32_t steps_alone;    // of a walker alone: many times as many as a small array has words
};

Sizes sizes(const Device& device) {
  const auto lanes = static_cast<std::uint32_t>(device.info().multiprocessors) * 2048;
  if (has_cuda()) return {1ull << 30, 1ull << 32, 1u << 27, lanes, 512, 1u << 14};
  return {1ull << 26, 1ull << 28, 1u << 21, 64, 1u << 14, 1u << 16};
}

class Machine {
 public:
  Machine() : runtime_(has_cuda() ? "cuda:0" : "host"), stream_(runtime_.device()), size(sizes(runtime_.device())) {}

  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] kernel::Warps warps() const { return {size.walkers / kernel::Warp::kSize}; }

 private:
  Runtime runtime_;
  Stream stream_;

 public:
  const Sizes size;
};

// Benchmarks are called several times each, and a runtime takes longer to make than most of them.
const Machine& the_machine() {
  static const Machine machine;
  return machine;
}

void report(benchmark::State& state, std::uint64_t accesses, std::uint64_t bytes) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(accesses));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

template <class T>
void read_words(benchmark::State& state, const Machine& machine, std::uint64_t bytes, std::uint32_t count,
                std::uint32_t stride) {
  const StreamRef stream = machine.stream();
  Buffer<T> in(stream, bytes / sizeof(T), "in");
  Buffer<std::uint32_t> sum(stream, 1, "sum");
  fill(stream, in, word_of<T>(1));
  fill(stream, sum, 0u);
  const Accesses accesses{count, Order::make(in.size(), stride)};
  const auto read = [&] { kernel::launch(stream, machine.warps(), ReadWords<T>{accesses, in, sum}); };
  read();
  if (to_host(stream, sum).front() != count) state.SkipWithError("wrong result");
  time_on_device(state, stream, read);
  report(state, count, std::uint64_t{count} * sizeof(T));
}

template <class T>
void read_all(benchmark::State& state, bool scattered) {
  const Machine& machine = the_machine();
  const std::uint64_t bytes = machine.size.array_bytes;
  read_words<T>(state, machine, bytes, static_cast<std::uint32_t>(bytes / sizeof(T)), scattered ? 0 : 1);
}

void read_strided(benchmark::State& state, std::uint32_t stride) {
  const Machine& machine = the_machine();
  const std::uint64_t bytes = machine.size.strided_bytes;
  read_words<std::uint32_t>(state, machine, bytes, static_cast<std::uint32_t>(bytes / 4 / stride), stride);
}

void gather(benchmark::State& state, std::uint64_t bytes) {
  const Machine& machine = the_machine();
  read_words<std::uint32_t>(state, machine, bytes, machine.size.accesses, 0);
}

template <class T>
void write_all(benchmark::State& state, bool scattered) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  Buffer<T> out(stream, machine.size.array_bytes / sizeof(T), "out");
  const auto count = static_cast<std::uint32_t>(out.size());
  const Accesses accesses{count, Order::make(out.size(), scattered ? 0 : 1)};
  time_on_device(state, stream, [&] { kernel::launch(stream, machine.warps(), WriteWords<T>{accesses, out}); });
  const auto words = to_host(stream, out.view().subview(0, 1 << 16));
  for (std::uint32_t i = 0; i < words.size(); ++i)
    if (value_of(words[i]) != value_of(word_of<T>(i))) state.SkipWithError("wrong result");
  report(state, count, std::uint64_t{count} * sizeof(T));
}

template <class T>
void copy_all(benchmark::State& state) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  Buffer<T> in(stream, machine.size.array_bytes / sizeof(T), "in");
  Buffer<T> out(stream, in.size(), "out");
  fill(stream, in, word_of<T>(77));
  const auto count = static_cast<std::uint32_t>(in.size());
  const Accesses accesses{count, Order::make(in.size(), 1)};
  time_on_device(state, stream, [&] { kernel::launch(stream, machine.warps(), CopyWords<T>{accesses, in, out}); });
  if (value_of(to_host(stream, out.view().subview(out.size() - 1, 1)).front()) != 77)
    state.SkipWithError("wrong result");
  report(state, count, 2 * std::uint64_t{count} * sizeof(T));
}

void add_to_words(benchmark::State& state, std::uint64_t bytes) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  Buffer<std::uint32_t> out(stream, bytes / 4, "out");
  fill(stream, out, 0u);
  const Accesses accesses{machine.size.accesses, Order::make(out.size(), 0)};
  time_on_device(state, stream, [&] { kernel::launch(stream, machine.warps(), AddToWords{accesses, out}); });
  report(state, accesses.count, std::uint64_t{accesses.count} * 4);
}

template <int kChains>
void chase(benchmark::State& state, bool alone, std::uint64_t bytes) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  Buffer<std::uint32_t> next(stream, bytes / 4, "next");
  const Successors successors{static_cast<std::uint32_t>(next.size() - 1)};
  kernel::for_each(stream, next.size(), LinkWords{successors, next});
  const std::uint32_t lanes = alone ? 1 : machine.size.walkers;
  const std::uint32_t steps = alone ? machine.size.steps_alone : machine.size.steps;
  Buffer<std::uint32_t> walkers(stream, std::size_t{lanes} * kChains, "walkers");
  kernel::for_each(stream, walkers.size(), PlaceWalkers{successors, walkers});
  const Chase<kChains> kernel{steps, next, walkers};
  const double microseconds = time_on_device(state, stream, [&] { kernel::for_each(stream, lanes, kernel); });
  std::uint32_t expected = successors.start(0);
  const std::uint64_t runs = static_cast<std::uint64_t>(state.iterations()) + 1;  // and the one that warms up
  for (std::uint64_t i = 0; i < runs * steps; ++i) expected = successors.after(expected);
  if (to_host(stream, walkers).front() != expected) state.SkipWithError("wrong result");
  const std::uint64_t accesses = std::uint64_t{lanes} * kChains * steps;
  report(state, accesses, accesses * 4);
  if (alone) state.counters["step_ns"] = microseconds * 1e3 / steps;
}

template <class Function, class... Args>
void add(const std::string& name, Function function, Args... args) {
  benchmark::RegisterBenchmark(("memory/" + name).c_str(), [=](benchmark::State& state) {
    function(state, args...);
  })->UseManualTime();
}

template <class T>
void add_word() {
  const std::string word = "word:" + std::to_string(sizeof(T));
  add("copy/" + word, copy_all<T>);
  for (const bool scattered : {false, true}) {
    const std::string order = scattered ? "scattered/" : "coalesced/";
    add("read/" + order + word, read_all<T>, scattered);
    add("write/" + order + word, write_all<T>, scattered);
  }
}

const bool registered = [] {
  add_word<std::uint8_t>();
  add_word<std::uint16_t>();
  add_word<std::uint32_t>();
  add_word<std::uint64_t>();
  add_word<Word16>();
  for (std::uint32_t stride = 1; stride <= 1024; stride *= 2)
    add("stride/words:" + std::to_string(stride), read_strided, stride);
  const std::uint64_t max_bytes = has_cuda() ? 1ull << 34 : 1ull << 30;
  for (std::uint64_t bytes = 1 << 14; bytes <= max_bytes; bytes *= 2) {
    const std::string array = "/bytes:" + std::to_string(bytes);
    add("gather" + array, gather, bytes);
    add("add" + array, add_to_words, bytes);
    add("chase/one" + array, chase<1>, true, bytes);
    add("chase/all" + array, chase<1>, false, bytes);
    add("chase/eight" + array, chase<8>, false, bytes);
  }
  return true;
}();

}  // namespace
}  // namespace warpgraph::benchmarks
