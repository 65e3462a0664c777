// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "io/growing_buffer.hpp"
#include "io/text_limit.hpp"

// The two libraries behind compression.hpp; a source file each, which is empty without the library.
namespace warpgraph::detail {

#ifdef WARPGRAPH_WITH_ZLIB
inline constexpr bool kHasZlib = true;
#else
inline constexpr bool kHasZlib = false;
#endif

#ifdef WARPGRAPH_WITH_ZSTD
inline constexpr bool kHasZstd = true;
#else
inline constexpr bool kHasZstd = false;
#endif

// Tapes and some tools fill the last block behind the data.
inline bool only_zeros(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0}; });
}

GrowingBuffer gunzip(std::span<const std::byte> bytes, const std::string& name, TextLimit& limit);
std::string gzip(std::string_view text);

GrowingBuffer unzstd(std::span<const std::byte> bytes, const std::string& name, TextLimit& limit);
std::string zstd(std::string_view text);

}  // namespace warpgraph::detail
