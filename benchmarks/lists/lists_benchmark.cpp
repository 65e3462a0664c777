// SPDX-License-Identifier: Apache-2.0
//
// List ranking on a GPU, or on the host where there is none.
//   chase/<elements>/read               as many walkers as the device has lanes follow a random list in equal parts
//   chase/<elements>/replace            the same, and write 8 bytes where they have read 8
//   lists/<shape>/<elements>/<method>   rank_lists() of successors in the device's memory, to ranks there; on several
//                                       devices rank_spread_lists() of equal parts
//   knee/<elements>/<method>            the steps of splitters-64 and splitters-48 over the size of a random list; the
//                                       time is that of RS3
// Counters: elements a second; of `lists` also the share of the rate of each chase at that size. The steps of a run of
// its own are in milliseconds; RS3 and RS5 also in GiB/s and nanoseconds an access, by the thesis's table of what they
// ask the memory for (step_counters.hpp). RS5_coalesced is the probe, which reads splitters' ranks side by side.
//
// WARPGRAPH_LISTS_SIZES, _KNEE (sizes of those rows), _SHAPES and _METHODS name what to run, with commas between: "16"
// is 2^16 elements. _COUNT is the number of lists, _SPLITTERS, _WALKERS and _CHAINS are the options of that name
// (_CHAINS several, with commas between).

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/generate_lists.hpp>
#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/method.hpp>
#include <warpgraph/algorithms/spread_lists.hpp>
#include <warpgraph/papers/papers.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "../graph_names.hpp"
#include "../runtime/measure.hpp"
#include "step_counters.hpp"

namespace warpgraph::benchmarks {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

std::uint64_t elements_of(const char* variable, const std::string& size) {
  const std::uint64_t number = whole_number(variable, size);
  return number < 40 ? std::uint64_t{1} << number : number;
}

struct ChaseRead {
  View<const std::uint32_t> next;
  View<const std::uint32_t> order;
  std::uint64_t length;
  View<std::uint32_t> last;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    std::uint32_t v = order[i * length];
    for (std::uint64_t hop = 1; hop < length; ++hop) v = atomic::load(next[v]);
    last[i] = v;
  }
};

struct ChaseReplace {
  View<std::uint64_t> record;
  View<const std::uint32_t> order;
  std::uint64_t length;
  View<std::uint32_t> last;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    std::uint32_t v = order[i * length];
    for (std::uint64_t hop = 1; hop < length; ++hop) {
      const auto next = static_cast<std::uint32_t>(atomic::load(record[v]));
      atomic::store(record[v], (hop << 32) | next);
      v = next;
    }
    last[i] = v;
  }
};

struct Widen {
  View<const std::uint32_t> next;
  View<std::uint64_t> record;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { record[v] = next[v]; }
};

class Machine {
 public:
  Machine() : runtime_(setting("WARPGRAPH_LISTS_DEVICES", has_cuda() ? "cuda:0" : "host")), stream_(runtime_.device()) {
    streams_.push_back(stream_);
    for (int i = 1; i < runtime_.device_count(); ++i) streams_.push_back(others_.emplace_back(runtime_.device(i)));
    devices_ = std::make_unique<ListDevices>(streams_);
  }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const std::vector<StreamRef>& streams() const { return streams_; }
  [[nodiscard]] const ListDevices& devices() const { return *devices_; }
  [[nodiscard]] Runtime& runtime() { return runtime_; }
  [[nodiscard]] std::uint64_t lanes() const {
    return static_cast<std::uint64_t>(runtime_.device().info().multiprocessors) * 2048;
  }
  // Microseconds of the fastest of five runs.
  [[nodiscard]] double chase(std::uint64_t n, bool replaces) {
    double& known = chases_[{n, replaces}];
    if (known == 0) known = measure_chase(n, replaces);
    return known;
  }

 private:
  [[nodiscard]] double measure_chase(std::uint64_t n, bool replaces) {
    const auto next = generate_lists<std::uint32_t>(stream_, {n});
    ListRankOptions options;
    options.order = true;
    const auto ranks = rank_lists<std::uint32_t>(stream_, next.view(), options);
    const std::uint64_t length = std::max<std::uint64_t>(8, (n + lanes() - 1) / lanes());
    Buffer<std::uint32_t> last(stream_, n / length, "last");
    Buffer<std::uint64_t> record(stream_, replaces ? n : 0, "records");
    if (replaces) kernel::for_each(stream_, n, Widen{next, record});
    double best = 1e30;
    for (int run = 0; run < 5; ++run)
      best = std::min(best, device_microseconds(stream_, [&] {
                        if (replaces)
                          kernel::for_each(stream_, n / length, ChaseReplace{record, ranks.order, length, last});
                        else
                          kernel::for_each(stream_, n / length, ChaseRead{next, ranks.order, length, last});
                      }));
    return best;
  }

  Runtime runtime_;
  Stream stream_;
  std::vector<Stream> others_;
  std::vector<StreamRef> streams_;
  std::unique_ptr<ListDevices> devices_;
  std::map<std::pair<std::uint64_t, bool>, double> chases_;
};

Machine& machine() {
  static Machine machine;
  return machine;
}

double giga(std::uint64_t n, double microseconds) { return static_cast<double>(n) * 1e-3 / microseconds; }

void chase(benchmark::State& state, std::uint64_t n, bool replaces) {
  for (auto _ : state) state.SetIterationTime(machine().chase(n, replaces) * 1e-6);
  state.counters["G/s"] = giga(n, machine().chase(n, replaces));
}

void rank(benchmark::State& state, const ListSpec& spec, const std::string& method, unsigned chains) {
  const std::vector<StreamRef>& streams = machine().streams();
  const auto host = to_host(machine().stream(), generate_lists<std::uint32_t>(machine().stream(), spec));
  const auto parts = spread_over(streams, std::span<const std::uint32_t>(host), "lists");
  ListRankOptions options;
  options.method = method;
  options.chains = chains;
  options.splitters = static_cast<std::uint32_t>(whole_number_of("WARPGRAPH_LISTS_SPLITTERS", "0"));
  options.walkers = static_cast<std::uint32_t>(whole_number_of("WARPGRAPH_LISTS_WALKERS", "0"));
  const auto run = [&] { return rank_spread_lists<std::uint32_t>(machine().devices(), views_of(parts), options); };
  if (spec.elements <= std::uint64_t{1} << 24) {
    const auto ranks = to_host(streams, run()).rank;
    if (verify_list_ranks<std::uint32_t>(machine().runtime().threads(), host, ranks, options.from).has_value())
      return state.SkipWithError("wrong ranks");
  }
  (void)run();
  double best = 1e30;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    (void)run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    state.SetIterationTime(took.count());
    best = std::min(best, took.count() * 1e6);
  }
  state.counters["G/s"] = giga(spec.elements, best);
  state.counters["of_read"] = machine().chase(spec.elements, false) / best;
  state.counters["of_replace"] = machine().chase(spec.elements, true) / best;
  options.time_steps = true;
  count_steps(state, method, spec.elements, run().parts[0].steps);
}

// The steps of the fastest of the runs, by RS3.
void find_knee(benchmark::State& state, std::uint64_t n, const std::string& method) {
  const StreamRef stream = machine().stream();
  const auto next = generate_lists<std::uint32_t>(stream, {n});
  ListRankOptions options;
  options.method = method;
  options.time_steps = true;
  options.splitters = static_cast<std::uint32_t>(whole_number_of("WARPGRAPH_LISTS_SPLITTERS", "0"));
  const auto walk_of = [](const std::vector<ListStep>& steps) {
    return std::ranges::find_if(steps, [](const ListStep& step) { return step.name.starts_with("RS3"); })->seconds;
  };
  std::vector<ListStep> best = rank_lists<std::uint32_t>(stream, next.view(), options).steps;
  for (auto _ : state) {
    const std::vector<ListStep> steps = rank_lists<std::uint32_t>(stream, next.view(), options).steps;
    state.SetIterationTime(walk_of(steps));
    if (walk_of(steps) < walk_of(best)) best = steps;
  }
  count_steps(state, method, n, best);
}

void register_knee() {
  for (const std::string& size :
       list_of("WARPGRAPH_LISTS_KNEE", has_cuda() ? "14,15,16,17,18,19,20,21,22,23,24,25,26,27" : "12,14,16")) {
    const std::uint64_t n = elements_of("WARPGRAPH_LISTS_KNEE", size);
    for (const std::string method : {"splitters-64", "splitters-48"})
      benchmark::RegisterBenchmark(("knee/" + std::to_string(n) + '/' + method).c_str(),
                                   [=](benchmark::State& state) { find_knee(state, n, method); })
          ->UseManualTime()
          ->Iterations(3)
          ->Unit(benchmark::kMillisecond);
  }
}

void expect_method(const std::string& name) {
  const std::vector<std::string>& names = list_methods().names();
  if (std::ranges::find(names, name) == names.end())
    refuse("WARPGRAPH_LISTS_METHODS", name, "a method of warpgraph rank");
}

const bool registered = [] {
  papers::add_methods();
  register_knee();
  const std::map<std::string, ListShape> shapes{{"random", ListShape::kRandom},
                                                {"sequential", ListShape::kSequential},
                                                {"strided", ListShape::kStrided},
                                                {"reversed", ListShape::kReversed}};
  const auto sizes = list_of("WARPGRAPH_LISTS_SIZES", has_cuda() ? "16,18,20,22,24,26,100000000,27" : "16,18");
  for (const std::string& size : sizes) {
    const std::uint64_t n = elements_of("WARPGRAPH_LISTS_SIZES", size);
    for (const bool replaces : {false, true})
      benchmark::RegisterBenchmark(("chase/" + std::to_string(n) + (replaces ? "/replace" : "/read")).c_str(),
                                   [=](benchmark::State& state) { chase(state, n, replaces); })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    for (const std::string& shape : list_of("WARPGRAPH_LISTS_SHAPES", "random,sequential,strided,reversed")) {
      for (const std::string& name : list_of("WARPGRAPH_LISTS_METHODS", "walkers")) {
        for (const std::string& chains : list_of("WARPGRAPH_LISTS_CHAINS", "0")) {
          if (!shapes.contains(shape))
            refuse("WARPGRAPH_LISTS_SHAPES", shape, "random, sequential, strided or reversed");
          ListSpec spec{n, shapes.at(shape)};
          spec.lists = whole_number_of("WARPGRAPH_LISTS_COUNT", "1");
          expect_method(name);
          const std::string row =
              "lists/" + shape + '/' + std::to_string(n) + '/' + name + (chains == "0" ? "" : chains);
          benchmark::RegisterBenchmark(
              row.c_str(), [=, c = whole_number("WARPGRAPH_LISTS_CHAINS", chains)](
                               benchmark::State& state) { rank(state, spec, name, static_cast<unsigned>(c)); })
              ->UseManualTime()
              ->Unit(benchmark::kMillisecond);
        }
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace warpgraph::benchmarks
