// SPDX-License-Identifier: Apache-2.0
#include "graph_report.hpp"

#include <algorithm>
#include <ostream>
#include <variant>

#include <warpgraph/runtime/error.hpp>

#include "histogram.hpp"
#include "table.hpp"
#include "text.hpp"

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const DegreeStatistics& degrees) {
  ordered_json percentiles = ordered_json::object();
  for (std::size_t i = 0; i < kPercentiles.size(); ++i)
    percentiles[std::to_string(kPercentiles[i])] = degrees.percentiles[i];
  return {{"min", degrees.least},
          {"mean", degrees.mean},
          {"max", degrees.max},
          {"percentiles", percentiles},
          {"log2_histogram", degrees.histogram}};
}

ordered_json to_json(const ValueRange& range) {
  return std::visit(
      [](const auto& ends) -> ordered_json {
        if constexpr (std::is_same_v<std::decay_t<decltype(ends)>, std::monostate>)
          return nullptr;
        else
          return {ends.first, ends.second};
      },
      range);
}

ordered_json to_json(const std::vector<MemoryNeed>& needs) {
  ordered_json array = ordered_json::array();
  for (const MemoryNeed& need : needs) array.push_back({{"devices", need.devices}, {"bytes_a_device", need.bytes}});
  return array;
}

// ---- For people

std::string value_text(const GraphReport& report) {
  const std::string type(to_string(report.graph.values));
  if (const auto* const whole = std::get_if<std::pair<std::int64_t, std::int64_t>>(&report.statistics.values))
    return type + ", " + std::to_string(whole->first) + " to " + std::to_string(whole->second);
  if (const auto* const real = std::get_if<std::pair<double, double>>(&report.statistics.values))
    return type + ", " + format_number(real->first) + " to " + format_number(real->second);
  return type;
}

void print_file(const GraphReport& report, Output& output) {
  std::string text = report.format;
  if (report.file_bytes != 0) text += ", " + support::format_bytes(report.file_bytes);
  text += ", read in " + format_seconds(report.load_seconds);
  if (report.build_seconds > 0) text += ", built in " + format_seconds(report.build_seconds);
  print_fact("file", printable(report.file) + " (" + text + ")", output);
}

void print_graph(const GraphReport& report, Output& output) {
  const GraphStatistics& statistics = report.statistics;
  std::string vertices = format_count(report.graph.vertices);
  if (report.graph.vertices > 0)
    vertices += ", ids " + std::to_string(report.first_id) + " to " + std::to_string(report.last_id);
  if (report.weights_of_a_vertex > 0)
    vertices += ", " + counted(report.weights_of_a_vertex, "weight", "weights") + " each";
  print_fact("vertices", vertices, output);
  print_fact("edges", format_count(report.graph.edges) + (report.graph.directed ? " directed" : " undirected"), output);
  print_fact("edge values", value_text(report), output);
  print_fact("self-loops", format_count(statistics.self_loops), output);
  print_fact("duplicate edges", format_count(statistics.duplicates), output);
  print_fact("isolated vertices", format_count(statistics.isolated_vertices), output);
  print_fact("components", format_count(report.components), output);
  print_fact("memory",
             support::format_bytes(report.graph_bytes) + " on the host, " +
                 (report.has_outgoing ? "incoming and outgoing edges" : "incoming edges"),
             output);
}

void add_degrees(const std::string& name, const DegreeStatistics& degrees, Table& table) {
  std::vector<std::string> row{name, format_count(degrees.least), format_number(degrees.mean)};
  for (const EdgeId degree : degrees.percentiles) row.push_back(format_count(degree));
  row.push_back(format_count(degrees.max));
  table.add(row);
}

void print_degrees(const GraphReport& report, Output& output) {
  const GraphStatistics& statistics = report.statistics;
  const std::string name = report.graph.directed ? "in-degree" : "degree";
  std::vector<std::string> header{"", "min", "mean"};
  for (const int percentile : kPercentiles) header.push_back(std::to_string(percentile) + "%");
  header.emplace_back("max");
  Table table(header);
  add_degrees(name, statistics.incoming, table);
  if (statistics.outgoing) add_degrees("out-degree", *statistics.outgoing, table);

  output.out << '\n';
  table.print(output.out, output.width());
  output.out << '\n';
  print_histogram(name, statistics.incoming.histogram, output);
  if (!statistics.outgoing) return;
  output.out << '\n';
  print_histogram("out-degree", statistics.outgoing->histogram, output);
}

void print_memory(const GraphReport& report, Output& output) {
  Table table({"devices", "memory of each"});
  for (const MemoryNeed& need : report.memory)
    table.add({std::to_string(need.devices), support::format_bytes(need.bytes)});
  output.out << '\n';
  table.print(output.out, output.width());
  output.out << wrapped(
                    "for the edges in both directions and their values, with an equal number of edges on each device; "
                    "what algorithms take comes on top",
                    std::min<std::size_t>(output.columns, 100), 0)
             << '\n';
}

}  // namespace

nlohmann::ordered_json to_json(const GraphReport& report) {
  const GraphStatistics& statistics = report.statistics;
  return {{"file", report.file},
          {"format", report.format},
          {"file_bytes", report.file_bytes},
          {"load_seconds", report.load_seconds},
          {"build_seconds", report.build_seconds},
          {"vertices", report.graph.vertices},
          {"first_id", report.first_id},
          {"last_id", report.last_id},
          {"weights_of_a_vertex", report.weights_of_a_vertex},
          {"edges", report.graph.edges},
          {"directed", report.graph.directed},
          {"has_outgoing", report.has_outgoing},
          {"value_type", to_string(report.graph.values)},
          {"value_range", to_json(statistics.values)},
          {"self_loops", statistics.self_loops},
          {"duplicate_edges", statistics.duplicates},
          {"isolated_vertices", statistics.isolated_vertices},
          {"components", report.components},
          {"in_degree", to_json(statistics.incoming)},
          {"out_degree", to_json(statistics.outgoing ? *statistics.outgoing : statistics.incoming)},
          {"graph_bytes", report.graph_bytes},
          {"memory", to_json(report.memory)}};
}

void print_report(const GraphReport& report, Output& output) {
  print_file(report, output);
  print_graph(report, output);
  if (report.graph.vertices > 0) print_degrees(report, output);
  print_memory(report, output);
}

}  // namespace warpgraph::cli
