// SPDX-License-Identifier: Apache-2.0
//
// Watch a plate cool: two hot spots on a grid, and how their heat spreads, drawn in characters.
//   simulation [DEVICES]     auto, cuda:0, host
#include <algorithm>
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/warpgraph.hpp>

namespace {

constexpr std::uint64_t kWidth = 72;
constexpr std::uint64_t kHeight = 20;

std::uint64_t place(std::uint64_t x, std::uint64_t y) { return y * kWidth + x; }

// Each step of the scale is half as warm as the next.
void draw(const std::vector<float>& temperature, std::uint32_t steps) {
  static const std::string scale = " .:-=+*#%@";
  std::cout << "after " << steps << " steps, at most " << std::ranges::max(temperature) << " degrees\n";
  for (std::uint64_t y = 0; y < kHeight; ++y) {
    std::string line;
    for (std::uint64_t x = 0; x < kWidth; ++x) {
      std::size_t shade = 0;
      for (float degrees = temperature[place(x, y)]; degrees >= 1 && shade + 1 < scale.size(); degrees /= 2) ++shade;
      line += scale[shade];
    }
    std::cout << "  |" << line << "|\n";
  }
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  warpgraph::Runtime runtime(argc > 1 ? argv[1] : "auto");
  const auto plate = warpgraph::generate_graph(
      runtime, "grid2d", {{"width", std::to_string(kWidth)}, {"height", std::to_string(kHeight)}});

  warpgraph::algorithms::HeatOptions options;
  options.hot = {{place(20, 6), 10000}, {place(55, 14), 5000}};
  options.tolerance = 0;
  std::uint32_t steps = 0;
  for (const std::uint32_t more : {5u, 45u, 450u}) {
    options.max_iterations = more;
    options.initial = warpgraph::algorithms::heat(plate, options).values;
    options.hot.clear();  // from here on, each picture goes on where the one before stopped
    draw(options.initial, steps += more);
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << "simulation: " << error.what() << '\n';
  return 1;
}
