// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::ranks {

// A process that works alone.
class OneRank final : public Ranks {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 1; }
  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    expects(sent.empty() && received.empty(), "OneRank::exchange: there is no other rank");
  }
  void fail(std::string_view, RankFault = RankFault::kRank) noexcept override {}
};

}  // namespace warpgraph::ranks
