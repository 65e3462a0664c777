// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <ostream>
#include <sstream>
#include <string_view>
#include <variant>

#include "../html.hpp"
#include "../text.hpp"
#include "picture.hpp"

namespace warpgraph::cli {

namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

using nlohmann::ordered_json;

constexpr std::size_t kRuleWidth = 78;

// As printf() has it: the shape of gpmetis's lines is one of printf's.
[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...) {
  char text[256];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  return text;
}

std::uint32_t constraints_of(const PartitionReport& report) {
  return static_cast<std::uint32_t>(report.heaviest_vertex.size());
}

// A part against its share, by one constraint.
struct Load {
  std::uint32_t part = 0;
  std::int64_t actual = 0;
  double desired = 0;

  [[nodiscard]] double ratio() const { return desired > 0 ? static_cast<double>(actual) / desired : 1; }
};

std::int64_t total_weight(const PartitionReport& report, std::uint32_t constraint) {
  std::int64_t total = 0;
  for (std::size_t i = constraint; i < report.quality.weights.size(); i += constraints_of(report))
    total += report.quality.weights[i];
  return total;
}

Load heaviest_part(const PartitionReport& report, std::uint32_t constraint) {
  const auto total = static_cast<double>(total_weight(report, constraint));
  Load heaviest;
  for (std::uint32_t p = 0; p < report.options.parts; ++p) {
    const std::size_t i = std::size_t{p} * constraints_of(report) + constraint;
    const double share = report.options.targets.empty() ? 1.0 / report.options.parts : report.options.targets[i];
    const Load load{p, report.quality.weights[i], share * total};
    if (p == 0 || load.ratio() > heaviest.ratio()) heaviest = load;
  }
  return heaviest;
}

// No partition can be better balanced than this: a part holds the heaviest vertex.
double min_balance(const PartitionReport& report, std::uint32_t constraint) {
  double max_share = report.options.targets.empty() ? 1.0 / report.options.parts : 0;
  for (std::size_t i = constraint; i < report.options.targets.size(); i += constraints_of(report))
    max_share = std::max(max_share, report.options.targets[i]);
  const double max_weight = max_share * static_cast<double>(total_weight(report, constraint));
  return max_weight > 0 ? static_cast<double>(report.heaviest_vertex[constraint]) / max_weight : 0;
}

ordered_json describe_level(const PartitionLevel& level) {
  ordered_json facts = {{"vertices", level.vertices},     {"edges", level.edges},
                        {"cut_before", level.cut_before}, {"cut_after", level.cut_after},
                        {"imbalance", level.imbalance},   {"passes", level.passes},
                        {"seconds", level.seconds}};
  for (const PartitionPass& pass : level.trace)
    facts["trace"].push_back({{"cut", pass.cut}, {"imbalance", pass.imbalance}, {"rebalances", pass.rebalances}});
  return facts;
}

ordered_json describe_times(const PartitionTimes& times) {
  return {{"check", times.check},     {"upload", times.upload}, {"coarsen", times.coarsen},
          {"initial", times.initial}, {"refine", times.refine}, {"finish", times.finish}};
}

ordered_json facts_of(const PartitionReport& report) {
  const PartitionQuality& quality = report.quality;
  ordered_json facts = {{"file", report.file},
                        {"vertices", report.vertices},
                        {"edges", report.edges},
                        {"parts", report.options.parts},
                        {"constraints", constraints_of(report)},
                        {"objective", report.options.objective == PartitionObjective::kVolume ? "volume" : "cut"},
                        {"method", report.method},
                        {"preset", report.preset.empty() ? ordered_json() : ordered_json(report.preset)},
                        {"seed", report.options.seed},
                        {"devices", report.devices},
                        {"cut", quality.cut},
                        {"volume", quality.volume},
                        {"imbalance", quality.imbalance},
                        {"empty_parts", quality.empty_parts},
                        {"disconnected_parts", quality.disconnected_parts},
                        {"torn_parts", quality.torn_parts},
                        {"pieces", quality.components},
                        {"boundary_vertices", quality.boundary_vertices},
                        {"graph_bytes", report.graph_bytes},
                        {"predicted_bytes", report.predicted_bytes},
                        {"peak_bytes", report.peak_bytes},
                        {"read_seconds", report.read_seconds},
                        {"seconds", report.partition.seconds},
                        {"seconds_by_phase", describe_times(report.partition.times)},
                        {"evaluate_seconds", report.evaluate_seconds}};
  for (const auto& [name, value] : report.partition.facts.facts)
    std::visit([&, &fact = facts[name]](const auto& each) { fact = each; }, value);
  return facts;
}

// ---- The shape of gpmetis

void print_section(const std::string& title, std::ostream& out) {
  out << title << ' ' << std::string(kRuleWidth - 1 - title.size(), '-') << '\n';
}

void print_balance(const PartitionReport& report, std::ostream& out) {
  out << " - Balance:\n";
  for (std::uint32_t c = 0; c < constraints_of(report); ++c)
    out << formatted("     constraint #%u:  %5.3f out of %5.3f\n", c, heaviest_part(report, c).ratio(),
                     min_balance(report, c));
  const Load heaviest = heaviest_part(report, 0);
  out << "\n - Most overweight partition:\n"
      << formatted("     pid: %u, actual: %lld, desired: %.0f, ratio: %.2f.\n\n", heaviest.part,
                   static_cast<long long>(heaviest.actual), heaviest.desired, heaviest.ratio());
}

void print_contiguity(const PartitionQuality& quality, std::ostream& out) {
  if (quality.empty_parts > 0) out << " - There are " << quality.empty_parts << " empty partitions.\n\n";
  if (quality.disconnected_parts == 0) {
    out << " - Each partition is contiguous.\n\n";
  } else {
    out << " - There are " << quality.disconnected_parts << " non-contiguous partitions.\n"
        << "   Total components after removing the cut edges: " << quality.components << ".\n\n";
  }
}

void print_times(const PartitionReport& report, std::ostream& out) {
  print_section("Timing Information", out);
  const auto line = [&](const char* name, double seconds, const char* remark) {
    out << formatted("  %-14s\t\t %7.3f sec%s\n", name, seconds, remark);
  };
  line("I/O:", report.read_seconds, "");
  line("Partitioning:", report.partition.seconds, "   (Warpgraph time)");
  const PartitionTimes& times = report.partition.times;
  line("  Checking:", times.check, "");
  line("  Uploading:", times.upload, "");
  line("  Coarsening:", times.coarsen, "");
  line("  Initial:", times.initial, "");
  line("  Refining:", times.refine, "");
  line("  Finishing:", times.finish, "");
  line("Reporting:", report.evaluate_seconds, "");
  out << '\n';
  print_section("Memory Information", out);
  const auto bytes = [&](const char* name, std::uint64_t count) {
    out << formatted("  %s:\t\t %7.3f MB\n", name, static_cast<double>(count) / (1 << 20));
  };
  bytes("Max memory used", report.peak_bytes);
  bytes("Max predicted", report.predicted_bytes);
  bytes("Graph", report.graph_bytes);
}

// ---- The page

constexpr double kPictureWidth = 960;
constexpr double kPictureMargin = 40;
constexpr double kLevelHeight = 46;
constexpr double kTraceWidth = 240;  // to the right of the V
constexpr double kTraceHeight = 32;

// Where the levels of the V stand: the finest ones at the top, the coarsest one below in the middle.
struct Place {
  double left;
  double right;
  double y;
};
Place place_of(std::size_t level, std::size_t levels) {
  const double depth = levels > 1 ? static_cast<double>(level) / static_cast<double>(levels - 1) : 1;
  const double inset = kPictureMargin + depth * (kPictureWidth / 2 - 2 * kPictureMargin) * 0.5;
  return {inset, kPictureWidth - inset, kPictureMargin + static_cast<double>(level) * kLevelHeight};
}

double x_of_pass(std::size_t pass, std::size_t passes) {
  return kPictureWidth +
         (kTraceWidth - kPictureMargin) * (static_cast<double>(pass) + 0.5) / static_cast<double>(passes);
}

std::string percent(double fraction) { return formatted("%.2f %%", 100 * fraction); }

void draw_arm(std::ostream& page, const std::vector<PartitionLevel>& levels, double Place::*side) {
  page << "<polyline fill=\"none\" stroke=\"#4477aa\" stroke-width=\"1.5\" points=\"";
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const Place place = place_of(i, levels.size());
    page << place.*side << ',' << place.y << ' ';
  }
  page << "\"/>\n";
}

void draw_label(std::ostream& page, double x, double y, std::string_view anchor, const std::string& text) {
  page << "<circle cx=\"" << x << "\" cy=\"" << y << "\" r=\"4\" fill=\"#4477aa\"/>\n<text x=\""
       << (anchor == "start" ? x + 10 : x - 10) << "\" y=\"" << y + 4 << "\" text-anchor=\"" << anchor
       << "\" font-size=\"12\">" << escaped(text) << "</text>\n";
}

// A curve over the passes of a level.
template <class Value>
void draw_curve(std::ostream& page, const std::vector<PartitionPass>& trace, double y, const char* color,
                const Value& value) {
  double least = value(trace.front());
  double most = least;
  for (const PartitionPass& pass : trace) {
    least = std::min(least, value(pass));
    most = std::max(most, value(pass));
  }
  page << "<polyline fill=\"none\" stroke=\"" << color << "\" points=\"";
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const double height = most > least ? (value(trace[i]) - least) / (most - least) : 0;
    page << x_of_pass(i, trace.size()) << ',' << y + kTraceHeight * (0.5 - height) << ' ';
  }
  page << "\"/>\n";
}

// The cut and the imbalance, each between its least and its greatest value. What a pass has come to is shown when the
// pointer is on it.
void draw_trace(std::ostream& page, const PartitionLevel& level, double y) {
  if (level.trace.empty()) return;
  draw_curve(page, level.trace, y, "#bbbbbb", [](const PartitionPass& pass) { return pass.imbalance; });
  draw_curve(page, level.trace, y, "#4477aa", [](const PartitionPass& pass) { return static_cast<double>(pass.cut); });
  const double width = (kTraceWidth - kPictureMargin) / static_cast<double>(level.trace.size());
  for (std::size_t i = 0; i < level.trace.size(); ++i) {
    const PartitionPass& pass = level.trace[i];
    page << "<rect x=\"" << x_of_pass(i, level.trace.size()) - width / 2 << "\" y=\"" << y - kTraceHeight / 2
         << "\" width=\"" << width << "\" height=\"" << kTraceHeight << "\" fill=\"#ee7733\" fill-opacity=\""
         << (pass.rebalances ? 0.3 : 0) << "\"><title>pass " << i + 1 << ": cut "
         << format_count(static_cast<std::uint64_t>(pass.cut)) << ", imbalance " << percent(pass.imbalance)
         << (pass.rebalances ? ", rebalancing" : "") << "</title></rect>\n";
  }
}

void draw_v(std::ostream& page, const std::vector<PartitionLevel>& levels) {
  const bool has_trace = std::ranges::any_of(levels, [](const auto& level) { return !level.trace.empty(); });
  page << "<h2>The V: coarsening to the left, refinement to the right</h2>\n";
  if (has_trace)
    page << "<p>Beside each level are the passes of its refinement: the cut (blue) and the imbalance (grey). Those on "
            "coloured ground move vertices away from parts that are too heavy.</p>\n";
  page << "<svg viewBox=\"0 0 " << kPictureWidth + (has_trace ? kTraceWidth : 0) << ' '
       << 2 * kPictureMargin + static_cast<double>(levels.size()) * kLevelHeight << "\" role=\"img\">\n";
  draw_arm(page, levels, &Place::left);
  draw_arm(page, levels, &Place::right);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const PartitionLevel& level = levels[i];
    const Place place = place_of(i, levels.size());
    draw_label(page, place.left, place.y, "start",
               counted(level.vertices, "vertex", "vertices") + ", " + counted(level.edges, "edge", "edges"));
    draw_label(page, place.right, place.y, "end",
               "cut " + format_count(static_cast<std::uint64_t>(level.cut_before)) + " to " +
                   format_count(static_cast<std::uint64_t>(level.cut_after)) + ", imbalance " +
                   percent(level.imbalance));
    draw_trace(page, level, place.y);
  }
  page << "</svg>\n";
}

void list_levels(std::ostream& page, const std::vector<PartitionLevel>& levels) {
  page << "<h2>Levels</h2>\n<table>\n<tr><th>level</th><th>vertices</th><th>edges</th><th>cut before</th>"
          "<th>cut after</th><th>imbalance</th><th>passes</th><th>time</th></tr>\n";
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const PartitionLevel& level = levels[i];
    page << "<tr><td>" << i << "</td><td>" << format_count(level.vertices) << "</td><td>" << format_count(level.edges)
         << "</td><td>" << level.cut_before << "</td><td>" << level.cut_after << "</td><td>" << percent(level.imbalance)
         << "</td><td>" << level.passes << "</td><td>" << format_seconds(level.seconds) << "</td></tr>\n";
  }
  page << "</table>\n";
}

}  // namespace

ordered_json describe_partition(const PartitionReport& report) {
  ordered_json facts = facts_of(report);
  facts["part_weights"] = report.quality.weights;
  ordered_json levels = ordered_json::array();
  for (const PartitionLevel& level : report.partition.levels) levels.push_back(describe_level(level));
  facts["levels"] = std::move(levels);
  return facts;
}

void print_partition(const PartitionReport& report, Output& output) {
  std::ostream& out = output.out;
  print_section("Graph Information", out);
  out << " Name: " << printable(report.file) << ", #Vertices: " << report.vertices << ", #Edges: " << report.edges
      << ", #Parts: " << report.options.parts << "\n\n";
  print_section("Options", out);
  out << " method=" << report.method << (report.preset.empty() ? "" : ", preset=" + report.preset)
      << ", objtype=" << (report.options.objective == PartitionObjective::kVolume ? "vol" : "cut")
      << ", contig=" << (report.options.connected ? "YES" : "NO") << ", seed=" << report.options.seed << '\n'
      << " devices=" << report.devices << "\n\n";
  print_section("Direct k-way Partitioning", out);
  out << " - Edgecut: " << report.quality.cut << ", communication volume: " << report.quality.volume << ".\n";
  if (report.has_edge_weights) out << "   The edgecut is the weight of the edges cut.\n";
  out << '\n';
  print_balance(report, out);
  print_contiguity(report.quality, out);
  print_times(report, out);
}

std::string missed_limits(const PartitionReport& report) {
  std::uint64_t heavy = 0;
  std::uint64_t light = 0;
  for (std::uint32_t c = 0; c < constraints_of(report); ++c) {
    for (std::uint32_t p = 0; p < report.options.parts; ++p) {
      const std::size_t at = std::size_t{p} * constraints_of(report) + c;
      const std::int64_t weight = report.quality.weights[at];
      heavy += weight > report.partition.max_weight[at] ? 1 : 0;
      light += c == 0 && !report.options.min_weight.empty() && weight < report.options.min_weight[p] ? 1 : 0;
    }
  }
  if (heavy + light == 0) return "";
  std::string text = "the weights of parts are not all as they shall be:";
  if (heavy > 0) text += " " + counted(heavy, "is", "are") + " too large";
  if (light > 0) text += (heavy > 0 ? ", " : " ") + counted(light, "is", "are") + " too small";
  return text;
}

std::string missed_connection(const PartitionReport& report) {
  const PartitionQuality& quality = report.quality;
  if (!report.options.connected || quality.disconnected_parts == 0) return "";
  if (quality.torn_parts > 0)
    return counted(quality.torn_parts, "part is", "parts are") + " not connected, because of fixed vertices";
  return counted(quality.disconnected_parts, "part has", "parts have") +
         " vertices in several components of the graph, and cannot be connected";
}

std::string partition_page(const PartitionReport& report) {
  std::ostringstream page;
  begin_page(page, "warpgraph partition " + report.file, facts_of(report));
  draw_parts(page, report.points, report.partition.part);
  draw_v(page, report.partition.levels);
  list_levels(page, report.partition.levels);
  end_page(page);
  return page.str();
}

}  // namespace warpgraph::cli
