// SPDX-License-Identifier: Apache-2.0
#include "host.hpp"

namespace warpgraph::detail {

namespace {

// Each chunk by itself, then the chunks in order.
template <class T, class Op>
void reduce_chunks(ThreadPool& threads, View<const T> in, T* out, T* partial, Op op) {
  const T* const data = reachable(in);
  for_chunks(threads, in.size(), [&](std::size_t chunk, std::size_t first, std::size_t last) {
    partial[chunk] = fold(data + first, data + last, op);
  });
  *out = fold(partial, partial + chunks_of(in.size()), op);
}

}  // namespace

const Primitives& host_primitives() {
  static const HostPrimitives primitives;
  return primitives;
}

std::size_t HostPrimitives::run(const Job& job, const ReduceCall& call) const {
  return with_reduction(call.number, call.op, [&]<class T, class Op>(T, Op op) {
    Layout layout(job);
    T* const partial = layout.take<T>(chunks_of(call.in.size));
    submit(job, call, [=](ThreadPool& threads) {
      reduce_chunks(threads, call.in.as<T>(), reachable(call.out.as<T>()), partial, op);
    });
    return layout.bytes();
  });
}

}  // namespace warpgraph::detail
