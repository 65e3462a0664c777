// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/error.hpp>

#include "arrays.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

// The catalogue.
namespace warpgraph::python {

namespace {

std::string name_of(algorithms::Family family) {
  switch (family) {
    case algorithms::Family::kPaths:
      return "paths";
    case algorithms::Family::kComponents:
      return "components";
    case algorithms::Family::kCentrality:
      return "centrality";
    case algorithms::Family::kStructure:
      return "structure";
    case algorithms::Family::kSimulation:
      return "simulation";
  }
  return "";
}

std::string name_of(algorithms::AlgorithmOption::Kind kind) {
  using Kind = algorithms::AlgorithmOption::Kind;
  switch (kind) {
    case Kind::kSwitch:
      return "switch";
    case Kind::kValue:
      return "value";
    case Kind::kValues:
      return "values";
    case Kind::kFile:
      return "file";
  }
  return "";
}

std::string name_of(RunEnd end) {
  switch (end) {
    case RunEnd::kConverged:
      return "converged";
    case RunEnd::kSuperstepLimit:
      return "superstep limit";
    case RunEnd::kStopped:
      return "stopped";
    case RunEnd::kCancelled:
      return "cancelled";
    case RunEnd::kTargetsSettled:
      return "targets settled";
  }
  return "";
}

nb::list describe_algorithms() {
  nb::list all;
  for (const algorithms::Algorithm& algorithm : algorithms::all_algorithms()) {
    nb::list options;
    for (const algorithms::AlgorithmOption& each : algorithm.options) {
      nb::dict option;
      option["name"] = each.name;
      option["kind"] = name_of(each.kind);
      option["value_name"] = each.value_name;
      option["default"] = each.default_value;
      option["values"] = each.values;
      option["help"] = each.help;
      option["choices"] = each.choices;
      options.append(option);
    }
    nb::dict one;
    one["name"] = algorithm.name;
    one["summary"] = algorithm.summary;
    one["functions"] = algorithm.functions;
    one["family"] = name_of(algorithm.family);
    one["has_source"] = algorithm.has_source;
    one["needs_undirected"] = algorithm.needs_undirected;
    one["leaves_edges"] = algorithm.leaves == algorithms::Leaves::kEdges;
    one["takes_plans"] = algorithm.takes_plans;
    one["has_supersteps"] = algorithm.devices == algorithms::DeviceUse::kEngine;
    one["edge_values"] = algorithm.edge_values;
    one["options"] = options;
    all.append(one);
  }
  return all;
}

nb::object as_object(const algorithms::AlgorithmFact& fact) {
  return std::visit(
      [](const auto& value) -> nb::object {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::monostate>)
          return nb::none();
        else
          return nb::cast(value);
      },
      fact);
}

nb::dict as_dict(const SuperstepStatistics& step) {
  nb::dict one;
  one["superstep"] = step.superstep;
  one["plan"] = std::string(to_string(step.plan));
  one["active_vertices"] = step.active_vertices;
  one["active_edges"] = step.active_edges;
  one["updated_vertices"] = step.updated_vertices;
  one["microseconds"] = step.microseconds;
  return one;
}

// What a run has left, until Python asks for it.
class Outcome {
 public:
  Outcome(algorithms::AlgorithmOutcome outcome, algorithms::AlgorithmFacts facts, double seconds)
      : outcome_(std::move(outcome)), facts_(std::move(facts)), seconds_(seconds) {}

  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] nb::list facts() const {
    nb::list all;
    for (const auto& [name, fact] : facts_) all.append(nb::make_tuple(name, as_object(fact)));
    return all;
  }
  [[nodiscard]] nb::dict report() const {
    const RunReport& report = outcome_.report;
    nb::list supersteps;
    for (const SuperstepStatistics& step : report.supersteps) supersteps.append(as_dict(step));
    nb::dict all;
    all["end"] = name_of(report.end);
    all["seconds"] = seconds_;
    all["devices"] = report.per_device.empty() ? std::size_t{1} : report.per_device.front().devices.size();
    all["supersteps"] = supersteps;
    all["advice"] = report.advice;
    return all;
  }
  [[nodiscard]] nb::object values() const {
    return std::visit([](const auto& each) { return array_of(each); }, outcome_.values);
  }
  // Source and target as what the user calls them, and the values or None.
  [[nodiscard]] nb::object edges() const {
    const EdgeList& edges = outcome_.edges;
    const auto names = [&](const std::vector<VertexId>& vertices) {
      std::vector<std::uint64_t> all;
      all.reserve(vertices.size());
      for (const VertexId v : vertices) all.push_back(edges.ids.name_of(v).value());
      return array_of(std::move(all));
    };
    const nb::object values = std::visit(
        [](const auto& each) -> nb::object {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each)>, std::monostate>)
            return nb::none();
          else
            return array_of(each);
        },
        edges.values);
    return nb::make_tuple(names(edges.source), names(edges.target), values);
  }

 private:
  algorithms::AlgorithmOutcome outcome_;
  algorithms::AlgorithmFacts facts_;
  double seconds_;
};

// A Python function that threads without the interpreter's lock may call and let go of.
class Progress {
 public:
  explicit Progress(nb::object function)
      : function_(new nb::object(std::move(function)), [](nb::object* kept) {
          if (Py_IsInitialized() == 0) return;
          const nb::gil_scoped_acquire lock;
          delete kept;
        }) {}

  // Whether the run goes on: not if the function returns False.
  bool operator()(const SuperstepStatistics& step) const {
    const nb::gil_scoped_acquire lock;
    const nb::object answer = (*function_)(as_dict(step));
    return !answer.is(nb::bool_(false));
  }

 private:
  std::shared_ptr<nb::object> function_;
};

EngineOptions engine_options(const nb::dict& given, const nb::object& progress) {
  EngineOptions options;
  for (const auto& [key, value] : given) {
    const auto name = nb::cast<std::string>(key);
    if (name == "max_supersteps")
      options.max_supersteps = nb::cast<std::uint32_t>(value);
    else if (name == "deterministic")
      options.deterministic = nb::cast<bool>(value);
    else if (name == "time_supersteps")
      options.time_supersteps = nb::cast<bool>(value);
    else if (name == "plan") {
      options.plan = parse_plan(nb::cast<std::string>(value));
      if (!options.plan) throw UsageError("plan: there is none of this name");
    } else
      throw UsageError("the engine has no option " + name);
  }
  if (!progress.is_none()) options.after_superstep = Progress(progress);
  return options;
}

std::shared_ptr<Outcome> run(const SharedGraph& graph, const std::string& name,
                             const std::map<std::string, std::vector<std::string>>& options,
                             std::optional<std::uint64_t> source, const nb::dict& engine, const nb::object& progress) {
  const algorithms::Algorithm& algorithm = algorithms::find_algorithm(name);
  const std::shared_ptr<const algorithms::AlgorithmRun> runs =
      algorithm.read(algorithms::AlgorithmArguments(options.begin(), options.end()), true);
  const EngineOptions engine_settings = engine_options(engine, progress);
  return interruptibly([=] {
    return graph->in_turn([&](const AnyGraphOn& each) {
      const algorithms::PlacedGraphView view(each);
      const auto begin = std::chrono::steady_clock::now();
      algorithms::AlgorithmOutcome outcome =
          runs->run({view, engine_settings, source ? VertexName(*source) : VertexName(0)});
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      algorithms::AlgorithmFacts facts = outcome.facts;
      for (auto& fact : runs->facts(outcome, view)) facts.push_back(std::move(fact));
      return std::make_shared<Outcome>(std::move(outcome), std::move(facts), seconds.count());
    });
  });
}

}  // namespace

void add_algorithms(nb::module_& module) {
  nb::class_<Outcome>(module, "Outcome")
      .def_prop_ro("seconds", &Outcome::seconds)
      .def("facts", &Outcome::facts)
      .def("report", &Outcome::report)
      .def("values", &Outcome::values)
      .def("edges", &Outcome::edges);
  module.def("algorithms", &describe_algorithms);
  module.def("run", &run, nb::arg("graph"), nb::arg("name"), nb::arg("options"), nb::arg("source").none(),
             nb::arg("engine"), nb::arg("progress").none());
}

}  // namespace warpgraph::python
