// SPDX-License-Identifier: Apache-2.0
//
// Shows the devices of this machine, how they reach each other, and how fast each adds two vectors.
//   devices [devices]   e.g. "cuda", "cuda:0,2", "host:4"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace {

using warpgraph::Buffer;
using warpgraph::Device;
using warpgraph::DeviceId;
using warpgraph::DeviceInfo;
using warpgraph::DeviceKind;
using warpgraph::Event;
using warpgraph::Runtime;
using warpgraph::Stream;
using warpgraph::View;
using warpgraph::support::format_bytes;

struct AddTo {
  View<float> sum;
  View<const float> summand;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { sum[i] += summand[i]; }
};

// The fastest of a few runs of the kernel.
double microseconds_to_add(Device& device, std::size_t size) {
  constexpr int kRuns = 5;
  const Stream stream(device);
  Buffer<float> sum(stream, size, "sum");
  Buffer<float> summand(stream, size, "summand");
  fill(stream, sum, 0.0f);
  fill(stream, summand, 1.0f);
  Event begin(device);
  Event end(device);
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRuns; ++i) {
    begin.record(stream);
    warpgraph::kernel::for_each(stream, size, AddTo{sum, summand});
    end.record(stream);
    end.synchronize();
    fastest = std::min(fastest, end.microseconds_since(begin));
  }
  return fastest;
}

using Table = std::vector<std::vector<std::string>>;

// Each column as wide as its widest cell.
void print(const Table& table) {
  std::vector<std::size_t> widths(table.front().size());
  for (const auto& line : table) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  for (const auto& line : table) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::cout << (i == 0 ? std::left : std::right) << std::setw(static_cast<int>(widths[i] + (i == 0 ? 0 : 3)))
                << line[i];
    }
    std::cout << '\n';
  }
}

std::string format(double number, int digits, const char* unit) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << number << ' ' << unit;
  return text.str();
}

void print_devices(const Runtime& runtime) {
  Table table{{"device", "model", "multiprocessors", "memory", "free", "vector sum", "rate"}};
  for (int i = 0; i < runtime.device_count(); ++i) {
    Device& device = runtime.device(i);
    const DeviceInfo& info = device.info();
    const std::size_t size = std::size_t{1} << (device.kind() == DeviceKind::kGpu ? 28 : 22);
    const double microseconds = microseconds_to_add(device, size);
    const double bytes = 3.0 * sizeof(float) * static_cast<double>(size);  // two loads, one store
    table.push_back({device.name(), info.model, std::to_string(info.multiprocessors), format_bytes(info.memory_bytes),
                     format_bytes(device.memory().free), format(microseconds / 1000, 2, "ms"),
                     format(bytes / microseconds / 1000, 0, "GB/s")});
  }
  print(table);
}

void print_links(const Runtime& runtime) {
  Table table{{"link"}};
  for (int i = 0; i < runtime.device_count(); ++i) table.front().push_back(runtime.device(i).name());
  for (int from = 0; from < runtime.device_count(); ++from) {
    table.push_back({runtime.device(from).name()});
    for (int to = 0; to < runtime.device_count(); ++to) {
      table.back().emplace_back(to_string(runtime.link(DeviceId{from}, DeviceId{to})));
    }
  }
  std::cout << '\n';
  print(table);
}

}  // namespace

int main(int argc, char** argv) try {
  const Runtime runtime(argc > 1 ? argv[1] : "auto");
  print_devices(runtime);
  if (runtime.device_count() > 1) print_links(runtime);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "devices: " << error.what() << '\n';
  return 1;
}
