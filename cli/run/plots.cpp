// SPDX-License-Identifier: Apache-2.0
#include "plots.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <sstream>
#include <vector>

#include "../text.hpp"

namespace warpgraph::cli {

namespace {

constexpr double kWidth = 960;
constexpr double kHeight = 150;
constexpr std::size_t kMostBars = 480;
constexpr std::array<const char*, kPlanCount> kColours{"#4477aa", "#66ccee", "#228833", "#ee6677", "#aa3377"};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// Supersteps that share a bar because there are more of them than fit; the bar shows the largest.
struct Bar {
  double value = 0;
  Plan plan = Plan::kPullAll;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

template <class ValueOf>
std::vector<Bar> bars_of(const std::vector<SuperstepStatistics>& steps, ValueOf&& value_of) {
  const std::size_t count = std::min(steps.size(), kMostBars);
  std::vector<Bar> bars(count);
  for (std::size_t bar = 0; bar < count; ++bar) {
    const std::size_t first = bar * steps.size() / count;
    const std::size_t last = (bar + 1) * steps.size() / count - 1;
    bars[bar] = {value_of(steps[first]), steps[first].plan, steps[first].superstep, steps[last].superstep};
    for (std::size_t i = first + 1; i <= last; ++i) {
      if (value_of(steps[i]) <= bars[bar].value) continue;
      bars[bar].value = value_of(steps[i]);
      bars[bar].plan = steps[i].plan;
    }
  }
  return bars;
}

std::string steps_of(const Bar& bar) {
  return bar.first == bar.last ? std::to_string(bar.first)
                               : std::to_string(bar.first) + " to " + std::to_string(bar.last);
}

// On a logarithmic scale: frontiers grow and shrink by factors.
void draw(std::ostream& page, const std::string& title, const std::vector<Bar>& bars) {
  double highest = 0;
  for (const Bar& bar : bars) highest = std::max(highest, bar.value);
  page << "<h2>" << title << "</h2>\n";
  if (highest <= 0) {
    page << "<p>nothing to show</p>\n";
    return;
  }
  const double step = kWidth / static_cast<double>(bars.size());
  page << "<svg viewBox=\"0 0 " << kWidth << ' ' << kHeight + 4 << "\" role=\"img\">\n";
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double height = bars[i].value <= 0 ? 0 : kHeight * std::log1p(bars[i].value) / std::log1p(highest);
    page << "<rect x=\"" << static_cast<double>(i) * step << "\" y=\"" << kHeight - height + 2 << "\" width=\""
         << std::max(step - 1, step * .7) << "\" height=\"" << height << "\" fill=\""
         << kColours[static_cast<std::size_t>(bars[i].plan)] << "\"><title>superstep " << steps_of(bars[i]) << ": "
         << format_number(bars[i].value) << ", " << to_string(bars[i].plan) << "</title></rect>\n";
  }
  page << "</svg>\n<p class=\"scale\">highest: " << format_number(highest) << "; logarithmic</p>\n";
}

void draw_legend(std::ostream& page, const std::vector<SuperstepStatistics>& steps) {
  page << "<p>";
  for (int plan = 0; plan < kPlanCount; ++plan) {
    const auto count = std::ranges::count(steps, static_cast<Plan>(plan), &SuperstepStatistics::plan);
    if (count == 0) continue;
    page << "<span class=\"key\" style=\"background:" << kColours[static_cast<std::size_t>(plan)] << "\"></span>"
         << to_string(static_cast<Plan>(plan)) << " (" << count << ") ";
  }
  page << "</p>\n";
}

}  // namespace

std::string report_page(const std::string& title, const nlohmann::ordered_json& facts, const RunReport& report) {
  std::ostringstream page;
  page << "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>" << escaped(title)
       << "</title>\n<style>\n"
          "body { font: 15px/1.5 sans-serif; max-width: 960px; margin: 2em auto; padding: 0 1em; color: #222; }\n"
          "h1 { font-size: 1.4em; } h2 { font-size: 1em; margin: 1.5em 0 .3em; }\n"
          "svg { width: 100%; background: #f6f6f6; } .scale { color: #777; margin: 0; font-size: .85em; }\n"
          "td { padding: 0 1.5em 0 0; } .key { display: inline-block; width: .8em; height: .8em; margin: 0 .4em 0 1em; "
          "}\n"
          "</style>\n<h1>"
       << escaped(title) << "</h1>\n<table>\n";
  for (const auto& [name, value] : facts.items()) {
    page << "<tr><td>" << escaped(name) << "</td><td>"
         << escaped(value.is_string() ? value.get<std::string>() : value.dump()) << "</td></tr>\n";
  }
  page << "</table>\n";
  const std::vector<SuperstepStatistics>& steps = report.supersteps;
  draw_legend(page, steps);
  using Step = SuperstepStatistics;
  draw(page, "Active vertices", bars_of(steps, [](const Step& s) { return static_cast<double>(s.active_vertices); }));
  draw(page, "Their outgoing edges", bars_of(steps, [](const Step& s) { return static_cast<double>(s.active_edges); }));
  draw(page, "Updated vertices", bars_of(steps, [](const Step& s) { return static_cast<double>(s.updated_vertices); }));
  draw(page, "Microseconds", bars_of(steps, [](const Step& s) { return s.microseconds; }));
  page << "</html>\n";
  return page.str();
}

}  // namespace warpgraph::cli
