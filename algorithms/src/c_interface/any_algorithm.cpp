// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/runtime/message_of.hpp>
#include <warpgraph/runtime/plugin.hpp>

#include "any_algorithm.hpp"
#include "create_result.hpp"
#include "engine_options.hpp"

namespace warpgraph::c_interface {
namespace {

using algorithms::AlgorithmArguments;

// Up to a comma that no backslash stands before; of the backslashes before commas and backslashes, one is left out.
std::string take_part(std::string_view& text) {
  std::string part;
  while (!text.empty()) {
    const bool is_escape = text.size() > 1 && text[0] == '\\' && (text[1] == ',' || text[1] == '\\');
    const char c = text[is_escape ? 1 : 0];
    text.remove_prefix(is_escape ? 2 : 1);
    if (c == ',' && !is_escape) break;
    part += c;
  }
  return part;
}

void expect_one_device(const AlgorithmArguments& arguments) {
  for (const algorithms::AlgorithmOption& option : algorithms::engine_options())
    require(!option.is_of_several_devices || !arguments.contains(option.name),
            "options: " + option.name + " is for several devices, and the graph is on one");
}

algorithms::AlgorithmArray array_of(const warpgraph_argument& argument) {
  const auto span = [&]<class Number>(Number) {
    return algorithms::AlgorithmArray(std::span(static_cast<const Number*>(argument.array), argument.count));
  };
  switch (argument.type) {
    case WARPGRAPH_INT32:
      return span(std::int32_t{});
    case WARPGRAPH_INT64:
      return span(std::int64_t{});
    case WARPGRAPH_FLOAT:
      return span(float{});
    case WARPGRAPH_DOUBLE:
      return span(double{});
    default:
      throw UsageError("arguments: there is no such type of an array");
  }
}

// Which columns are wanted: "columns=hub", which may be repeated.
algorithms::WantedColumns read_columns(const AlgorithmArguments::node_type& columns) {
  return columns.empty() ? algorithms::WantedColumns() : algorithms::WantedColumns::parse(columns.mapped().texts);
}

CFact as_c_fact(const std::string& name, const algorithms::AlgorithmFact& value,
                const algorithms::DeclaredFact* declared) {
  CFact fact;
  fact.name = name;
  if (declared != nullptr) {
    fact.unit = declared->unit;
    fact.is_vertex = declared->is_vertex();
  }
  std::visit(
      [&]<class Value>(const Value& each) {
        if constexpr (std::is_same_v<Value, std::string>) {
          fact.type = WARPGRAPH_TEXT;
          fact.text = each;
        } else if constexpr (std::is_same_v<Value, double>) {
          fact.type = WARPGRAPH_DOUBLE;
          fact.real = each;
        } else if constexpr (!std::is_same_v<Value, std::monostate>) {
          fact.type = WARPGRAPH_INT64;
          fact.integer = static_cast<std::int64_t>(each);
          fact.real = static_cast<double>(each);
        }
      },
      value);
  return fact;
}

CColumn as_c_column(const algorithms::AlgorithmColumn& declared, CValues values) {
  return {declared.name, std::move(values), declared.is_vertex(), declared.missing};
}

// Every edge has its weight for a value, 1 if it has none.
std::unique_ptr<warpgraph_result> as_result(const algorithms::Algorithm& algorithm,
                                            algorithms::AlgorithmOutcome outcome, const warpgraph_graph& graph,
                                            std::vector<CFact> facts) {
  if (algorithm.leaves == algorithms::Leaves::kValues) {
    std::vector<CColumn> columns = as_c_columns(algorithm, outcome);
    for (CColumn& column : columns)
      std::visit([&](auto& each) { each = results::in_user_order(std::move(each), graph.ids()); }, column.values);
    return std::make_unique<warpgraph_result>(
        warpgraph_result{std::move(columns), std::move(outcome.report), std::move(facts)});
  }
  auto result = std::make_unique<warpgraph_result>(warpgraph_result{
      {as_c_column(*find_column(algorithm, "weight"), {})}, std::move(outcome.report), std::move(facts)});
  CValues& weights = result->columns.front().values;
  const EdgeList& edges = outcome.edges;
  for (const VertexId v : edges.source) result->source.push_back(edges.ids.name_of(v).value());
  for (const VertexId v : edges.target) result->target.push_back(edges.ids.name_of(v).value());
  std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (std::is_same_v<Values, std::monostate>)
          weights = std::vector<std::int64_t>(edges.size(), 1);
        else if constexpr (std::is_same_v<Values, std::vector<std::int32_t>>)
          weights = std::vector<std::int64_t>(values.begin(), values.end());
        else
          weights = values;
      },
      edges.values);
  return result;
}

}  // namespace

std::string without_dashes(std::string message, std::span<const algorithms::AlgorithmOption> options) {
  const auto strip = [&](const std::string& option) {
    const std::string name = "--" + option;
    for (std::size_t at = message.find(name); at != message.npos; at = message.find(name, at + 1))
      if (at == 0 || message[at - 1] == ' ') message.erase(at, 2);
  };
  for (const algorithms::AlgorithmOption& option : options) strip(option.name);
  strip("columns");
  return message;
}

AlgorithmArguments parse_arguments(const char* options) {
  AlgorithmArguments arguments;
  std::string_view text = options == nullptr ? "" : options;
  while (!text.empty()) {
    const std::string one = take_part(text);
    const std::size_t middle = one.find('=');
    require(!one.empty() && middle != 0, "options: a name is missing");
    const bool is_switch = middle == std::string::npos;
    arguments[one.substr(0, middle)].texts.push_back(is_switch ? "true" : one.substr(middle + 1));
  }
  return arguments;
}

AlgorithmArguments parse_arguments(const warpgraph_argument* given, std::size_t size, std::size_t count) {
  AlgorithmArguments arguments;
  if (count == 0) return arguments;
  required(given, "arguments");
  require(size >= sizeof(warpgraph_argument), "argument_size is not sizeof(warpgraph_argument)");
  for (std::size_t i = 0; i < count; ++i) {
    warpgraph_argument one;
    std::memcpy(&one, reinterpret_cast<const char*>(given) + i * size, sizeof one);
    algorithms::AlgorithmArgument& argument = arguments[&required(one.name, "the name of an argument")];
    require(one.text == nullptr || one.array == nullptr, "arguments: one has a text and an array");
    require(!argument.array, "arguments: two arrays have one name");
    if (one.array != nullptr || one.count != 0) {
      require(one.array != nullptr, "the array of an argument is NULL");
      argument.array = array_of(one);
    } else {
      argument.texts.emplace_back(one.text == nullptr ? "true" : one.text);
    }
  }
  return arguments;
}

NamedAlgorithm named_algorithm(const char* algorithm, AlgorithmArguments arguments,
                               const warpgraph_run_options* options, OnDevices on) {
  EngineOptions engine = run_options(options);
  cancellation::Control control = control_of(options);
  const algorithms::Algorithm& found = algorithms::find_algorithm(&required(algorithm, "algorithm"));
  if (on == OnDevices::kOne) expect_one_device(arguments);
  const algorithms::WantedColumns wanted = read_columns(arguments.extract("columns"));
  std::unique_ptr<algorithms::AlgorithmRun> run;
  try {
    engine = algorithms::take_engine_options(found, arguments, std::move(engine));
    control = algorithms::take_control_options(arguments, std::move(control));
    run = found.read(arguments, wanted);
  } catch (const UsageError& error) {
    std::string message = support::message_of(error);
    for (const auto options_of : {std::span<const algorithms::AlgorithmOption>(found.options),
                                  algorithms::engine_options(), algorithms::control_options()})
      message = without_dashes(std::move(message), options_of);
    throw UsageError(message);
  }
  require(!found.has_source || run->source(), "options: " + found.name + " needs a source");
  const VertexName source = found.has_source ? *run->source() : VertexName(0);
  return {found, std::move(run), std::move(engine), std::move(control), source};
}

algorithms::AlgorithmRequest request_of(const NamedAlgorithm& named, algorithms::PlacedGraphView graph) {
  return {.graph = std::move(graph), .engine = named.engine, .source = named.source, .control = named.control};
}

CColumn c_column(const ColumnOf& column, CValues values) {
  return as_c_column(*find_column(algorithms::find_algorithm(column.algorithm), column.column), std::move(values));
}

std::vector<CColumn> as_c_columns(const algorithms::Algorithm& algorithm, algorithms::AlgorithmOutcome& outcome) {
  std::vector<CColumn> columns;
  for (algorithms::ResultColumn& each : outcome.columns)
    columns.push_back(as_c_column(*find_column(algorithm, each.name), as_c_values(std::move(each.values))));
  return columns;
}

std::vector<CFact> facts_of(const NamedAlgorithm& named, const algorithms::AlgorithmRequest& request,
                            const algorithms::AlgorithmOutcome& outcome, const warpgraph_run_options* run) {
  std::vector<CFact> facts;
  for (const auto& [name, value] : leaves_out_facts(run) ? outcome.facts : all_facts(*named.runs, request, outcome))
    facts.push_back(as_c_fact(name, value, find_fact(named.algorithm, name)));
  return facts;
}

CValues as_c_values(algorithms::VertexValues values) {
  return std::visit(
      []<class Value>(std::vector<Value>& each) -> CValues {
        if constexpr (std::is_same_v<Value, std::int32_t>)  // widths alone
          return kAsWidths(each, IdMap());
        else if constexpr (std::is_same_v<Value, std::uint64_t>)  // vertices, some of which are called 2^63 or more
          return std::vector<std::int64_t>(each.begin(), each.end());
        else
          return std::move(each);
      },
      values);
}

}  // namespace warpgraph::c_interface

using namespace warpgraph;               // NOLINT(google-build-using-namespace)
using namespace warpgraph::c_interface;  // NOLINT(google-build-using-namespace)

namespace {

warpgraph_status run_named(const warpgraph_graph* graph, warpgraph_result** result, const char* algorithm,
                           const warpgraph_run_options* run, const auto& parse) {
  return create(result, [&] {
    const warpgraph_graph& handle = required(graph, "graph");
    const NamedAlgorithm named = named_algorithm(algorithm, parse(), run, OnDevices::kOne);
    const algorithms::AlgorithmRequest request = request_of(named, {handle.stream, handle.graph});
    algorithms::AlgorithmOutcome outcome = named.runs->run(request);
    std::vector<CFact> facts = facts_of(named, request, outcome, run);
    return as_result(named.algorithm, std::move(outcome), handle, std::move(facts));
  });
}

}  // namespace

warpgraph_status warpgraph_run(const warpgraph_graph* graph, const char* algorithm, const char* options,
                               const warpgraph_run_options* run, warpgraph_result** result) {
  return run_named(graph, result, algorithm, run, [&] { return parse_arguments(options); });
}

warpgraph_status warpgraph_run_arguments(const warpgraph_graph* graph, const char* algorithm,
                                         const warpgraph_argument* arguments, size_t argument_size, size_t count,
                                         const warpgraph_run_options* run, warpgraph_result** result) {
  return run_named(graph, result, algorithm, run, [&] { return parse_arguments(arguments, argument_size, count); });
}

const char* warpgraph_describe(void) {
  const char* description = nullptr;
  static_cast<void>(guarded([&] {
    static std::mutex mutex;
    static std::set<std::string> texts;  // those of before plugins were loaded stay
    std::string text = algorithms::describe_json();
    const std::lock_guard lock(mutex);
    description = texts.insert(std::move(text)).first->c_str();
  }));
  return description;
}

warpgraph_status warpgraph_load_plugins(const char* library) {
  return guarded([&] {
    plugins::PluginRegistry commands;
    plugins::load_plugins(&required(library, "library"), commands);
  });
}
