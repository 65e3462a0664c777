// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "host.hpp"

namespace warpgraph::detail {

namespace {

// What one chunk knows of the runs that begin in it.
struct ChunkRuns {
  std::uint64_t before;   // the number of runs that begin in chunks before
  std::size_t last_head;  // where the last run before the chunk's first begins
};

// Two passes: the run heads of each chunk, then each chunk writes its values, and with each head the length of the run
// that it ends.
template <class T>
class RunLength {
 public:
  RunLength(View<const T> in, ChunkRuns* chunks) : in_(reachable(in)), size_(in.size()), chunks_(chunks) {}

  std::uint64_t find_heads(ThreadPool& threads) const {
    for_chunks(threads, size_, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      ChunkRuns runs{0, 0};
      for (std::size_t i = first; i < last; ++i)
        if (is_head(i)) runs = {runs.before + 1, i};
      chunks_[chunk] = runs;
    });
    ChunkRuns all{0, 0};
    for (std::size_t chunk = 0; chunk < chunks_of(size_); ++chunk) {
      const ChunkRuns runs = std::exchange(chunks_[chunk], all);
      if (runs.before != 0) all = {all.before + runs.before, runs.last_head};
    }
    last_head_ = all.last_head;
    return all.before;
  }

  void write_values(ThreadPool& threads, T* values) const {
    for_chunks(threads, size_, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      std::uint64_t run = chunks_[chunk].before;
      for (std::size_t i = first; i < last; ++i)
        if (is_head(i)) values[run++] = in_[i];
    });
  }

  template <class Count>
  void write_counts(ThreadPool& threads, Count* counts, std::uint64_t runs) const {
    for_chunks(threads, size_, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      auto [run, head] = chunks_[chunk];
      for (std::size_t i = first; i < last; ++i) {
        if (!is_head(i)) continue;
        if (run != 0) counts[run - 1] = static_cast<Count>(i - head);
        head = i;
        ++run;
      }
    });
    counts[runs - 1] = static_cast<Count>(size_ - last_head_);
  }

 private:
  [[nodiscard]] bool is_head(std::size_t i) const { return i == 0 || in_[i] != in_[i - 1]; }

  const T* in_;
  std::size_t size_;
  ChunkRuns* chunks_;
  mutable std::size_t last_head_ = 0;
};

template <class T>
void encode(ThreadPool& threads, const RunLengthCall& call, ChunkRuns* chunks) {
  const RunLength<T> encoder(call.in.as<T>(), chunks);
  const std::uint64_t runs = encoder.find_heads(threads);
  expects(runs <= call.values.size, "run_length: the values are fewer than the runs");
  expects(call.count_width == 0 || runs <= call.counts.size, "run_length: counts is smaller than the number of runs");
  encoder.write_values(threads, reachable(call.values.as<T>()));
  if (call.count_width != 0) {
    with_index(call.count_width,
               [&]<class Count>(Count) { encoder.write_counts(threads, reachable(call.counts.as<Count>()), runs); });
  }
  *reachable(call.count.as<std::uint64_t>()) = runs;
}

}  // namespace

std::size_t HostPrimitives::run(const Job& job, const RunLengthCall& call) const {
  Layout layout(job);
  auto* const chunks = layout.take<ChunkRuns>(chunks_of(call.in.size));
  submit(job, call, [=](ThreadPool& threads) {
    call.width == 4 ? encode<Word<4>>(threads, call, chunks) : encode<Word<8>>(threads, call, chunks);
  });
  return layout.bytes();
}

}  // namespace warpgraph::detail
