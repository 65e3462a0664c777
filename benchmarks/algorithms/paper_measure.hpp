// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/engine.hpp>

#include "paper_graphs.hpp"
#include "paper_report.hpp"

// One time of the paper's tables, and the ratios of such times with their means.
namespace warpgraph::benchmarks {

struct Cell {
  double milliseconds = 0;
  std::size_t supersteps = 0;
  int runs = 0;
  bool is_hopeless = false;  // its first run took so much longer than the fastest that it was left at that
};

// The median of five runs after one that warms up; of one run where they are long. Where they are very long, or
// hopelessly slower than the fastest, it is the first run's time, and the only one.
inline constexpr int kRuns = 5;
inline constexpr double kLong = 50;  // milliseconds
inline constexpr double kVeryLong = 500;
inline constexpr double kHopeless = 20;         // times the fastest
inline constexpr double kHopelessAtLeast = 20;  // milliseconds: below, kernels that are loaded may look like it
inline constexpr double kNoTime = std::numeric_limits<double>::infinity();

// `run` gives a result with supersteps.
template <class Run>
Cell time_once(Problem& on, Run run) {
  Event begin(on.stream().device());
  Event end(on.stream().device());
  begin.record(on.stream());
  const auto result = run();
  end.record(on.stream());
  end.synchronize();
  return {end.microseconds_since(begin) * 1e-3, result.supersteps.size(), 1};
}

template <class Run>
Cell time_runs(Problem& on, Run run, double fastest = kNoTime) {
  Cell cell = time_once(on, run);
  cell.is_hopeless = cell.milliseconds > std::max(kHopeless * fastest, kHopelessAtLeast);
  if (cell.is_hopeless || cell.milliseconds > kVeryLong) return cell;
  std::vector<double> times(cell.milliseconds > kLong ? 1 : kRuns);
  for (double& time : times) time = time_once(on, run).milliseconds;
  std::ranges::nth_element(times, times.begin() + times.size() / 2);
  cell.milliseconds = times[times.size() / 2];
  cell.runs = static_cast<int>(times.size());
  return cell;
}

template <class Program>
Cell measure(Problem& on, const Program& program, const EngineOptions& options, double fastest = kNoTime) {
  return time_runs(
      on, [&] { return warpgraph::run(on.stream(), on.graph(), program, options); }, fastest);
}

inline double ratio(const Cell& cell, const Cell& to) { return cell.milliseconds / to.milliseconds; }
inline std::string text_of(double ratio) { return format("%.2f", ratio); }
inline std::string text_of(const Cell& cell, const Cell& to) {
  if (!cell.is_hopeless) return text_of(ratio(cell, to));
  return ratio(cell, to) > kHopeless ? ">20" : "~" + text_of(ratio(cell, to));
}

// The ratios of one graph and program, in the order of a table's columns.
struct Ratios {
  std::string graph;
  std::string program;
  std::vector<double> values;
};

template <class Wanted>
std::vector<std::string> mean_row(std::string name, const std::vector<Ratios>& all, Wanted wanted) {
  std::vector<double> sums(all.front().values.size());
  int count = 0;
  for (const Ratios& each : all) {
    if (!wanted(each)) continue;
    ++count;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += std::log(each.values[i]);
  }
  std::vector<std::string> row{std::move(name)};
  for (const double sum : sums) row.push_back(text_of(std::exp(sum / count)));
  return row;
}

inline std::vector<std::string> different(const std::vector<Ratios>& all, std::string Ratios::*member) {
  std::vector<std::string> names;
  for (const Ratios& each : all)
    if (std::ranges::find(names, each.*member) == names.end()) names.push_back(each.*member);
  return names;
}

// Geometric means over the graphs for each program, over the programs for each graph, and over all.
inline void print_means(const std::string& title, std::vector<std::string> columns, const std::vector<Ratios>& all) {
  if (all.empty()) return;
  columns.insert(columns.begin(), "geometric mean");
  TextTable table(1, std::move(columns));
  for (const auto member : {&Ratios::program, &Ratios::graph})
    for (const std::string& name : different(all, member))
      table.add(mean_row(name, all, [&](const Ratios& each) { return each.*member == name; }));
  table.add(mean_row("all", all, [](const Ratios&) { return true; }));
  table.print(title);
}

}  // namespace warpgraph::benchmarks
