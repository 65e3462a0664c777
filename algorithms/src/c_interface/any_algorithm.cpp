// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/message_of.hpp>

#include "any_algorithm.hpp"
#include "create_result.hpp"
#include "engine_options.hpp"

namespace warpgraph::c_interface {
namespace {

// The parts of "tolerance=1e-6,hubs,fix=17=5": the names are those before the first "=".
algorithms::AlgorithmArguments parse_arguments(std::string_view text) {
  algorithms::AlgorithmArguments arguments;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    const std::size_t middle = one.find('=');
    require(!one.empty() && middle != 0, "options: a name is missing");
    const bool is_switch = middle == std::string_view::npos;
    arguments[std::string(one.substr(0, middle))].emplace_back(is_switch ? "true" : one.substr(middle + 1));
  }
  return arguments;
}

// The catalogue's messages name options as a command line has them; here they have no dashes. What the caller wrote is
// quoted, and stays.
std::string without_dashes(std::string message, const algorithms::Algorithm& algorithm) {
  const auto strip = [&](const std::string& option) {
    const std::string name = "--" + option;
    for (std::size_t at = message.find(name); at != message.npos; at = message.find(name, at + 1))
      if (at == 0 || message[at - 1] == ' ') message.erase(at, 2);
  };
  for (const algorithms::AlgorithmOption& option : algorithm.options) strip(option.name);
  strip("columns");
  return message;
}

std::unique_ptr<algorithms::AlgorithmRun> read(const algorithms::Algorithm& algorithm,
                                               const algorithms::AlgorithmArguments& arguments,
                                               const algorithms::WantedColumns& wanted) {
  try {
    return algorithm.read(arguments, wanted);
  } catch (const UsageError& error) {
    throw UsageError(without_dashes(support::message_of(error), algorithm));
  }
}

using Arguments = algorithms::AlgorithmArguments::node_type;

// Where the algorithm starts.
std::uint64_t read_source(const std::string& algorithm, const Arguments& source) {
  require(!source.empty(), "options: " + algorithm + " needs a source");
  require(source.mapped().size() == 1, "options: source is one vertex");
  const std::string& text = source.mapped().front();
  std::uint64_t vertex = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), vertex);
  require(error == std::errc() && end == text.data() + text.size(),
          "options: source cannot be \"" + text + "\", expected a vertex");
  return vertex;
}

// Which columns are wanted: "columns=hub", which may be repeated.
algorithms::WantedColumns read_columns(const Arguments& columns) {
  return columns.empty() ? algorithms::WantedColumns() : algorithms::WantedColumns::parse(columns.mapped());
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

NamedAlgorithm named_algorithm(const char* algorithm, const char* options) {
  const algorithms::Algorithm& found = algorithms::find_algorithm(&required(algorithm, "algorithm"));
  algorithms::AlgorithmArguments arguments = parse_arguments(options == nullptr ? "" : options);
  const Arguments source = found.has_source ? arguments.extract("source") : Arguments();
  const algorithms::WantedColumns wanted = read_columns(arguments.extract("columns"));
  std::unique_ptr<algorithms::AlgorithmRun> run = read(found, arguments, wanted);
  return {found, std::move(run), found.has_source ? read_source(found.name, source) : 0};
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

warpgraph_status warpgraph_run(const warpgraph_graph* graph, const char* algorithm, const char* options,
                               const warpgraph_run_options* run, warpgraph_result** result) {
  return create(result, [&] {
    const warpgraph_graph& handle = required(graph, "graph");
    const NamedAlgorithm named = named_algorithm(algorithm, options);
    const algorithms::AlgorithmRequest request{{handle.stream, handle.graph}, run_options(run), named.source};
    algorithms::AlgorithmOutcome outcome = named.runs->run(request);
    std::vector<CFact> facts = facts_of(named, request, outcome, run);
    return as_result(named.algorithm, std::move(outcome), handle, std::move(facts));
  });
}
