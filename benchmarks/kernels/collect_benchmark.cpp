// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "cuckoo_kernels.hpp"
#include "erfinv_kernels.hpp"
#include "flames_kernels.hpp"
#include "merge_kernels.hpp"
#include "path_kernels.hpp"
#include "runtime/measure.hpp"
#include "visit_kernels.hpp"
#include "walk_kernels.hpp"

// Collaborative context collection (ContextStack) against the plain divergent kernel, on three programs of the paper
// and its sweep over lengths of the path, and on three kernels like ours: the walk of list ranking, a step of
// betweenness and merging for triangles. The ways that ours go instead (walk/taking, visit/engaged, merge/engaged)
// stand beside these. `times_plain` is how many times faster a collected kernel is than the plain one, in the same run:
// the ratio of their fastest runs.
namespace warpgraph::benchmarks {
namespace {

class Machine {
 public:
  Machine() : runtime_(has_cuda() ? "cuda:0" : "host"), stream_(runtime_.device()) {}

  [[nodiscard]] StreamRef stream() const { return stream_; }
  // Several times as many as the multiprocessors hold, whether that is 64 each or 48.
  [[nodiscard]] kernel::Warps warps() const {
    return {has_cuda() ? std::uint64_t{192} * static_cast<std::uint64_t>(runtime_.device().info().multiprocessors)
                       : 64};
  }

 private:
  Runtime runtime_;
  Stream stream_;
};

// Benchmarks are called several times each, and a runtime takes longer to make than most of them.
const Machine& the_machine() {
  static const Machine machine;
  return machine;
}

// Runs what `collected` and `plain` queue in turn, each after what `reset` queues, and reports how they compare. The
// benchmark's time is that of `collected`.
template <class Reset, class Plain, class Collected>
void compare(benchmark::State& state, StreamRef stream, Reset&& reset, Plain&& plain, Collected&& collected) {
  const auto time = [&](auto&& work) {
    reset();
    return device_microseconds(stream, work);
  };
  time(plain);
  time(collected);
  double plain_best = std::numeric_limits<double>::infinity();
  double collected_best = plain_best;
  for (auto _ : state) {
    plain_best = std::min(plain_best, time(plain));
    const double microseconds = time(collected);
    collected_best = std::min(collected_best, microseconds);
    state.SetIterationTime(microseconds * 1e-6);
  }
  state.counters["plain_us"] = plain_best;
  state.counters["collected_us"] = collected_best;
  state.counters["times_plain"] = plain_best / collected_best;
}

// What `work` leaves in `result` when it begins as zeros.
template <class T, class Work>
std::vector<T> result_of(StreamRef stream, Buffer<T>& result, Work&& work) {
  fill(stream, result, T{});
  work();
  return to_host(stream, result);
}

// Whether both have the same in all elements but a few, which rounding may move.
template <class T>
bool about_equal(const std::vector<T>& a, const std::vector<T>& b) {
  double sum = 0;
  double difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::abs(static_cast<double>(a[i]));
    difference += std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
  }
  return sum > 0 && difference <= 1e-4 * sum;
}

void path(benchmark::State& state, std::uint32_t takers, std::uint32_t length) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  Buffer<std::uint64_t> sum(stream, 1, "sum");
  const Path path{std::uint32_t{1} << (has_cuda() ? 30 : 16), takers, length, sum};
  const auto plain = [&] { kernel::launch(stream, machine.warps(), PlainPath{path}); };
  const auto collected = [&] { kernel::launch(stream, machine.warps(), CollectedPath{path}); };
  if (result_of(stream, sum, plain) != result_of(stream, sum, collected)) state.SkipWithError("wrong result");
  compare(
      state, stream, [] {}, plain, collected);
}

template <class Collected>
void flames(benchmark::State& state, bool plots) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  Buffer<std::uint32_t> image(stream, Scene::kSide * Scene::kSide, "image");
  const Scene scene{std::uint64_t{1} << (has_cuda() ? 27 : 16), plots, image};
  const auto plain = [&] { kernel::launch(stream, machine.warps(), PlainFlames{scene}); };
  const auto collected = [&] { kernel::launch(stream, machine.warps(), Collected{scene}); };
  if (!about_equal(result_of(stream, image, plain), result_of(stream, image, collected)))
    state.SkipWithError("wrong result");
  compare(
      state, stream, [] {}, plain, collected);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(scene.points));
}

// The error function, or what it lacks to one, undoes what was done.
bool are_inverse(const std::vector<double>& x, const std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); i += 997) {
    const double lack = 1 - std::abs(x[i]);
    if (std::abs(std::erfc(std::abs(y[i])) - lack) > 1e-9 * lack + 1e-16 || (x[i] < 0) != (y[i] < 0)) return false;
  }
  return true;
}

template <class Collected>
void erfinv(benchmark::State& state, bool thirds, bool stores) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  Buffer<double> x(stream, std::size_t{1} << (has_cuda() ? 26 : 16), "x");
  Buffer<double> y(stream, stores ? x.size() : machine.warps().count, "y");
  kernel::for_each(stream, x.size(), MakeArguments{thirds, x});
  const Erfinv erfinv{stores, x, y};
  const auto plain = [&] { kernel::launch(stream, machine.warps(), PlainErfinv{erfinv}); };
  const auto collected = [&] { kernel::launch(stream, machine.warps(), Collected{erfinv}); };
  const auto expected = result_of(stream, y, plain);
  if ((stores && !are_inverse(to_host(stream, x), expected)) || !about_equal(expected, result_of(stream, y, collected)))
    state.SkipWithError("wrong result");
  compare(
      state, stream, [] {}, plain, collected);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(x.size()));
}

void cuckoo(benchmark::State& state, double load) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  const std::uint32_t pairs = std::uint32_t{1} << (has_cuda() ? 26 : 14);
  Buffer<std::uint64_t> slots(stream, static_cast<std::size_t>(pairs / load), "slots");
  Buffer<std::uint32_t> found(stream, 1, "found");
  const CuckooTable table{pairs, slots};
  const auto clear = [&] { fill(stream, slots, kNoPair); };
  const auto plain = [&] { kernel::launch(stream, machine.warps(), PlainCuckoo{{table}}); };
  const auto collected = [&] { kernel::launch(stream, machine.warps(), CollectedCuckoo{{table}}); };
  const auto count = [&] { kernel::for_each(stream, pairs, CountFound{table, found}); };
  for (const bool collects : {false, true}) {
    clear();
    collects ? collected() : plain();
    if (result_of(stream, found, count).front() != pairs) state.SkipWithError("wrong result");
  }
  compare(state, stream, clear, plain, collected);
  state.SetItemsProcessed(state.iterations() * std::int64_t{pairs});
}

template <class Walk>
void walk(benchmark::State& state, std::uint32_t length) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  const std::uint32_t bits = has_cuda() ? 26 : 16;
  Buffer<std::uint32_t> next(stream, std::size_t{1} << bits, "next");
  Buffer<std::uint64_t> owner(stream, next.size(), "owners");
  const SplitList list{bits, (std::uint32_t{1} << bits) / length, next, owner};
  kernel::for_each(stream, next.size(), LinkList{list});
  const auto plain = [&] { kernel::launch(stream, machine.warps(), PlainWalk{{list}}); };
  const auto other = [&] { kernel::launch(stream, machine.warps(), Walk{{list}}); };
  if (result_of(stream, owner, plain) != result_of(stream, owner, other)) state.SkipWithError("wrong result");
  compare(
      state, stream, [] {}, plain, other);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(next.size()));
}

// Making it takes longer than measuring with it.
const ShortRows& short_rows() {
  static const ShortRows rows(the_machine().stream(), has_cuda() ? 11 : 8);  // the host's warps too fill their stacks
  return rows;
}

template <class OtherVisit>
void visit(benchmark::State& state, std::uint32_t levels) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  const ShortRowsView rows = short_rows().view();
  Buffer<std::uint8_t> level(stream, rows.vertices(), "levels");
  Buffer<std::uint32_t> paths(stream, rows.vertices(), "paths");
  kernel::for_each(stream, level.size(), SetLevels{levels, level});
  const Visit step{rows, level, paths};
  const auto plain = [&] { kernel::launch(stream, machine.warps(), PlainVisit{step}); };
  const auto other = [&] { kernel::launch(stream, machine.warps(), OtherVisit{step}); };
  if (result_of(stream, paths, plain) != result_of(stream, paths, other)) state.SkipWithError("wrong result");
  compare(
      state, stream, [] {}, plain, other);
}

template <class OtherMerge>
void merge(benchmark::State& state) {
  const Machine& machine = the_machine();
  const StreamRef stream = machine.stream();
  Buffer<std::uint64_t> sum(stream, 1, "triangles");
  const Merging merging{short_rows().view(), sum};
  const auto plain = [&] { kernel::launch(stream, machine.warps(), PlainMerge{merging}); };
  const auto other = [&] { kernel::launch(stream, machine.warps(), OtherMerge{merging}); };
  const auto expected = result_of(stream, sum, plain);
  if (expected.front() == 0 || expected != result_of(stream, sum, other)) state.SkipWithError("wrong result");
  compare(
      state, stream, [] {}, plain, other);
  state.counters["triangles"] = static_cast<double>(expected.front());
}

template <class Function, class... Args>
void add(const std::string& name, Function function, Args... args) {
  benchmark::RegisterBenchmark(("collect/" + name).c_str(), [=](benchmark::State& state) {
    function(state, args...);
  })->UseManualTime();
}

const bool registered = [] {
  for (const bool plots : {true, false}) {
    const std::string sink = plots ? "/plots" : "/counts";
    add("flames/paths:3" + sink, flames<CollectedFlames<7>>, plots);
    add("flames/paths:10" + sink, flames<CollectedFlames<0>>, plots);
    add("flames/together:10" + sink, flames<CollectedFlamesTogether>, plots);
  }
  for (const bool thirds : {true, false}) {
    for (const bool stores : {true, false}) {
      const std::string input = std::string(thirds ? "/thirds" : "/uniform") + (stores ? "/stores" : "/sums");
      add("erfinv/paths:3" + input, erfinv<CollectedErfinv>, thirds, stores);
      add("erfinv/together:3" + input, erfinv<CollectedErfinvTogether>, thirds, stores);
    }
  }
  for (const int percent : {50, 70, 90}) add("cuckoo/load:" + std::to_string(percent), cuckoo, percent / 100.0);
  for (const std::uint32_t length : {8u, 64u}) {
    add("walk/collected/length:" + std::to_string(length), walk<CollectedWalk>, length);
    add("walk/taking/length:" + std::to_string(length), walk<TakingWalk>, length);
  }
  for (const std::uint32_t levels : {3u, 16u}) {
    add("visit/collected/levels:" + std::to_string(levels), visit<CollectedVisit>, levels);
    add("visit/engaged/levels:" + std::to_string(levels), visit<EngagedVisit>, levels);
  }
  add("merge/collected", merge<CollectedMerge>);
  add("merge/engaged", merge<EngagedMerge>);
  const auto add_path = [](std::uint32_t takers, std::uint32_t length) {
    add("path/takers:" + std::to_string(takers) + "/length:" + std::to_string(length), path, takers, length);
  };
  for (const std::uint32_t takers : {1u, 4u, 12u, 16u, 20u, 28u, 32u}) add_path(takers, 20);
  for (const std::uint32_t length : {1u, 2u, 5u, 10u, 20u, 50u, 100u, 200u, 500u})
    for (const std::uint32_t takers : {8u, 24u}) add_path(takers, length);
  return true;
}();

}  // namespace
}  // namespace warpgraph::benchmarks
