// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::algorithms {
namespace {

constexpr std::size_t kGrain = std::size_t{1} << 14;

// The lowest element for which `is_wrong` holds, or the number of elements.
template <class IsWrong>
std::uint64_t first_wrong_element(ThreadPool& threads, std::uint64_t n, IsWrong&& is_wrong) {
  std::uint64_t lowest = n;
  threads.for_chunks(n, kGrain, [&](std::size_t first, std::size_t last) {
    const std::atomic_ref<std::uint64_t> shared(lowest);
    for (std::uint64_t v = first; v < last && v < shared.load(std::memory_order_relaxed); ++v) {
      if (!is_wrong(v)) continue;
      for (std::uint64_t known = shared.load(); v < known && !shared.compare_exchange_weak(known, v);) {
      }
      return;
    }
  });
  return lowest;
}

}  // namespace

template <ListIndex Index>
std::optional<std::string> verify_list_ranks(ThreadPool& threads, std::span<const Index> next,
                                             std::span<const Index> rank, ListEnd from) {
  const std::uint64_t n = next.size();
  if (rank.size() != n)
    return "there are " + std::to_string(rank.size()) + " ranks of " + std::to_string(n) + " elements";
  const auto is_tail = [&](std::uint64_t v) { return next[v] == v || next[v] == kNoNext<Index>; };
  std::vector<std::uint8_t> is_preceded(n);
  const std::uint64_t outside = first_wrong_element(threads, n, [&](std::uint64_t v) {
    if (is_tail(v)) return false;
    if (next[v] >= n) return true;
    std::atomic_ref<std::uint8_t>(is_preceded[next[v]]).store(1, std::memory_order_relaxed);
    return false;
  });
  if (outside < n) return "element " + std::to_string(outside) + " is followed by one that is not there";
  const bool from_head = from == ListEnd::kHead;
  const std::uint64_t wrong = first_wrong_element(threads, n, [&](std::uint64_t v) {
    const bool is_end = from_head ? is_preceded[v] == 0 : is_tail(v);
    if (is_end && rank[v] != 0) return true;
    return !is_tail(v) && (from_head ? rank[next[v]] != rank[v] + 1 : rank[v] != rank[next[v]] + 1);
  });
  if (wrong == n) return std::nullopt;
  return "element " + std::to_string(wrong) + " has rank " + std::to_string(rank[wrong]) +
         (is_tail(wrong) ? "" : ", and the one that follows has rank " + std::to_string(rank[next[wrong]]));
}

template std::optional<std::string> verify_list_ranks(ThreadPool&, std::span<const std::uint32_t>,
                                                      std::span<const std::uint32_t>, ListEnd);
template std::optional<std::string> verify_list_ranks(ThreadPool&, std::span<const std::uint64_t>,
                                                      std::span<const std::uint64_t>, ListEnd);

}  // namespace warpgraph::algorithms
