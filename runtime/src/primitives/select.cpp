// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "host.hpp"

namespace warpgraph::detail {

namespace {

// Two passes: how many each chunk selects, then each chunk writes behind those before it.
struct Selection {
  const std::uint8_t* flags;
  std::size_t size;
  std::uint64_t* selected_before;  // of each chunk

  std::uint64_t count(ThreadPool& threads) const {
    for_chunks(threads, size, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      std::uint64_t selected = 0;
      for (std::size_t i = first; i < last; ++i) selected += flags[i] != 0;
      selected_before[chunk] = selected;
    });
    std::uint64_t total = 0;
    for (std::size_t chunk = 0; chunk < chunks_of(size); ++chunk) total += std::exchange(selected_before[chunk], total);
    return total;
  }

  template <class T>
  void write_selected(ThreadPool& threads, const T* in, T* out) const {
    for_chunks(threads, size, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      T* to = out + selected_before[chunk];
      for (std::size_t i = first; i < last; ++i)
        if (flags[i] != 0) *to++ = in[i];
    });
  }

  template <class T>
  void write_rest(ThreadPool& threads, const T* in, T* out) const {
    for_chunks(threads, size, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      T* to = out + (first - selected_before[chunk]);
      for (std::size_t i = first; i < last; ++i)
        if (flags[i] == 0) *to++ = in[i];
    });
  }
};

template <class T>
void select(ThreadPool& threads, const SelectCall& call, std::uint64_t* selected_before) {
  const T* const in = reachable(call.in.as<T>());
  T* const out = reachable(call.out.as<T>());
  const Selection selection{reachable(call.flags.as<std::uint8_t>()), call.in.size, selected_before};
  const std::uint64_t count = selection.count(threads);
  expects(count <= call.out.size, "select: out is smaller than the number of selected elements");
  selection.write_selected(threads, in, out);
  if (call.keep_rest) selection.write_rest(threads, in, out + count);
  *reachable(call.count.as<std::uint64_t>()) = count;
}

}  // namespace

std::size_t HostPrimitives::run(const Job& job, const SelectCall& call) const {
  Layout layout(job);
  auto* const selected_before = layout.take<std::uint64_t>(chunks_of(call.in.size));
  submit(job, call, [=](ThreadPool& threads) {
    with_word(call.width, [&]<class T>(T) { select<T>(threads, call, selected_before); });
  });
  return layout.bytes();
}

}  // namespace warpgraph::detail
