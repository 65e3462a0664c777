// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
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
#include <warpgraph/algorithms/columns.hpp>
#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/algorithms/option.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/plugin.hpp>

#include "arrays.hpp"
#include "device_arrays.hpp"
#include "engine.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

// The catalogue.
namespace warpgraph::python {

namespace {

// A value of a variant as Python has it; None for nothing.
template <class... Each>
nb::object as_object(const std::variant<Each...>& value) {
  return std::visit(
      [](const auto& each) -> nb::object {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each)>, std::monostate>)
          return nb::none();
        else
          return nb::cast(each);
      },
      value);
}

nb::dict describe(const algorithms::AlgorithmOption& option) {
  nb::dict one;
  one["name"] = option.name;
  one["kind"] = std::string(to_string(option.kind));
  one["help"] = option.help;
  one["accepts"] = algorithms::accepted_values(option);
  one["default"] = as_object(option.default_value);
  one["shown_default"] = algorithms::shown_default(option);
  one["is_required"] = option.is_required;
  one["choices"] = option.choices;
  one["old_names"] = option.old_names;
  return one;
}

nb::dict describe(const algorithms::AlgorithmColumn& column) {
  nb::dict one;
  one["name"] = column.name;
  one["type"] = std::string(to_string(column.type));
  one["missing"] = std::string(to_string(column.missing));
  one["help"] = column.help;
  one["is_usual"] = column.is_usual;
  return one;
}

nb::dict describe(const algorithms::DeclaredFact& fact) {
  nb::dict one;
  one["name"] = fact.name;
  one["type"] = std::string(to_string(fact.type));
  one["help"] = fact.help;
  one["unit"] = fact.unit;
  return one;
}

template <class Each>
nb::list describe_all(const Each& all) {
  nb::list described;
  for (const auto& each : all) described.append(describe(each));
  return described;
}

nb::list describe_algorithms() {
  nb::list all;
  for (const algorithms::Algorithm& algorithm : algorithms::all_algorithms()) {
    std::vector<std::string> engine;
    for (const algorithms::AlgorithmOption& option : algorithms::engine_options())
      if (algorithms::takes_engine_option(algorithm, option.name)) engine.push_back(option.name);
    nb::dict one;
    one["name"] = algorithm.name;
    one["summary"] = algorithm.summary;
    one["family"] = std::string(to_string(algorithm.family));
    one["has_source"] = algorithm.has_source;
    one["needs_undirected"] = algorithm.needs_undirected;
    one["takes_graphs"] = std::string(to_string(algorithm.takes));
    one["leaves_edges"] = algorithm.leaves == algorithms::Leaves::kEdges;
    one["edge_values"] = algorithm.edge_values;
    one["options"] = describe_all(algorithm.options);
    one["engine_options"] = engine;
    one["columns"] = describe_all(algorithm.columns);
    one["facts"] = describe_all(algorithm.facts);
    all.append(one);
  }
  return all;
}

nb::list describe_engine_options() { return describe_all(algorithms::engine_options()); }

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

// What a run has left, until Python asks for it: columns stay on the device, and facts wait. Any thread may ask.
class Outcome {
 public:
  using MakeFacts = std::function<algorithms::AlgorithmFacts(const algorithms::AlgorithmOutcome&)>;

  // `make_facts`: of an outcome whose first column is in host memory.
  Outcome(algorithms::AlgorithmOutcome outcome, MakeFacts make_facts, double seconds)
      : left_(std::make_shared<Left>()), seconds_(seconds) {
    left_->outcome = std::move(outcome);
    left_->make_facts = std::move(make_facts);
    for (const algorithms::ResultColumn& column : left_->outcome.columns)
      if (column.on_device) on_device_.emplace(column.name, std::make_shared<DeviceColumn>(column.on_device));
  }

  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] nb::list facts() const {
    nb::list all;
    for (const auto& [name, fact] : made_facts()) all.append(nb::make_tuple(name, as_object(fact)));
    return all;
  }
  [[nodiscard]] nb::dict report() const { return dict_of_report(left_->outcome.report, seconds_); }
  [[nodiscard]] std::vector<std::string> columns() const {
    std::vector<std::string> names;
    for (const algorithms::ResultColumn& column : left_->outcome.columns) names.push_back(column.name);
    return names;
  }
  // The caller does not write to it: facts, which are made when they are asked for, are those of the values.
  [[nodiscard]] nb::object column(const std::string& name) const {
    if (const SharedColumn there = on_device(name)) return numpy_of(there);
    const algorithms::VertexValues& values = interruptibly([left = left_, name] {
      const std::lock_guard lock(left->mutex);
      for (algorithms::ResultColumn& column : left->outcome.columns)
        if (column.name == name) bring(column);
      return std::cref(left->outcome.column(name));
    });
    return std::visit(
        [&]<class T>(const std::vector<T>& each) {
          return array_of(const_cast<T*>(each.data()), each.size(), std::shared_ptr<const Left>(left_));
        },
        values);
  }
  // Where the run has left the column; None if that is host memory of no device.
  [[nodiscard]] SharedColumn on_device(const std::string& name) const {
    const auto found = on_device_.find(name);
    return found == on_device_.end() ? nullptr : found->second;
  }
  // Source and target as what the user calls them, and the values or None.
  [[nodiscard]] nb::object edges() const {
    const EdgeList& edges = left_->outcome.edges;
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
  struct Left {
    std::mutex mutex;
    algorithms::AlgorithmOutcome outcome;
    MakeFacts make_facts;
    std::optional<algorithms::AlgorithmFacts> facts;
  };

  static void bring(algorithms::ResultColumn& column) {
    const bool is_there = std::visit([](const auto& values) { return !values.empty(); }, column.values);
    if (!is_there) bring_to_host(column);
  }
  [[nodiscard]] const algorithms::AlgorithmFacts& made_facts() const {
    return interruptibly([left = left_] {
      const std::lock_guard lock(left->mutex);
      if (!left->facts) {
        if (!left->outcome.columns.empty()) bring(left->outcome.columns.front());
        left->facts = left->make_facts(left->outcome);
      }
      return std::cref(*left->facts);
    });
  }

  std::shared_ptr<Left> left_;
  std::map<std::string, SharedColumn> on_device_ = {};
  double seconds_;
};

// A Python function that threads without the interpreter's lock may call and let go of.
class Progress {
 public:
  Progress(const PlacedGraph& graph, nb::object function)
      : graph_(&graph), function_(new nb::object(std::move(function)), [](nb::object* kept) {
          if (Py_IsInitialized() == 0) return;
          const nb::gil_scoped_acquire lock;
          delete kept;
        }) {}

  // Whether the run goes on: it does if the function returns None, or what is true.
  bool operator()(const SuperstepStatistics& step) const {
    const nb::gil_scoped_acquire lock;
    const PlacedGraph::CallBack within(*graph_);
    const nb::object answer = (*function_)(as_dict(step));
    return answer.is_none() || nb::cast<bool>(nb::bool_(answer));
  }

 private:
  const PlacedGraph* graph_;  // whose run has it
  std::shared_ptr<nb::object> function_;
};

// An option's texts, or its array, which is Python's and stays until the call is over.
algorithms::AlgorithmArgument argument_of(const nb::handle& value) {
  if (nb::isinstance<nb::list>(value)) return nb::cast<std::vector<std::string>>(value);
  const auto array = nb::cast<Array>(value);
  if (array.dtype() == nb::dtype<std::uint64_t>()) return algorithms::AlgorithmArray(span_of<std::uint64_t>(array));
  return visit_values(
      array, [](const auto& values) { return algorithms::AlgorithmArgument(algorithms::AlgorithmArray(values)); });
}

algorithms::AlgorithmArguments arguments_of(const nb::dict& given) {
  algorithms::AlgorithmArguments arguments;
  for (const auto& [name, value] : given) arguments.emplace(nb::cast<std::string>(name), argument_of(value));
  return arguments;
}

}  // namespace

nb::dict dict_of_report(const RunReport& report, double seconds) {
  nb::list supersteps;
  for (const SuperstepStatistics& step : report.supersteps) supersteps.append(as_dict(step));
  nb::dict all;
  all["end"] = std::string(to_string(report.end));
  all["seconds"] = seconds;
  all["devices"] = report.per_device.empty() ? std::size_t{1} : report.per_device.front().devices.size();
  all["supersteps"] = supersteps;
  all["advice"] = report.advice;
  return all;
}

EngineOptions engine_options(const PlacedGraph& graph, const nb::dict& given, const nb::object& progress) {
  EngineOptions options = algorithms::read_engine_options(arguments_of(given));
  if (!progress.is_none()) options.after_superstep = Progress(graph, progress);
  return options;
}

namespace {

std::shared_ptr<Outcome> run(const SharedGraph& graph, const std::string& name, const nb::dict& options,
                             const nb::dict& engine, const std::optional<std::vector<std::string>>& columns,
                             const nb::object& progress) {
  const algorithms::Algorithm& algorithm = algorithms::find_algorithm(name);
  const std::shared_ptr<const algorithms::AlgorithmRun> runs = algorithm.read(
      arguments_of(options), columns ? algorithms::WantedColumns(*columns) : algorithms::WantedColumns());
  graph->expect_no_run_calls_here();
  const EngineOptions engine_settings = engine_options(*graph, engine, progress);
  return interruptibly(
      [=] {
        return graph->in_turn([&](const AnyGraphOn& each) {
          algorithms::AlgorithmRequest request{algorithms::PlacedGraphView(each), engine_settings,
                                               runs->source().value_or(VertexName(0))};
          request.may_stay = true;
          const auto begin = std::chrono::steady_clock::now();
          algorithms::AlgorithmOutcome outcome = algorithms::run_where_it_can(*runs, request);
          const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
          algorithms::AlgorithmRequest of_facts = request;
          of_facts.engine = {};  // it has a function of Python
          const auto make_facts = [graph, runs, of_facts](const algorithms::AlgorithmOutcome& left) {
            return algorithms::all_facts(*runs, of_facts, left);
          };
          const bool is_part = std::visit([](const auto& one) { return one.is_part(); }, each);
          if (is_part) {  // collective
            const algorithms::AlgorithmFacts facts = make_facts(outcome);
            return std::make_shared<Outcome>(
                std::move(outcome), [facts](const auto&) { return facts; }, seconds.count());
          }
          return std::make_shared<Outcome>(std::move(outcome), make_facts, seconds.count());
        });
      },
      algorithm.is_added ? Steps::kMayBeLong : graph->steps());
}

void load_plugins(const std::string& library) {
  plugins::PluginRegistry commands;  // those are for the program warpgraph
  plugins::load_plugins(library, commands);
}

}  // namespace

void add_algorithms(nb::module_& module) {
  nb::class_<Outcome>(module, "Outcome")
      .def_prop_ro("seconds", &Outcome::seconds)
      .def("facts", &Outcome::facts)
      .def("report", &Outcome::report)
      .def("columns", &Outcome::columns)
      .def("column", &Outcome::column, nb::arg("name"))
      .def("on_device", &Outcome::on_device, nb::arg("name"))
      .def("edges", &Outcome::edges);
  module.def("algorithms", &describe_algorithms);
  module.def("engine_options", &describe_engine_options);
  module.def("load_plugins", &load_plugins, nb::arg("library"));
  module.def("run", &run, nb::arg("graph"), nb::arg("name"), nb::arg("options"), nb::arg("engine"),
             nb::arg("columns").none(), nb::arg("progress").none());
}

}  // namespace warpgraph::python
