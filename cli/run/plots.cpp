// SPDX-License-Identifier: Apache-2.0
#include "plots.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <sstream>
#include <vector>

#include "../html.hpp"
#include "../text.hpp"

namespace warpgraph::cli {

namespace {

constexpr double kWidth = 960;
constexpr double kHeight = 150;
constexpr std::size_t kMaxBars = 480;
constexpr std::array<const char*, 8> kLineColours{"#4477aa", "#ee6677", "#228833", "#ccbb44",
                                                  "#66ccee", "#aa3377", "#bbbbbb", "#222222"};
constexpr std::array<const char*, kPlanCount> kColours{"#4477aa", "#66ccee", "#228833", "#ee6677",
                                                       "#aa3377", "#ccbb44", "#bbbbbb"};
static_assert(kColours.back() != nullptr, "a colour for each plan");

// Supersteps that share a bar because there are more of them than fit; the bar shows the largest.
struct Bar {
  double value = 0;
  Plan plan = Plan::kPullAll;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

template <class ValueOf>
std::vector<Bar> bars_of(const std::vector<SuperstepStatistics>& steps, ValueOf&& value_of) {
  const std::size_t count = std::min(steps.size(), kMaxBars);
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
void draw(std::ostream& page, const std::string& title, const std::vector<Bar>& bars, bool has_plans) {
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
         << format_number(bars[i].value) << (has_plans ? ", " + std::string(to_string(bars[i].plan)) : "")
         << "</title></rect>\n";
  }
  page << "</svg>\n<p class=\"scale\">highest: " << format_number(highest) << "; logarithmic</p>\n";
}

// A value for every superstep.
struct Line {
  std::string name;
  std::vector<double> values;
};

// The largest of those that share a place.
std::vector<double> thinned(const std::vector<double>& values) {
  const std::size_t count = std::min(values.size(), kMaxBars);
  std::vector<double> result(count);
  for (std::size_t i = 0; i < values.size(); ++i) {
    double& shown = result[i * count / values.size()];
    shown = std::max(shown, values[i]);
  }
  return result;
}

// On a linear scale: how far lines lie apart is what they show.
void draw(std::ostream& page, const std::string& title, const std::vector<Line>& lines) {
  double highest = 0;
  for (const Line& line : lines)
    for (const double value : line.values) highest = std::max(highest, value);
  page << "<h2>" << title << "</h2>\n<p>";
  for (std::size_t i = 0; i < lines.size(); ++i)
    page << "<span class=\"key\" style=\"background:" << kLineColours[i % kLineColours.size()] << "\"></span>"
         << escaped(lines[i].name);
  page << "</p>\n<svg viewBox=\"0 0 " << kWidth << ' ' << kHeight + 4 << "\" role=\"img\">\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<double> values = thinned(lines[i].values);
    const double step = kWidth / static_cast<double>(values.size());
    page << "<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"" << kLineColours[i % kLineColours.size()]
         << "\" points=\"";
    // A superstep is as wide as its bar above.
    for (std::size_t s = 0; s < values.size(); ++s) {
      const double y = kHeight + 2 - (highest <= 0 ? 0 : kHeight * values[s] / highest);
      const auto x = static_cast<double>(s) * step;
      page << x << ',' << y << ' ' << x + step << ',' << y << ' ';
    }
    page << "\"><title>" << escaped(lines[i].name) << "</title></polyline>\n";
  }
  page << "</svg>\n<p class=\"scale\">highest: " << format_number(highest) << "; linear</p>\n";
}

// A line a device.
template <class ValueOf>
std::vector<Line> lines_of(const std::vector<results::PeerSuperstep>& steps, ValueOf&& value_of) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < steps.front().devices.size(); ++i) {
    Line& line = lines.emplace_back(Line{"device " + std::to_string(i), {}});
    for (const results::PeerSuperstep& step : steps) line.values.push_back(value_of(step.devices[i]));
  }
  return lines;
}
template <class BytesOf>
Line sum_of_links(const std::string& name, const std::vector<results::PeerSuperstep>& steps, BytesOf&& bytes_of) {
  Line line{name, {}};
  for (const results::PeerSuperstep& step : steps) {
    double sum = 0;
    for (const results::LinkTraffic& link : step.links) sum += static_cast<double>(bytes_of(link));
    line.values.push_back(sum);
  }
  return line;
}

void draw_devices(std::ostream& page, const std::vector<results::PeerSuperstep>& steps) {
  using Device = results::DeviceActivity;
  draw(page, "Active edges of each device",
       lines_of(steps, [](const Device& d) { return static_cast<double>(d.edges); }));
  draw(page, "Microseconds of each device: computing",
       lines_of(steps, [](const Device& d) { return d.compute_microseconds; }));
  draw(page, "Microseconds of each device: exchange",
       lines_of(steps, [](const Device& d) { return d.exchange_microseconds; }));
  draw(page, "Bytes",
       {sum_of_links("sent", steps, [](const results::LinkTraffic& link) { return link.bytes; }),
        sum_of_links("useful", steps, [](const results::LinkTraffic& link) { return link.useful_bytes; })});
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

std::string report_page(const std::string& title, const nlohmann::ordered_json& facts, const RunReport& report,
                        bool has_plans, const std::vector<costs::SuperstepCost>& predicted) {
  std::ostringstream page;
  begin_page(page, title, facts);
  const std::vector<SuperstepStatistics>& steps = report.supersteps;
  if (has_plans) draw_legend(page, steps);
  using Step = SuperstepStatistics;
  const auto draw_steps = [&](const char* what, auto&& value_of) {
    draw(page, what, bars_of(steps, value_of), has_plans);
  };
  draw_steps("Active vertices", [](const Step& s) { return static_cast<double>(s.active_vertices); });
  draw_steps("Their outgoing edges", [](const Step& s) { return static_cast<double>(s.active_edges); });
  draw_steps("Updated vertices", [](const Step& s) { return static_cast<double>(s.updated_vertices); });
  draw_steps("Microseconds", [](const Step& s) { return s.microseconds; });
  if (!predicted.empty())
    draw_steps("Microseconds, predicted",
               [&](const Step& s) { return predicted[static_cast<std::size_t>(&s - steps.data())].seconds() * 1e6; });
  if (!report.per_device.empty()) draw_devices(page, report.per_device);
  end_page(page);
  return page.str();
}

}  // namespace warpgraph::cli
