// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::detail {

inline constexpr std::size_t kShuffledGrain = 4096;

// A loop on the host, without the type of its body. The loop is compiled once: a drawn order calls it for one index at
// a time.
struct HostLoop {
  const void* body;
  void (*ascend)(const void* body, std::size_t first, std::size_t last);  // body(i) for all i in [first, last)
};

template <class Body>
HostLoop host_loop(const Body& body) {
  return {std::addressof(body), [](const void* untyped, std::size_t first, std::size_t last) {
            const Body& typed = *static_cast<const Body*>(untyped);
            for (std::size_t i = first; i < last; ++i) typed(i);
          }};
}

// Runs the loop for all i in [first, last): ascending for seed 0, else in groups of 32 in drawn order.
void run_some(const HostLoop& loop, std::size_t first, std::size_t last, std::uint64_t seed);

// The same of all i in [0, n), over the pool.
void run_all(ThreadPool& threads, const HostLoop& loop, std::uint64_t n, std::uint64_t seed);

}  // namespace warpgraph::detail
