// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/kernel/bits.hpp>

// Bitmasks over vertices: 32 to a word, vertex v is bit v % 32 of word v / 32.
namespace warpgraph::sweep {

using detail::bit_of;        // (v): the bit of v in its word
using detail::bits_inside;   // (base, vertices): the bits of word base / 32 that are vertices
using detail::claim_bit;     // (mask, v): sets the bit; of all threads that set it, one is told that it was clear
using detail::count_bits;    // (word)
using detail::for_each_bit;  // (word, body): body(bit) for each bit that is set
using detail::mask_words;    // (vertices): how many words a mask has
using detail::test_bit;      // (mask, v)

}  // namespace warpgraph::sweep
