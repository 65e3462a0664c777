// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/buffer.hpp>

namespace warpgraph::algorithms {

// How elements that follow each other lie.
enum class ListShape {
  kRandom,      // in an order drawn from the seed
  kSequential,  // behind each other
  kReversed,    // before each other
  kStrided,     // list_stride() apart, around the array
};

struct ListSpec {
  std::uint64_t elements = 0;
  ListShape shape = ListShape::kRandom;
  std::uint64_t lists = 1;  // all of the same length, or one element more; at most as many as there are elements
  std::uint64_t seed = 1;
  std::uint64_t stride = 1024;
};

// The stride that kStrided takes: the first from spec.stride on that has no common divisor with the number of elements.
// Throws UsageError for a stride of 0.
[[nodiscard]] std::uint64_t list_stride(const ListSpec& spec);

// Lists for trials, as rank_lists takes them, made on the device. Tails are followed by kNoNext. The same on every
// machine. Throws UsageError if the specification makes no sense. Queues work and returns. Allocates what it returns.
template <ListIndex Index>
[[nodiscard]] Buffer<Index> generate_lists(StreamRef stream, const ListSpec& spec);

}  // namespace warpgraph::algorithms
