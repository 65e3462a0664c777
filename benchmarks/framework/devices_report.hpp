// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/sharded.hpp>

#include "graph_names.hpp"

// What the benchmark of several devices measures of a run, and the file that it goes to.
namespace warpgraph::benchmarks {

struct Timed {
  double ms = 0;
  RunReport report;
};

class Results {
 public:
  explicit Results(const char* file) {
    if (file != nullptr) out_.open(file);
    if (out_) out_ << "[";
  }
  ~Results() {
    if (out_) out_ << "\n]\n";
  }
  void add(const std::string& graph, const std::string& program, const std::string& way, int devices,
           const Timed& timed) {
    if (!out_.is_open()) return;
    std::uint64_t bytes = 0;
    std::uint64_t useful = 0;
    for (const results::PeerSuperstep& step : timed.report.per_device) {
      for (const results::LinkTraffic& link : step.links) {
        bytes += link.bytes;
        useful += link.useful_bytes;
      }
    }
    out_ << (first_ ? "\n" : ",\n") << R"({"graph": ")" << graph << R"(", "program": ")" << program << R"(", "way": ")"
         << way << R"(", "devices": )" << devices << R"(, "ms": )" << timed.ms << R"(, "supersteps": )"
         << timed.report.supersteps.size() << R"(, "bytes": )" << bytes << R"(, "useful_bytes": )" << useful << "}";
    first_ = false;
  }

 private:
  std::ofstream out_;
  bool first_ = true;
};

template <class Run>
auto median(Run&& run) {
  const int runs = std::stoi(setting("WARPGRAPH_DEVICES_RUNS", "5"));
  auto result = run();
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    result = run();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::ranges::nth_element(times, times.begin() + runs / 2);
  return std::pair(times[static_cast<std::size_t>(runs / 2)], std::move(result));
}

template <class Value>
bool agree(const std::vector<Value>& a, const std::vector<Value>& b) {
  if constexpr (std::is_integral_v<Value>) {
    return a == b;
  } else {
    double worst = 0;
    for (std::size_t v = 0; v < a.size(); ++v)
      worst = std::max(worst, std::abs(static_cast<double>(a[v]) - static_cast<double>(b[v])) /
                                  std::max(1e-12, std::abs(static_cast<double>(b[v]))));
    return a.size() == b.size() && worst < 1e-3;
  }
}

// What went over all links of a run.
inline double megabytes(const RunReport& report, std::uint64_t results::LinkTraffic::*what) {
  double sum = 0;
  for (const results::PeerSuperstep& step : report.per_device)
    for (const results::LinkTraffic& link : step.links) sum += static_cast<double>(link.*what);
  return sum * 1e-6;
}

// What the slowest device of a superstep took.
inline double longest(const results::PeerSuperstep& step, double results::DeviceActivity::*what) {
  double max = 0;
  for (const results::DeviceActivity& device : step.devices) max = std::max(max, device.*what);
  return max;
}

// The most edges of a device over the mean, all supersteps together.
inline double unevenness(const RunReport& report) {
  double max = 0;
  double all = 0;
  for (const results::PeerSuperstep& step : report.per_device) {
    std::uint64_t largest = 0;
    for (const results::DeviceActivity& device : step.devices) {
      largest = std::max(largest, device.edges);
      all += static_cast<double>(device.edges) / static_cast<double>(step.devices.size());
    }
    max += static_cast<double>(largest);
  }
  return all == 0 ? 1 : max / all;
}

}  // namespace warpgraph::benchmarks
