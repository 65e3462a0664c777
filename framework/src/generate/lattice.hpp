// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "generate/job.hpp"

namespace warpgraph::generators::detail {

struct Point {
  std::int64_t x;
  std::int64_t y;
};

WARPGRAPH_DEVICE inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
WARPGRAPH_DEVICE inline std::int64_t cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
WARPGRAPH_DEVICE inline std::int64_t dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }

// The vector's length, rounded down, but at least 1. Both machines round a square root in the same way.
WARPGRAPH_DEVICE inline std::uint32_t length_of(Point vector) {
  const auto length = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(dot(vector, vector))));
  return length == 0 ? 1 : length;
}

// Lattice points of spacing 1024, each displaced a little.
struct JitteredLattice {
  static constexpr std::int64_t kSpacing = 1024;

  CounterRandom random;
  std::uint64_t width;
  std::int64_t jitter;  // largest displacement along an axis

  [[nodiscard]] WARPGRAPH_DEVICE Point at(std::uint64_t x, std::uint64_t y) const {
    const std::uint64_t bits = random(y * width + x);
    return {static_cast<std::int64_t>(x) * kSpacing + displacement(bits >> 32),
            static_cast<std::int64_t>(y) * kSpacing + displacement(bits & 0xffffffffu)};
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE std::int64_t displacement(std::uint64_t bits) const {
    return static_cast<std::int64_t>(bits * static_cast<std::uint64_t>(2 * jitter + 1) >> 32) - jitter;
  }
};

inline PlanePoint in_spacings(Point point) {
  constexpr double kSpacing = JitteredLattice::kSpacing;
  return {static_cast<double>(point.x) / kSpacing, static_cast<double>(point.y) / kSpacing};
}

}  // namespace warpgraph::generators::detail
