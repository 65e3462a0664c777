// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

// memory_benchmark --report PAGE.html|PLOTS.svg [options of Google Benchmark]
//
// The benchmark as it is, and its results as a page: they are kept in the file PAGE.html.json, and memory_page.py
// draws them.
namespace {

constexpr std::string_view kUsage =
    "usage: memory_benchmark [--report PAGE.html|PLOTS.svg] [options of Google Benchmark]\n";

// Takes --report FILE, or --report=FILE, off the arguments.
std::string take_report(std::vector<std::string>& arguments) {
  const std::string option = "--report";
  const auto found = std::ranges::find_if(
      arguments, [&](const std::string& each) { return each == option || each.starts_with(option + '='); });
  if (found == arguments.end()) return {};
  const bool is_apart = *found == option;
  if (is_apart && found + 1 == arguments.end()) throw std::invalid_argument("--report: the file is missing");
  std::string report = is_apart ? found[1] : found->substr(option.size() + 1);
  if (!report.ends_with(".html") && !report.ends_with(".svg"))
    throw std::invalid_argument("--report: expected a name that ends in .html or .svg, found \"" + report + '"');
  arguments.erase(found, found + (is_apart ? 2 : 1));
  arguments.push_back("--benchmark_out=" + report + ".json");
  arguments.emplace_back("--benchmark_out_format=json");
  return report;
}

// Becomes the program that draws. Returns if there is none.
int draw(const std::string& report) {
  const std::string results = report + ".json";
  execlp("python3", "python3", WARPGRAPH_MEMORY_PAGE, results.c_str(), report.c_str(), nullptr);
  perror("memory_benchmark: python3 draws the report and cannot be started");
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  std::string report;
  try {
    report = take_report(arguments);
  } catch (const std::invalid_argument& error) {
    std::cerr << "memory_benchmark: " << error.what() << '\n' << kUsage;
    return 2;
  }
  if (std::ranges::find(arguments, "--help") != arguments.end()) std::cout << kUsage << '\n';
  std::vector<char*> pointers;
  for (std::string& each : arguments) pointers.push_back(each.data());
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 1;
  const std::size_t found = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  if (report.empty()) return 0;
  if (found == 0) {
    std::cerr << "memory_benchmark: nothing was measured, so that there is nothing to report\n";
    return 1;
  }
  return draw(report);
}
