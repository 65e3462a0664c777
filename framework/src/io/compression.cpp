// SPDX-License-Identifier: Apache-2.0
#include "io/compression.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <warpgraph/runtime/error.hpp>

#include "io/codec.hpp"
#include "io/text_limit.hpp"

namespace warpgraph::detail {

namespace {

bool begins_with(std::span<const std::byte> bytes, std::initializer_list<std::uint8_t> magic) {
  return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin(),
                                                    [](std::uint8_t a, std::byte b) { return std::byte{a} == b; });
}

// Bytes that decompressors pass over: pzstd begins every file with some.
bool begins_with_skippable_frame(std::span<const std::byte> bytes) {
  return !bytes.empty() && (bytes[0] & std::byte{0xf0}) == std::byte{0x50} &&
         begins_with(bytes.subspan(1), {0x2a, 0x4d, 0x18});
}

}  // namespace

Compression compression_of(std::span<const std::byte> bytes) {
  if (begins_with(bytes, {0x1f, 0x8b})) return Compression::kGzip;
  if (begins_with(bytes, {0x28, 0xb5, 0x2f, 0xfd}) || begins_with_skippable_frame(bytes)) return Compression::kZstd;
  return Compression::kNone;
}

Compression compression_of(const std::filesystem::path& path) {
  if (path.extension() == ".gz") return Compression::kGzip;
  if (path.extension() == ".zst") return Compression::kZstd;
  return Compression::kNone;
}

GrowingBuffer decompress(Compression compression, std::span<const std::byte> bytes, const std::string& name,
                         std::optional<std::size_t> limit) {
  expect_available(compression, name);
  TextLimit text_limit(name, limit);
  try {
    GrowingBuffer text =
        compression == Compression::kGzip ? gunzip(bytes, name, text_limit) : unzstd(bytes, name, text_limit);
    text.room()[0] = std::byte{'\n'};
    return text;
  } catch (const std::bad_alloc&) {
    text_limit.throw_no_room();
  }
}

std::string compress(Compression compression, std::string_view text) {
  return compression == Compression::kGzip ? gzip(text) : zstd(text);
}

void expect_available(Compression compression, const std::string& name) {
  if (compression == Compression::kGzip && !kHasZlib) {
    throw InputError(name, 0, "expected no gzip: Warpgraph was built without zlib");
  }
  if (compression == Compression::kZstd && !kHasZstd) {
    throw InputError(name, 0, "expected no zstd: Warpgraph was built without libzstd");
  }
}

}  // namespace warpgraph::detail
