// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/launch.hpp>

// How many threads work on a level, and on which vertices each. A thread has several vertices, so that coarser levels
// have fewer threads.
namespace warpgraph::partitioning::gp_metis {

inline constexpr std::uint64_t kVerticesOfThread = 4;
inline constexpr std::uint64_t kMaxThreads = std::uint64_t{1} << 18;  // about as many as a GPU holds at once

struct Share {
  std::uint64_t vertices;
  std::uint64_t threads;
  std::uint64_t each;  // vertices of a thread that owns consecutive ones

  explicit Share(VertexId count)
      : vertices(count),
        threads(std::clamp<std::uint64_t>((count + kVerticesOfThread - 1) / kVerticesOfThread, 1, kMaxThreads)),
        each((count + threads - 1) / threads) {}

  // body(v) for the consecutive vertices of a thread.
  template <class Body>
  WARPGRAPH_DEVICE void for_each_owned(std::uint64_t thread, Body&& body) const {
    const std::uint64_t first = thread * each;
    for (std::uint64_t v = first; v < first + each && v < vertices; ++v) body(v);
  }
};

template <class Body>
struct InTurn {
  Body body;
  Share share;
  WARPGRAPH_DEVICE void operator()(std::uint64_t thread) const {
    for (std::uint64_t v = thread; v < share.vertices; v += share.threads) body(v);
  }
};

// body(v) for every vertex. Threads that are neighbours take vertices that are neighbours, so that their accesses
// coalesce.
template <class Body>
void for_each_in_turn(StreamRef stream, VertexId vertices, const Body& body) {
  const Share share(vertices);
  kernel::for_each(stream, share.threads, InTurn<Body>{body, share});
}

}  // namespace warpgraph::partitioning::gp_metis
