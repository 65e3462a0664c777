// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>

#include <warpgraph/papers/context_paths.hpp>
#include <warpgraph/papers/context_stack.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/view.hpp>

#include "rounds.hpp"

// Fractal flames (Draves and Reckase, 2003): each random point goes through one of ten variations, chosen at random,
// and is counted in the pixel on which it comes to lie. Variations are in the order of what they cost.
namespace warpgraph::benchmarks {

struct Point {
  float x;
  float y;
};

inline constexpr int kVariations = 10;

template <int kVariation>
WARPGRAPH_DEVICE inline Point vary(Point p) {
  const float square = p.x * p.x + p.y * p.y;
  if constexpr (kVariation == 0) return p;                               // linear
  if constexpr (kVariation == 1) return {p.x / square, p.y / square};    // spherical
  if constexpr (kVariation == 2) return {std::sin(p.x), std::sin(p.y)};  // sinusoidal
  const float radius = std::sqrt(square);
  if constexpr (kVariation == 3)  // horseshoe
    return {(p.x - p.y) * (p.x + p.y) / radius, 2 * p.x * p.y / radius};
  if constexpr (kVariation == 4) {  // swirl
    const float sine = std::sin(square);
    const float cosine = std::cos(square);
    return {p.x * sine - p.y * cosine, p.x * cosine + p.y * sine};
  }
  const float angle = std::atan2(p.x, p.y);
  constexpr float kPi = 3.14159265f;
  if constexpr (kVariation == 5) return {angle / kPi, radius - 1};  // polar
  if constexpr (kVariation == 6)                                    // disc
    return {angle / kPi * std::sin(kPi * radius), angle / kPi * std::cos(kPi * radius)};
  if constexpr (kVariation == 7)  // heart
    return {radius * std::sin(angle * radius), -radius * std::cos(angle * radius)};
  if constexpr (kVariation == 8)  // handkerchief
    return {radius * std::sin(angle + radius), radius * std::cos(angle - radius)};
  const float sine = std::sin(angle);  // power
  const float power = std::pow(radius, sine);
  return {power * std::cos(angle), power * sine};
}

WARPGRAPH_DEVICE inline Point vary(int variation, Point p) {
  switch (variation) {
    case 0:
      return vary<0>(p);
    case 1:
      return vary<1>(p);
    case 2:
      return vary<2>(p);
    case 3:
      return vary<3>(p);
    case 4:
      return vary<4>(p);
    case 5:
      return vary<5>(p);
    case 6:
      return vary<6>(p);
    case 7:
      return vary<7>(p);
    case 8:
      return vary<8>(p);
    default:
      return vary<9>(p);
  }
}

struct Scene {
  static constexpr int kSide = 1024;

  std::uint64_t points;
  bool plots;  // otherwise the points inside of the picture are only counted, in its first pixel
  View<std::uint32_t> image;

  WARPGRAPH_DEVICE int draw(std::uint64_t item, Point& p) const {
    const std::uint64_t bits = mix(item);
    constexpr float kStep = 2.0f / (1 << 24);
    p = {static_cast<float>(bits & 0xffffff) * kStep - 1, static_cast<float>(bits >> 24 & 0xffffff) * kStep - 1};
    return static_cast<int>((bits >> 48) * kVariations >> 16);
  }
  WARPGRAPH_DEVICE void put(Point p, std::uint32_t& inside) const {
    const float x = (p.x + 2) * (kSide / 4);
    const float y = (p.y + 2) * (kSide / 4);
    if (!(x >= 0 && x < kSide && y >= 0 && y < kSide)) return;
    if (plots)
      atomic::fetch_add(image[static_cast<std::uint32_t>(y) * kSide + static_cast<std::uint32_t>(x)], 1u);
    else
      ++inside;
  }
  WARPGRAPH_DEVICE void finish(kernel::Warp& warp, const kernel::PerLane<std::uint32_t>& inside) const {
    const std::uint32_t total = warp.reduce(inside, Plus{});
    warp.elect([&] {
      if (total != 0) atomic::fetch_add(image[0], total);
    });
  }
};

struct PlainFlames {
  Scene scene;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint32_t> inside{};
    for_rounds(warp, scene.points, [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        if (base + lane >= scene.points) return;
        Point p;
        const int variation = scene.draw(base + lane, p);
        scene.put(vary(variation, p), inside[lane]);
      });
    });
    scene.finish(warp, inside);
  }
};

// Variations from kFirst on are collected.
template <int kFirst>
struct CollectedFlames {
  static constexpr int kPaths = kVariations - kFirst;
  using Memory = papers::ContextStack<Point>::Memory;
  struct Shared {
    Memory waiting[kPaths];
  };
  Scene scene;

  template <int kPath>
  WARPGRAPH_DEVICE void take(kernel::Warp& warp, papers::ContextStack<Point>& waiting,
                             const kernel::PerLane<int>& variation, const kernel::PerLane<Point>& drawn,
                             kernel::PerLane<std::uint32_t>& inside) const {
    kernel::PerLane<bool> holds;
    kernel::PerLane<Point> p = drawn;
    warp.relaxed_phase([&](kernel::Lane lane) { holds[lane] = variation[lane] == kFirst + kPath; });
    if (waiting.fill(warp, holds, p))
      warp.phase([&](kernel::Lane lane) { scene.put(vary<kFirst + kPath>(p[lane]), inside[lane]); });
  }
  template <int kPath>
  WARPGRAPH_DEVICE void finish(kernel::Warp& warp, papers::ContextStack<Point>& waiting,
                               kernel::PerLane<std::uint32_t>& inside) const {
    kernel::PerLane<Point> p{};
    const auto holds = waiting.drain(warp, p);
    warp.phase([&](kernel::Lane lane) {
      if (holds[lane]) scene.put(vary<kFirst + kPath>(p[lane]), inside[lane]);
    });
  }

  template <int... kPath>
  WARPGRAPH_DEVICE void run(kernel::Warp& warp, Shared& shared, std::integer_sequence<int, kPath...>) const {
    papers::ContextStack<Point> waiting[kPaths] = {papers::ContextStack<Point>(shared.waiting[kPath])...};
    kernel::PerLane<std::uint32_t> inside{};
    for_rounds(warp, scene.points, [&](std::uint64_t base) {
      kernel::PerLane<int> variation;
      kernel::PerLane<Point> p{};
      warp.phase([&](kernel::Lane lane) {
        variation[lane] = base + lane < scene.points ? scene.draw(base + lane, p[lane]) : kVariations;
        if (variation[lane] < kFirst) scene.put(vary(variation[lane], p[lane]), inside[lane]);
      });
      (take<kPath>(warp, waiting[kPath], variation, p, inside), ...);
    });
    (finish<kPath>(warp, waiting[kPath], inside), ...);
    scene.finish(warp, inside);
  }
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    run(warp, shared, std::make_integer_sequence<int, kPaths>{});
  }
};

// All variations are collected together.
struct CollectedFlamesTogether {
  using Paths = papers::ContextPaths<Point, kVariations>;
  struct Shared {
    Paths::Memory paths;
  };
  Scene scene;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    Paths paths(warp, shared.paths);
    kernel::PerLane<std::uint32_t> inside{};
    kernel::PerLane<int> variation;
    kernel::PerLane<Point> p{};
    for_rounds(warp, scene.points, [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        variation[lane] = base + lane < scene.points ? scene.draw(base + lane, p[lane]) : Paths::kNone;
      });
      paths.add(warp, variation, p);
      for (int path = paths.take(warp, p); path != Paths::kNone; path = paths.take(warp, p))
        warp.phase([&](kernel::Lane lane) { scene.put(vary(path, p[lane]), inside[lane]); });
    });
    for (int path = 0; path < kVariations; ++path) {
      const auto holds = paths.drain(warp, path, p);
      warp.phase([&](kernel::Lane lane) {
        if (holds[lane]) scene.put(vary(path, p[lane]), inside[lane]);
      });
    }
    scene.finish(warp, inside);
  }
};

}  // namespace warpgraph::benchmarks
