// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/framework/generate/registry.hpp>

#include "catalogue/json_text.hpp"

namespace warpgraph::algorithms {

std::string_view to_string(Family family) {
  switch (family) {
    case Family::kPaths:
      return "paths";
    case Family::kComponents:
      return "components";
    case Family::kCentrality:
      return "centrality";
    case Family::kStructure:
      return "structure";
    case Family::kSimulation:
      return "simulation";
  }
  return "";
}

std::string_view to_string(GraphKind kind) {
  switch (kind) {
    case GraphKind::kAny:
      return "any";
    case GraphKind::kForest:
      return "forest";
    case GraphKind::kLists:
      return "lists";
  }
  return "";
}

namespace catalogue {
namespace {

// "bfs_levels, bfs_parents"
void add_list(std::string_view name, std::string_view list, JsonText& json) {
  json.array(name, [&] {
    while (!list.empty()) {
      const std::size_t end = std::min(list.find(", "), list.size());
      json.text("", list.substr(0, end));
      list.remove_prefix(std::min(end + 2, list.size()));
    }
  });
}

template <class Names>
void add_names(std::string_view name, const Names& names, JsonText& json) {
  if (names.empty()) return;
  json.array(name, [&] {
    for (const std::string& each : names) json.text("", each);
  });
}

void add_bounds(const AlgorithmOption& option, JsonText& json) {
  if (option.kind == AlgorithmOption::Kind::kWhole) {
    json.number("minimum", option.whole.lowest);
    if (option.whole.highest != AlgorithmOption::kAnyWhole.highest) json.number("maximum", option.whole.highest);
  }
  if (option.kind == AlgorithmOption::Kind::kReal) {
    const option::RealRange& range = option.real;
    if (std::isfinite(range.lowest)) json.number(range.above ? "exclusive_minimum" : "minimum", range.lowest);
    if (std::isfinite(range.highest)) json.number(range.below ? "exclusive_maximum" : "maximum", range.highest);
  }
}

void add_default(const AlgorithmOption& option, JsonText& json) {
  std::visit(
      [&]<class Value>(const Value& value) {
        if constexpr (std::is_same_v<Value, std::monostate>)
          json.null("default");
        else if constexpr (std::is_same_v<Value, bool>)
          json.boolean("default", value);
        else if constexpr (std::is_same_v<Value, std::string>)
          json.text("default", value);
        else
          json.number("default", value);
      },
      option.default_value);
  if (!option.default_text.empty()) json.text("default_text", option.default_text);
}

void add(const AlgorithmOption& option, JsonText& json) {
  json.object("", [&] {
    json.text("name", option.name);
    json.text("kind", to_string(option.kind));
    if (option.kind != AlgorithmOption::Kind::kSwitch) json.text("value_name", option::shown_value_name(option));
    json.text("help", option.help);
    json.boolean("required", option.is_required);
    add_default(option, json);
    add_bounds(option, json);
    if (const std::string accepted = option::accepted_values(option); !accepted.empty()) json.text("accepts", accepted);
    if (const std::string shown = option::shown_default(option); !shown.empty()) json.text("shown_default", shown);
    add_names("choices", option.choices, json);
    add_names("old_names", option.old_names, json);
    if (option.is_of_several_devices) json.boolean("of_several_devices", true);
  });
}

void add(const AlgorithmColumn& column, JsonText& json) {
  json.object("", [&] {
    json.text("name", column.name);
    json.text("type", to_string(column.type));
    json.text("missing", to_string(column.missing));
    json.text("help", column.help);
    json.boolean("is_vertex", column.is_vertex());
    json.boolean("is_usual", column.is_usual);
    if (!column.made_with.empty()) json.text("made_with", column.made_with);
    if (!column.left_out_with.empty()) json.text("left_out_with", column.left_out_with);
    if (!column.double_with.empty()) json.text("double_with", column.double_with);
    if (column.costs_extra) json.boolean("costs_extra", true);
  });
}

void add(const DeclaredFact& fact, JsonText& json) {
  json.object("", [&] {
    json.text("name", fact.name);
    json.text("type", to_string(fact.type));
    json.text("help", fact.help);
    json.boolean("is_vertex", fact.is_vertex());
    if (!fact.unit.empty()) json.text("unit", fact.unit);
    if (fact.is_of_device) json.boolean("is_of_device", true);
  });
}

void add(const Algorithm& algorithm, JsonText& json) {
  json.object("", [&] {
    json.text("name", algorithm.name);
    json.text("summary", algorithm.summary);
    json.text("family", to_string(algorithm.family));
    add_list("functions", algorithm.functions, json);
    json.text("header", algorithm.header);
    json.text("leaves", algorithm.leaves == Leaves::kEdges ? "edges" : "values");
    json.boolean("has_source", algorithm.has_source);
    json.boolean("needs_undirected", algorithm.needs_undirected);
    json.boolean("needs_outgoing", algorithm.needs_outgoing);
    json.text("takes", to_string(algorithm.takes));
    json.boolean("runs_on_ranks", algorithm.runs_on_ranks || algorithm.devices == DeviceUse::kEngine);
    if (!algorithm.edge_values.empty()) json.text("edge_values", algorithm.edge_values);
    json.array("options", [&] {
      for (const AlgorithmOption& each : algorithm.options) add(each, json);
    });
    json.array("columns", [&] {
      for (const AlgorithmColumn& each : algorithm.columns) add(each, json);
    });
    json.array("facts", [&] {
      for (const DeclaredFact& each : algorithm.facts) add(each, json);
    });
    json.array("engine_options", [&] {
      for (const AlgorithmOption& each : engine_options())
        if (takes_engine_option(algorithm, each.name)) json.text("", each.name);
    });
  });
}

void add(const generators::GeneratorInfo& generator, JsonText& json) {
  json.object("", [&] {
    json.text("name", generator.name);
    json.text("summary", generator.summary);
    json.array("options", [&] {
      for (const AlgorithmOption& each : generator.parameters) add(each, json);
    });
  });
}

}  // namespace
}  // namespace catalogue

std::string describe_json() {
  catalogue::JsonText json;
  json.object("", [&] {
    json.array("algorithms", [&] {
      for (const Algorithm& each : all_algorithms()) catalogue::add(each, json);
    });
    json.array("engine_options", [&] {
      for (const AlgorithmOption& each : engine_options()) catalogue::add(each, json);
    });
    json.array("control_options", [&] {
      for (const AlgorithmOption& each : control_options()) catalogue::add(each, json);
    });
    json.array("generators", [&] {
      for (const generators::GeneratorInfo& each : generators::generator_registry()) catalogue::add(each, json);
    });
  });
  return json.written() + '\n';
}

}  // namespace warpgraph::algorithms
