// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/list_ranking.hpp>

// The methods of Yogaratnam (2010) for ListRankOptions::method, by name once add_methods() (papers.hpp) has been
// called:
//
//   pointer-jumping    Wyllie (1979): log2(n) passes over pairs (rank, last) of 64 bits
//   one-block-jumping  the same by a single block, with barriers inside it, in arrays of their own
//   splitters-64       Reid-Miller's random splitters, one a thread; owner and rank packed in 64 bits
//   splitters-48       the same with an owner of 16 bits and a rank of 32 bits in arrays of their own
//   splitter-threads   the same by threads of the host, each with a range of elements
//
// They test the lists before they rank them, take fewer than 2^31 elements and one device, and give ranks only: jumping
// takes one list, or several from their tails; splitters take one list.
