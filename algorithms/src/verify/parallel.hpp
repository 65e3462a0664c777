// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// Loops of verifiers: on the threads of a pool, or on the caller's alone where there is none. Whatever they return does
// not depend on the number of threads.
namespace warpgraph::algorithms::verify {

// Vertices that a thread takes at a time. Few, because the vertices of most edges may have the lowest numbers.
inline constexpr std::size_t kGrain = 64;
// Numbers that a thread takes at a time where no rows are behind them.
inline constexpr std::size_t kNumbers = std::size_t{1} << 14;

template <class Body>
void for_chunks(ThreadPool* threads, std::size_t count, std::size_t grain, Body&& body) {
  if (threads != nullptr) return threads->for_chunks(count, grain, body);
  for (std::size_t first = 0; first < count; first += grain) body(first, std::min(count, first + grain));
}

template <class Visit>
void for_vertices(ThreadPool* threads, std::size_t count, Visit&& visit, std::size_t grain = kGrain) {
  for_chunks(threads, count, grain, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) visit(static_cast<VertexId>(v));
  });
}

template <class T>
T load(const T& value) {
  return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_relaxed);
}
template <class T>
void store(T& value, T now) {
  std::atomic_ref<T>(value).store(now, std::memory_order_relaxed);
}
// Returns what was there before.
template <class T>
T add(T& value, T more) {
  return std::atomic_ref<T>(value).fetch_add(more, std::memory_order_relaxed);
}

// The lowest vertex that is wrong, or kNoVertex. Looks at every vertex below it, and at some of the others.
template <class IsWrong>
VertexId first_wrong(ThreadPool* threads, std::size_t count, IsWrong&& is_wrong) {
  VertexId lowest = kNoVertex;
  for_chunks(threads, count, kGrain, [&](std::size_t first, std::size_t last) {
    for (auto v = static_cast<VertexId>(first); v < last && v < load(lowest); ++v) {
      if (!is_wrong(v)) continue;
      const std::atomic_ref<VertexId> shared(lowest);
      for (VertexId known = shared.load(); v < known && !shared.compare_exchange_weak(known, v);) {
      }
      return;
    }
  });
  return lowest;
}

// The sum of term(v) over all vertices, in parts that are added up in their order.
template <class Sum, class Term>
Sum sum_of(ThreadPool* threads, std::size_t count, Term&& term) {
  std::vector<Sum> parts((count + kNumbers - 1) / kNumbers);
  for_chunks(threads, count, kNumbers, [&](std::size_t first, std::size_t last) {
    Sum part{};
    for (std::size_t v = first; v < last; ++v) part += term(static_cast<VertexId>(v));
    parts[first / kNumbers] = part;
  });
  Sum sum{};
  for (const Sum& part : parts) sum += part;
  return sum;
}

}  // namespace warpgraph::algorithms::verify
