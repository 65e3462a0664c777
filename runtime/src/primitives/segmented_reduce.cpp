// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host.hpp"

namespace warpgraph::detail {

namespace {

// Segments are dealt out in groups of about kChunk elements and segment ends. A segment that is longer than that is
// reduced in parallel itself, in blocks that begin at multiples of kChunk; at most one segment reaches over a block's
// begin, so each block has one place for its partial result.
template <class T, class Offset, class Op>
class SegmentedReduce {
 public:
  SegmentedReduce(View<const T> in, View<const Offset> offsets, View<T> out, T* partial, Op op)
      : in_(reachable(in)),
        offsets_(reachable(offsets)),
        out_(reachable(out)),
        partial_(partial),
        segments_(offsets.size() - 1),
        op_(op) {}

  void run(ThreadPool& threads) const {
    const std::size_t work = segments_ + static_cast<std::size_t>(offsets_[segments_]);
    threads.for_each(chunks_of(work + 1), 1, [&](std::size_t group) {
      const std::size_t last = first_segment(group + 1);
      for (std::size_t s = first_segment(group); s < last; ++s) out_[s] = reduce(threads, offsets_[s], offsets_[s + 1]);
    });
  }

 private:
  // The group's first segment: the first with group * kChunk elements and segment ends or more before it.
  [[nodiscard]] std::size_t first_segment(std::size_t group) const {
    std::size_t first = 0;
    for (std::size_t count = segments_; count > 0;) {
      const std::size_t half = count / 2;
      const bool before = first + half + static_cast<std::size_t>(offsets_[first + half]) < group * kChunk;
      first = before ? first + half + 1 : first;
      count = before ? count - half - 1 : half;
    }
    return first;
  }

  [[nodiscard]] T reduce(ThreadPool& threads, std::size_t begin, std::size_t end) const {
    const std::size_t first_block = begin / kChunk + 1;
    const std::size_t head_end = std::min(end, first_block * kChunk);
    T sum = fold(in_ + begin, in_ + head_end, op_);
    if (head_end == end) return sum;
    const std::size_t blocks = chunks_of(end) - first_block;
    threads.for_each(blocks, 1, [&](std::size_t i) {
      const std::size_t block = first_block + i;
      partial_[block] = fold(in_ + block * kChunk, in_ + std::min(end, (block + 1) * kChunk), op_);
    });
    for (std::size_t i = 0; i < blocks; ++i) sum = op_(sum, partial_[first_block + i]);
    return sum;
  }

  const T* in_;
  const Offset* offsets_;
  T* out_;
  T* partial_;
  std::size_t segments_;
  Op op_;
};

}  // namespace

std::size_t HostPrimitives::run(const Job& job, const SegmentedReduceCall& call) const {
  return with_reduction(call.number, call.op, [&]<class T, class Op>(T, Op op) {
    Layout layout(job);
    T* const partial = layout.take<T>(chunks_of(call.in.size));
    submit(job, call, [=](ThreadPool& threads) {
      with_index(call.offset_width, [&]<class Offset>(Offset) {
        SegmentedReduce(call.in.as<T>(), call.offsets.as<Offset>(), call.out.as<T>(), partial, op).run(threads);
      });
    });
    return layout.bytes();
  });
}

}  // namespace warpgraph::detail
