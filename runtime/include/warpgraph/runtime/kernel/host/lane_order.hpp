// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgraph::detail {

// Rule R3: lanes may run in any order. On the host the order of every phase is drawn from a seed: i -> (a*i + b) mod n
// with odd a, which for n a power of two visits every lane once; seed 0 is ascending. A kernel whose phase reads what
// another lane of the same phase writes gives different results for different seeds.
class LaneOrder {
 public:
  LaneOrder() = default;
  // Each unit (warp, block) of a launch draws its own orders.
  LaneOrder(std::uint64_t seed, std::uint64_t unit) : state_(seed == 0 ? 0 : mix(seed ^ mix(unit + 1)) | 1) {}

  [[nodiscard]] bool ascending() const { return state_ == 0; }

  // One loop for all orders, so that the body is compiled once.
  template <std::uint32_t kCount, class Body>
  void visit(Body&& body) {
    static_assert((kCount & (kCount - 1)) == 0, "scopes have a power of two of lanes");
    std::uint32_t step = 1;
    std::uint32_t lane = 0;
    if (!ascending()) {
      state_ = mix(state_) | 1;
      step = static_cast<std::uint32_t>(state_ >> 8) | 1;
      lane = static_cast<std::uint32_t>(state_ >> 40) & (kCount - 1);
    }
    for (std::uint32_t i = 0; i < kCount; ++i) {
      body(lane);
      lane = (lane + step) & (kCount - 1);
    }
  }

  static constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace warpgraph::detail
