// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/generate_lists.hpp>
#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/copy.hpp>

#include "support/sanitizers.hpp"

// Lists to be ranked, and what they are ranked as by one thread that walks them.
namespace warpgraph::test {

struct SomeLists {
  std::string name;
  std::vector<std::uint32_t> next;
};

// The elements in the order of `order`, cut where a list has `length` elements.
inline std::vector<std::uint32_t> lists_along(const std::vector<std::uint32_t>& order, std::size_t length) {
  std::vector<std::uint32_t> next(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_last = (i + 1) % length == 0 || i + 1 == order.size();
    next[order[i]] = is_last ? (i % 2 == 0 ? order[i] : algorithms::kNoNext<std::uint32_t>) : order[i + 1];
  }
  return next;
}

inline std::vector<std::uint32_t> ascending(std::uint32_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

inline std::vector<std::uint32_t> shuffled(std::uint32_t n, std::uint64_t seed) {
  auto order = ascending(n);
  std::ranges::shuffle(order, std::mt19937_64(seed));
  return order;
}

inline std::vector<std::uint32_t> strided(std::uint32_t n, std::uint32_t stride) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t first = 0; first < stride; ++first)
    for (std::uint32_t v = first; v < n; v += stride) order.push_back(v);
  return order;
}

inline std::vector<SomeLists> all_lists() {
  std::vector<SomeLists> lists;
  for (const std::uint32_t n : {1u, 2u, 3u, 17u, 257u, 5000u}) {
    const std::string size = std::to_string(n);
    auto reversed = ascending(n);
    std::ranges::reverse(reversed);
    lists.push_back({"ascending" + size, lists_along(ascending(n), n)});
    lists.push_back({"reversed" + size, lists_along(reversed, n)});
    lists.push_back({"strided" + size, lists_along(strided(n, 7), n)});
    lists.push_back({"random" + size, lists_along(shuffled(n, n), n)});
    lists.push_back({"short" + size, lists_along(shuffled(n, n + 1), 5)});
    lists.push_back({"long" + size, lists_along(shuffled(n, n + 2), n / 3 + 1)});
    lists.push_back({"single" + size, lists_along(ascending(n), 1)});
  }
  lists.push_back({"random100000", lists_along(shuffled(100000, 9), 100000)});
  return lists;
}

// One list of so many elements that walkers leave trails and ranks go into several buckets, in every shape. That takes
// more of them on a GPU.
inline std::vector<SomeLists> large_lists(StreamRef stream) {
  const std::uint64_t elements = stream.device().kind() == DeviceKind::kGpu ? 9000001 : kSanitized ? 10001 : 40001;
  std::vector<SomeLists> lists;
  for (const auto& [name, shape] :
       {std::pair{"random", algorithms::ListShape::kRandom}, std::pair{"ordered", algorithms::ListShape::kSequential},
        std::pair{"reversed", algorithms::ListShape::kReversed}, std::pair{"strided", algorithms::ListShape::kStrided}})
    lists.push_back({name, to_host(stream, algorithms::generate_lists<std::uint32_t>(stream, {elements, shape}))});
  return lists;
}

struct Walked {
  std::vector<std::uint32_t> from_head;
  std::vector<std::uint32_t> from_tail;
  std::vector<std::uint32_t> head;
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> first;
};

inline Walked walk_serially(const std::vector<std::uint32_t>& next) {
  const auto n = static_cast<std::uint32_t>(next.size());
  const auto is_tail = [&](std::uint32_t v) { return next[v] == v || next[v] == algorithms::kNoNext<std::uint32_t>; };
  std::vector<bool> is_preceded(n);
  for (std::uint32_t v = 0; v < n; ++v)
    if (!is_tail(v)) is_preceded[next[v]] = true;
  Walked walked{std::vector<std::uint32_t>(n), std::vector<std::uint32_t>(n), std::vector<std::uint32_t>(n), {}, {0}};
  for (std::uint32_t head = 0; head < n; ++head) {
    if (is_preceded[head]) continue;
    const std::size_t begin = walked.order.size();
    for (std::uint32_t v = head;; v = next[v]) {
      walked.head[v] = head;
      walked.from_head[v] = static_cast<std::uint32_t>(walked.order.size() - begin);
      walked.order.push_back(v);
      if (is_tail(v)) break;
    }
    for (std::size_t i = begin; i < walked.order.size(); ++i)
      walked.from_tail[walked.order[i]] = static_cast<std::uint32_t>(walked.order.size() - 1 - i);
    walked.first.push_back(static_cast<std::uint32_t>(walked.order.size()));
  }
  return walked;
}

}  // namespace warpgraph::test
