// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/copy.hpp>

// What rankings by the host have in common.
namespace warpgraph::algorithms::lists {

class HostClock {
 public:
  void end(std::string_view name) {
    const auto now = std::chrono::steady_clock::now();
    steps_.push_back({name, std::chrono::duration<double>(now - begin_).count()});
    begin_ = now;
  }
  [[nodiscard]] std::vector<ListStep> take() { return std::move(steps_); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<ListStep> steps_;
};

// With tails that are followed by themselves.
template <class Index>
std::vector<Index> on_host(StreamRef stream, View<const Index> next) {
  std::vector<Index> successor = to_host(stream, next);
  for (std::size_t v = 0; v < successor.size(); ++v)
    if (successor[v] == kNoNext<Index>) successor[v] = static_cast<Index>(v);
  return successor;
}

// The elements that nothing is before.
template <class Index>
std::vector<Index> heads_of(const std::vector<Index>& successor) {
  std::vector<bool> is_preceded(successor.size());
  for (std::size_t v = 0; v < successor.size(); ++v)
    if (successor[v] != v) is_preceded[successor[v]] = true;
  std::vector<Index> heads;
  for (std::size_t v = 0; v < successor.size(); ++v)
    if (!is_preceded[v]) heads.push_back(static_cast<Index>(v));
  return heads;
}

}  // namespace warpgraph::algorithms::lists
