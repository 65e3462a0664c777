// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "io/growing_buffer.hpp"

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

GrowingBuffer gunzip(std::span<const std::byte> bytes, const std::string& name, std::size_t limit);
std::string gzip(std::string_view text);

GrowingBuffer unzstd(std::span<const std::byte> bytes, const std::string& name, std::size_t limit);
std::string zstd(std::string_view text);

}  // namespace warpgraph::detail
