// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include <warpgraph/framework/graph/refused_graph.hpp>

#include "io/changed.hpp"
#include "io/input.hpp"

namespace warpgraph::detail {

// The failure of the smallest line, among those that threads report in any order.
class EarliestFailure {
 public:
  // Nothing at or beyond this line needs to be read any more.
  [[nodiscard]] std::uint64_t line() const { return line_.load(std::memory_order_relaxed); }

  // `of_weight`: a file that is read without weights has not got it.
  void report(std::uint64_t line, std::string expected, bool of_weight = false) {
    const std::lock_guard lock(mutex_);
    if (line >= line_) return;
    line_ = line;
    expected_ = std::move(expected);
    of_weight_ = of_weight;
  }

  // The file is not what it was, so nothing of it needs to be read any more.
  void report_change() { report(0, std::string(kChanged)); }

  void throw_if_any(const Input& input) const {
    if (line_ == kNone) return;
    if (of_weight_)
      throw RefusedGraphError<InputError>(graphs::RefusedGraph(graphs::RefusedGraph::Reason::kWeights), input.name,
                                          line_, expected_);
    input.fail(line_, expected_);
  }
  void remark_if_any(const Input& input) const {
    if (line_ != kNone) input.remark(line_, expected_);
  }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::atomic<std::uint64_t> line_ = kNone;
  std::mutex mutex_;
  std::string expected_;
  bool of_weight_ = false;
};

}  // namespace warpgraph::detail
