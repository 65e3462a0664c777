// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/growing_buffer.hpp"

// gzip (zlib) and zstd, as far as they were there when the library was built.
namespace warpgraph::detail {

enum class Compression { kNone, kGzip, kZstd };

// By the first bytes.
[[nodiscard]] Compression compression_of(std::span<const std::byte> bytes);
// By the extension, .gz or .zst.
[[nodiscard]] Compression compression_of(const std::filesystem::path& path);

// All members or frames, one after another, and behind them, beyond the size, a '\n'. Throws InputError
// if the bytes are damaged, end early, or give more than `limit` bytes, and if the library was built
// without this compression. Without a limit the text gets half of the memory that is free, since what is
// read from it takes about as much again; beyond that, OutOfMemory.
[[nodiscard]] GrowingBuffer decompress(Compression compression, std::span<const std::byte> bytes,
                                       const std::string& name, std::optional<std::size_t> limit);

// One member or frame that holds `text`. A file of several of them is as good as one of one, so that
// pieces can be compressed in parallel.
[[nodiscard]] std::string compress(Compression compression, std::string_view text);

// Throws InputError if the library was built without this compression.
void expect_available(Compression compression, const std::string& name);

}  // namespace warpgraph::detail
