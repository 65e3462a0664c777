// SPDX-License-Identifier: Apache-2.0
#include "io/compression.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <warpgraph/runtime/error.hpp>

#include "io/codec.hpp"

namespace warpgraph::detail {

namespace {

bool begins_with(std::span<const std::byte> bytes, std::initializer_list<std::uint8_t> magic) {
  return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin(),
                                                    [](std::uint8_t a, std::byte b) { return std::byte{a} == b; });
}

}  // namespace

Compression compression_of(std::span<const std::byte> bytes) {
  if (begins_with(bytes, {0x1f, 0x8b})) return Compression::kGzip;
  if (begins_with(bytes, {0x28, 0xb5, 0x2f, 0xfd})) return Compression::kZstd;
  return Compression::kNone;
}

Compression compression_of(const std::filesystem::path& path) {
  if (path.extension() == ".gz") return Compression::kGzip;
  if (path.extension() == ".zst") return Compression::kZstd;
  return Compression::kNone;
}

GrowingBuffer decompress(Compression compression, std::span<const std::byte> bytes, const std::string& name,
                         std::size_t limit) {
  expect_available(compression, name);
  return compression == Compression::kGzip ? gunzip(bytes, name, limit) : unzstd(bytes, name, limit);
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
