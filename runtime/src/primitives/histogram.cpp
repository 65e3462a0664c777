// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "bins.hpp"
#include "host.hpp"

namespace warpgraph::detail {

namespace {

void add(std::uint64_t& counter, std::uint64_t count) {
  if (count != 0) std::atomic_ref(counter).fetch_add(count, std::memory_order_relaxed);
}

// Each chunk counts by itself while the bins are few, and in the shared counters if they are many.
template <class T>
void count_chunks(ThreadPool& threads, View<const T> in, std::uint64_t* counts, Bins<T> bins) {
  constexpr std::size_t kFew = 1024;
  const T* const data = reachable(in);
  for_chunks(threads, in.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    if (bins.count > kFew) {
      for (std::size_t i = first; i < last; ++i)
        if (bins.holds(data[i])) add(counts[bins.bin_of(data[i])], 1);
      return;
    }
    std::uint64_t own[kFew] = {};
    for (std::size_t i = first; i < last; ++i)
      if (bins.holds(data[i])) ++own[bins.bin_of(data[i])];
    for (std::size_t bin = 0; bin < bins.count; ++bin) add(counts[bin], own[bin]);
  });
}

}  // namespace

std::size_t HostPrimitives::run(const Job& job, const HistogramCall& call) const {
  with_number(call.number, [&]<class T>(T) {
    submit(job, call, [=](ThreadPool& threads) {
      const Bins<T> bins{call.lower.as<T>(), call.upper.as<T>(), call.counts.size};
      count_chunks(threads, call.in.as<T>(), reachable(call.counts.as<std::uint64_t>()), bins);
    });
  });
  return 0;
}

}  // namespace warpgraph::detail
