// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/stream.hpp>

// The methods of Yogaratnam (2010). They test the lists before they rank them.
namespace warpgraph::algorithms::lists {

enum class PaperMethod {
  kPointerJumping,   // Wyllie (1979): log2(n) passes over pairs (rank, last) of 64 bits
  kOneBlockJumping,  // the same by a single block, with barriers inside it, in arrays of their own
  kSplitters64,      // Reid-Miller's random splitters, one a thread; owner and rank packed in 64 bits
  kSplitters48,      // the same with an owner of 16 bits and a rank of 32 bits in arrays of their own
};

template <class Index>
ListRanks<Index> rank_as_in_paper(StreamRef stream, View<const Index> next, const ListRankOptions& options,
                                  PaperMethod method);

// Random splitters by threads of the host, each with a range of elements.
template <class Index>
ListRanks<Index> rank_by_splitter_threads(StreamRef stream, View<const Index> next, const ListRankOptions& options);

}  // namespace warpgraph::algorithms::lists
