// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/view.hpp>

#include "weights.hpp"

// Which edges are light: those up to a quantile of a sample of the weights.
namespace warpgraph::algorithms::forest {

inline constexpr std::uint64_t kAnyWeight = ~std::uint64_t{0};
inline constexpr std::uint64_t kSample = 4096;

struct SampleWeights {
  Weights weights;
  double stride;
  View<std::uint64_t> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    found[i] = weights.at(static_cast<EdgeId>(static_cast<double>(i) * stride));
  }
};

struct LightEdges {
  std::uint64_t max = kAnyWeight;  // the greatest weight that is light; kAnyWeight if all are
  double fraction = 1;             // of all edges

  // So many are wanted of all edges, of which it pays to leave some for later.
  static bool are_few(double wanted, double edges) { return wanted > 0 && edges >= 1.5 * wanted; }
  // `wanted` of so many edges.
  static LightEdges of(std::vector<std::uint64_t> sample, double wanted, double edges) {
    LightEdges light;
    std::ranges::sort(sample);
    const auto size = static_cast<double>(sample.size());
    light.max = sample[static_cast<std::size_t>(wanted / edges * size)];
    const auto behind = std::ranges::upper_bound(sample, light.max);
    light.fraction = static_cast<double>(behind - sample.begin()) / size;
    if (behind == sample.end()) light.max = kAnyWeight;
    return light;
  }
};

}  // namespace warpgraph::algorithms::forest
