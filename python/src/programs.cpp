// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/python/program_call.hpp>
#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "arrays.hpp"
#include "engine.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"
#include "rank_programs.hpp"

// Vertex programs that Python has compiled.
namespace warpgraph::python {

namespace {

// What a program has left, until Python asks for it.
class ProgramRun {
 public:
  ProgramRun(ProgramOutcome outcome, double seconds) : outcome_(std::move(outcome)), seconds_(seconds) {}

  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] nb::dict report() const { return dict_of_report(outcome_.report, seconds_); }
  [[nodiscard]] nb::list facts() const {
    nb::list all;
    all.append(nb::make_tuple("supersteps", outcome_.report.supersteps.size()));
    all.append(nb::make_tuple("device_count", outcome_.device_count));
    return all;
  }
  // What the vertices are called; 2^64 - 1 for kNoVertex.
  [[nodiscard]] nb::object names_of(const Array& vertices) const {
    expects(outcome_.knows_all_names,
            "the values are vertices, and a rank knows no names of others' where ids have 64 bits");
    std::vector<std::uint64_t> names;
    names.reserve(vertices.size());
    for (const VertexId v : span_of<VertexId>(vertices))
      names.push_back(v == kNoVertex ? ~std::uint64_t{0} : outcome_.ids->name_of(v).value());
    return array_of(std::move(names));
  }
  // The bytes of the values, `of_each` for each.
  [[nodiscard]] nb::object bytes(std::size_t of_each) const {
    auto* const values = static_cast<std::uint8_t*>(const_cast<void*>(outcome_.values));
    return array_of(values, outcome_.size * of_each, outcome_.owner);
  }

 private:
  ProgramOutcome outcome_;
  double seconds_;
};

// What a run has, which an interrupted one still reads.
struct Start {
  std::uintptr_t function = 0;
  std::vector<std::byte> parameters;
  std::vector<std::shared_ptr<const void>> owners;  // of arrays
  EngineOptions options;
  cancellation::Control control;
  std::optional<GivenOnRanks> on_ranks;
};

// As AlgorithmRun::run: no other rank waits in vain for one that its control has ended.
template <class Run>
void run_within(const cancellation::Control& control, Ranks* ranks, const Run& run) {
  if (control.asks_for_nothing()) return run();
  cancellation::ControlledScope scope("the program", control);
  try {
    cancellation::check();
    run();
  } catch (const std::exception& error) {
    if (ranks != nullptr && scope.has_ended_it()) ranks->fail(error.what());
    throw;
  }
}

std::shared_ptr<ProgramRun> run_now(const AnyGraphOn& graph, const Start& start) {
  const auto begin = std::chrono::steady_clock::now();
  ProgramCall call;
  std::visit([&](const auto& one) { call.graph = &one; }, graph);
  call.parameters = start.parameters.data();
  call.options = &start.options;
  ProgramOutcome outcome;
  Ranks* const ranks = std::visit([](const auto& one) { return one.runtime().ranks(); }, graph);
  const auto run = [&] {
    run_within(start.control, ranks, [&] { reinterpret_cast<RunProgram*>(start.function)(call, outcome); });
  };
  if (start.on_ranks) {
    EngineOptions options = start.options;
    std::vector<std::byte> parameters = start.parameters;
    const auto arrays = fill_in(graph, *start.on_ranks, parameters, options.until);
    call.parameters = parameters.data();
    call.options = &options;
    run();
  } else {
    run();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return std::make_shared<ProgramRun>(std::move(outcome), seconds.count());
}

std::shared_ptr<ProgramRun> run_start(const SharedGraph& graph, Start start, const nb::bytes& parameters,
                                      const nb::object& engine, const nb::object& progress, bool may_loop) {
  const auto* const first = reinterpret_cast<const std::byte*>(parameters.c_str());
  start.parameters.assign(first, first + parameters.size());
  graph->expect_no_run_calls_here();
  std::vector<VertexId> until = std::move(start.options.until);
  if (!engine.is_none() || !progress.is_none())
    start.options = engine_options(*graph, engine.is_none() ? nb::dict() : nb::cast<nb::dict>(engine), progress);
  start.options.until = std::move(until);
  return interruptibly(
      [graph, start = std::move(start)] {
        return graph->in_turn([&](const AnyGraphOn& each) { return run_now(each, start); });
      },
      may_loop ? Steps::kMayBeLong : graph->steps());
}

// `function`: the address of a library's warpgraph_run_program. `parameters`: its struct GivenParameters_, which points
// to the arrays. `may_loop`: whether a function of the program may go on for long.
std::shared_ptr<ProgramRun> run_program(const SharedGraph& graph, std::uintptr_t function, const nb::bytes& parameters,
                                        const std::vector<Array>& arrays, const nb::object& engine,
                                        const std::vector<VertexId>& until, const nb::object& progress, bool may_loop,
                                        const nb::dict& control) {
  Start start{.function = function,
              .parameters = {},
              .owners = {},
              .options = {},
              .control = control_options(control),
              .on_ranks = {}};
  for (const Array& array : arrays) start.owners.push_back(owner_of(array));
  start.options.until = until;
  return run_start(graph, std::move(start), parameters, engine, progress, may_loop);
}

// The same on the part of a graph that one of several ranks has. Vertices are given by name, those that are parameters
// with their place there; so are arrays, of which each rank has the values of its own vertices.
std::shared_ptr<ProgramRun> run_program_on_ranks(const SharedGraph& graph, std::uintptr_t function, bool searches,
                                                 const nb::bytes& parameters,
                                                 const std::vector<std::tuple<std::size_t, std::uint64_t>>& vertices,
                                                 const std::vector<std::tuple<std::size_t, Array>>& arrays,
                                                 const nb::object& engine, const std::vector<std::uint64_t>& until,
                                                 const nb::object& progress, bool may_loop, const nb::dict& control) {
  Start start{.function = function,
              .parameters = {},
              .owners = {},
              .options = {},
              .control = control_options(control),
              .on_ranks = {}};
  GivenOnRanks given{.searches = searches};
  for (const auto& [offset, name] : vertices) given.vertices.push_back({offset, name});
  for (const auto& [offset, array] : arrays) {
    start.owners.push_back(owner_of(array));
    given.arrays.push_back({offset, {static_cast<const std::byte*>(array.data()), array.nbytes()}, array.itemsize()});
  }
  given.until = until;
  start.on_ranks = std::move(given);
  return run_start(graph, std::move(start), parameters, engine, progress, may_loop);
}

// How many devices there are, and whether they are GPUs.
nb::tuple devices_of(const PlacedGraph& graph) {
  Runtime& runtime = graph.runtime();
  return nb::make_tuple(runtime.device_count(), runtime.device(0).info().kind == DeviceKind::kGpu);
}

}  // namespace

void add_programs(nb::module_& module) {
  nb::class_<ProgramRun>(module, "ProgramRun")
      .def_prop_ro("seconds", &ProgramRun::seconds)
      .def("facts", &ProgramRun::facts)
      .def("report", &ProgramRun::report)
      .def("names_of", &ProgramRun::names_of, nb::arg("vertices"))
      .def("bytes", &ProgramRun::bytes, nb::arg("of_each"));
  module.def("run_program", &run_program, nb::arg("graph"), nb::arg("function"), nb::arg("parameters"),
             nb::arg("arrays"), nb::arg("engine").none(), nb::arg("until"), nb::arg("progress").none(),
             nb::arg("may_loop"), nb::arg("control"));
  module.def("run_program_on_ranks", &run_program_on_ranks, nb::arg("graph"), nb::arg("function"), nb::arg("searches"),
             nb::arg("parameters"), nb::arg("vertices"), nb::arg("arrays"), nb::arg("engine").none(), nb::arg("until"),
             nb::arg("progress").none(), nb::arg("may_loop"), nb::arg("control"));
  module.def("devices_of", &devices_of, nb::arg("graph"));
}

}  // namespace warpgraph::python
