// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>

#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "machine.hpp"
#include "types.hpp"

namespace warpgraph::detail {

class HostPrimitives final : public Primitives {
 public:
  std::size_t run(const Job& job, const ReduceCall& call) const override;
  std::size_t run(const Job& job, const ScanCall& call) const override;
  std::size_t run(const Job& job, const SegmentedReduceCall& call) const override;
  std::size_t run(const Job& job, const SelectCall& call) const override;
  std::size_t run(const Job& job, const SortCall& call) const override;
  std::size_t run(const Job& job, const RunLengthCall& call) const override;
  std::size_t run(const Job& job, const HistogramCall& call) const override;
  std::size_t run(const Job& job, const GatherCall& call) const override;
};

// Work is cut into chunks of a fixed size, so that results do not depend on the number of threads.
inline constexpr std::size_t kChunk = 1 << 15;

constexpr std::size_t chunks_of(std::size_t count) { return (count + kChunk - 1) / kChunk; }

// body(chunk, first, last)
template <class Body>
void for_chunks(ThreadPool& threads, std::size_t count, Body&& body) {
  threads.for_chunks(count, kChunk, [&](std::size_t first, std::size_t last) { body(first / kChunk, first, last); });
}

template <class T, class Op>
T fold(const T* first, const T* last, Op op) {
  T sum = Op::template identity<T>();
  for (; first != last; ++first) sum = op(sum, *first);
  return sum;
}

// Enqueues work(threads), unless the job only measures.
template <class Call, class Work>
void submit(const Job& job, const Call& call, Work work) {
  if (job.stream == nullptr) return;
  ThreadPool& threads = job.device->runtime().threads();
  job.stream->host()->submit(call.name(), [&threads, work = std::move(work)] { work(threads); });
}

// The primitives index plain pointers; this is where checked builds see that a view is of a device out of reach.
template <class T>
T* reachable(View<T> view) {
  return view.empty() ? view.data() : &view[0];
}

// An element of which only the width is known.
template <std::size_t Width>
struct Word {
  std::byte bytes[Width];
  bool operator==(const Word&) const = default;
};

template <class F>
auto with_word(unsigned width, F&& f) {
  switch (width) {
    case 1:
      return f(Word<1>{});
    case 2:
      return f(Word<2>{});
    case 4:
      return f(Word<4>{});
    case 8:
      return f(Word<8>{});
    case 16:
      return f(Word<16>{});
    default:
      unknown_type();
  }
}

}  // namespace warpgraph::detail
