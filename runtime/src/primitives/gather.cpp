// SPDX-License-Identifier: Apache-2.0
#include "host.hpp"

namespace warpgraph::detail {

namespace {

// Random accesses go through views, so that checked builds see an index outside of them.
template <class T, class Index>
void move(ThreadPool& threads, const GatherCall& call) {
  const auto in = call.in.as<T>();
  const auto out = call.out.as<T>();
  const Index* const index = reachable(call.index.as<Index>());
  for_chunks(threads, call.index.size, [&](std::size_t, std::size_t first, std::size_t last) {
    if (call.scatters) {
      for (std::size_t i = first; i < last; ++i) out[index[i]] = in[i];
    } else {
      for (std::size_t i = first; i < last; ++i) out[i] = in[index[i]];
    }
  });
}

}  // namespace

std::size_t HostPrimitives::run(const Job& job, const GatherCall& call) const {
  submit(job, call, [=](ThreadPool& threads) {
    with_word(call.width, [&]<class T>(T) {
      with_index(call.index_width, [&]<class Index>(Index) { move<T, Index>(threads, call); });
    });
  });
  return 0;
}

}  // namespace warpgraph::detail
