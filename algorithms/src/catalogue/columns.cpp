// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/columns.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::algorithms {

std::string_view to_string(ColumnType type) {
  switch (type) {
    case ColumnType::kInt64:
      return "int64";
    case ColumnType::kFloat:
      return "float";
    case ColumnType::kDouble:
      return "double";
    case ColumnType::kVertex:
      return "vertex";
    case ColumnType::kDistance:
      return "distance";
    case ColumnType::kWeight:
      return "weight";
  }
  return "unknown";
}

std::string_view to_string(Missing missing) {
  switch (missing) {
    case Missing::kNever:
      return "never";
    case Missing::kMinusOne:
      return "-1";
    case Missing::kInfinite:
      return "infinity";
    case Missing::kLowest:
      return "lowest";
  }
  return "unknown";
}

std::string_view to_string(FactType type) {
  switch (type) {
    case FactType::kUint64:
      return "uint64";
    case FactType::kInt64:
      return "int64";
    case FactType::kDouble:
      return "double";
    case FactType::kText:
      return "text";
    case FactType::kVertex:
      return "vertex";
    case FactType::kWeight:
      return "weight";
  }
  return "unknown";
}

std::optional<ValueType> value_type_of(const AlgorithmColumn& column, ValueType weights, bool in_double) {
  const bool are_real = weights == ValueType::kFloat || weights == ValueType::kDouble;
  switch (column.type) {
    case ColumnType::kInt64:
      return ValueType::kInt64;
    case ColumnType::kFloat:
      return in_double && !column.double_with.empty() ? ValueType::kDouble : ValueType::kFloat;
    case ColumnType::kDouble:
      return ValueType::kDouble;
    case ColumnType::kVertex:
      return std::nullopt;
    case ColumnType::kDistance:
      return are_real ? weights : ValueType::kInt64;
    case ColumnType::kWeight:
      return weights == ValueType::kNone ? ValueType::kInt32 : weights;
  }
  return std::nullopt;
}

WantedColumns WantedColumns::parse(const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  for (const std::string& text : texts) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      names.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return WantedColumns(std::move(names));
}

bool WantedColumns::names(std::string_view column) const { return std::ranges::find(names_, column) != names_.end(); }

void bring_to_host(ResultColumn& column) {
  if (!column.on_device) return;
  column.values = std::visit(
      [&](const auto& values) -> VertexValues {
        const Stream stream(*column.on_device->device, "bring_to_host");
        return to_host(stream, values);
      },
      column.on_device->values);
}

const VertexValues& AlgorithmOutcome::column(std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &ResultColumn::name);
  if (found != columns.end()) return found->values;
  std::string there;
  for (const ResultColumn& each : columns) there += (there.empty() ? "" : ", ") + each.name;
  throw UsageError("the run has made no column \"" + std::string(name) + "\"; it has " +
                   (there.empty() ? "none" : there));
}

bool AlgorithmOutcome::has_column(std::string_view name) const {
  return std::ranges::find(columns, name, &ResultColumn::name) != columns.end();
}

const VertexValues& AlgorithmOutcome::values() const {
  expects(!columns.empty(), "the run has made no column");
  return columns.front().values;
}

const AlgorithmColumn* find_column(const Algorithm& algorithm, std::string_view name) {
  const auto found = std::ranges::find(algorithm.columns, name, &AlgorithmColumn::name);
  return found == algorithm.columns.end() ? nullptr : &*found;
}

namespace {

// "edges" of "device_12_edges"; nothing of other names.
std::string_view without_device(std::string_view name) {
  constexpr std::string_view kDevice = "device_";
  if (!name.starts_with(kDevice)) return {};
  const std::size_t end = name.find_first_not_of("0123456789", kDevice.size());
  if (end == kDevice.size() || end == name.npos || name[end] != '_') return {};
  return name.substr(end + 1);
}

bool is_on(const AlgorithmArguments& arguments, const std::string& option) {
  const auto found = arguments.find(option);
  return found != arguments.end() && found->second.texts != std::vector<std::string>{"false"};
}

}  // namespace

const DeclaredFact* find_fact(const Algorithm& algorithm, std::string_view name) {
  const std::string_view of_device = without_device(name);
  const auto found = std::ranges::find_if(
      algorithm.facts, [&](const DeclaredFact& each) { return each.name == (each.is_of_device ? of_device : name); });
  return found == algorithm.facts.end() ? nullptr : &*found;
}

std::vector<AlgorithmColumn> columns_of(const Algorithm& algorithm, const AlgorithmArguments& arguments,
                                        const WantedColumns& wanted) {
  catalogue::expect_columns(algorithm.name, algorithm.leaves, algorithm.columns, wanted);
  std::vector<AlgorithmColumn> made;
  for (const AlgorithmColumn& each : algorithm.columns) {
    const bool is_usual = (each.is_usual && !is_on(arguments, each.left_out_with)) || is_on(arguments, each.made_with);
    if (wanted.has_names() ? wanted.names(each.name) : is_usual && (wanted.values() || !each.costs_extra))
      made.push_back(each);
  }
  return made;
}

AlgorithmFacts all_facts(const AlgorithmRun& run, const AlgorithmRequest& request, const AlgorithmOutcome& outcome) {
  AlgorithmFacts facts = run.facts(outcome, request.graph);
  facts.insert(facts.end(), outcome.facts.begin(), outcome.facts.end());
  if (!request.prepared) return facts;
  const AlgorithmFacts of_preparation = request.prepared->facts();
  facts.insert(facts.end(), of_preparation.begin(), of_preparation.end());
  return facts;
}

void catalogue::expect_columns(const std::string& algorithm, Leaves leaves,
                               const std::vector<AlgorithmColumn>& declared, const WantedColumns& wanted) {
  if (!wanted.has_names()) return;
  if (leaves == Leaves::kEdges) throw UsageError(algorithm + " leaves edges; there are no columns to choose from");
  for (const std::string& name : wanted.names()) {
    if (std::ranges::count(wanted.names(), name) > 1) throw UsageError("--columns names \"" + name + "\" twice");
    if (std::ranges::find(declared, name, &AlgorithmColumn::name) != declared.end()) continue;
    std::string there;
    for (const AlgorithmColumn& each : declared) there += (there.empty() ? "" : ", ") + each.name;
    throw UsageError(algorithm + " has no column \"" + name + "\"; it has " + there);
  }
}

}  // namespace warpgraph::algorithms
