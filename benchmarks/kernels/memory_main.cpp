// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <unistd.h>

#include <string>
#include <vector>

#include <benchmark/benchmark.h>

// memory_benchmark --report PAGE.html|PLOTS.svg [options of Google Benchmark]
//
// The benchmark as it is, and its results as a page: they are kept in the file PAGE.html.json, and memory_page.py
// draws them.
namespace {

std::string take_report(std::vector<std::string>& arguments) {
  std::string report;
  for (std::size_t i = 1; i + 1 < arguments.size(); ++i) {
    if (arguments[i] != "--report") continue;
    report = arguments[i + 1];
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i),
                    arguments.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    arguments.push_back("--benchmark_out=" + report + ".json");
    arguments.push_back("--benchmark_out_format=json");
    break;
  }
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
  const std::string report = take_report(arguments);
  std::vector<char*> pointers;
  for (std::string& each : arguments) pointers.push_back(each.data());
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return report.empty() ? 0 : draw(report);
}
