// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/python/program_call.hpp>
#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "arrays.hpp"
#include "engine.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

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
  // The bytes of the values, `of_each` for each.
  [[nodiscard]] nb::object bytes(std::size_t of_each) const {
    auto* const values = static_cast<std::uint8_t*>(const_cast<void*>(outcome_.values));
    return array_of(values, outcome_.size * of_each, outcome_.owner);
  }

 private:
  ProgramOutcome outcome_;
  double seconds_;
};

// `function`: the address of a library's warpgraph_run_program. `parameters`: its struct Parameters, which points to
// the arrays. `may_loop`: whether a function of the program may go on for long.
std::shared_ptr<ProgramRun> run_program(const SharedGraph& graph, std::uintptr_t function, const nb::bytes& parameters,
                                        const std::vector<Array>& arrays, const nb::object& engine,
                                        const std::vector<VertexId>& until, const nb::object& progress, bool may_loop,
                                        const nb::dict& control) {
  const auto* const first = reinterpret_cast<const std::byte*>(parameters.c_str());
  std::vector<std::shared_ptr<const void>> owners;  // an interrupted run still reads them
  for (const Array& array : arrays) owners.push_back(owner_of(array));
  graph->expect_no_run_calls_here();
  EngineOptions options;
  if (!engine.is_none() || !progress.is_none())
    options = engine_options(*graph, engine.is_none() ? nb::dict() : nb::cast<nb::dict>(engine), progress);
  options.until = until;
  const cancellation::Control settings = control_options(control);
  return interruptibly(
      [graph, function, given = std::vector<std::byte>(first, first + parameters.size()), owners = std::move(owners),
       options = std::move(options), settings] {
        return graph->in_turn([&](const AnyGraphOn& each) {
          ProgramCall call;
          std::visit([&](const auto& one) { call.graph = &one; }, each);
          call.parameters = given.data();
          call.options = &options;
          ProgramOutcome outcome;
          const auto begin = std::chrono::steady_clock::now();
          cancellation::controlled("the program", settings,
                                   [&] { reinterpret_cast<RunProgram*>(function)(call, outcome); });
          const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
          return std::make_shared<ProgramRun>(std::move(outcome), seconds.count());
        });
      },
      may_loop ? Steps::kMayBeLong : graph->steps());
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
      .def("bytes", &ProgramRun::bytes, nb::arg("of_each"));
  module.def("run_program", &run_program, nb::arg("graph"), nb::arg("function"), nb::arg("parameters"),
             nb::arg("arrays"), nb::arg("engine").none(), nb::arg("until"), nb::arg("progress").none(),
             nb::arg("may_loop"), nb::arg("control"));
  module.def("devices_of", &devices_of, nb::arg("graph"));
}

}  // namespace warpgraph::python
