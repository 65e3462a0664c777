// SPDX-License-Identifier: Apache-2.0
#include "fuzz/edge_list_target.hpp"

#include <span>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/reader_check.hpp"

namespace warpgraph::fuzz {

namespace {
constexpr std::size_t kForDecompression = std::size_t{20} << 20;  // the decompressors' windows
}  // namespace

int run_reader(const std::uint8_t* data, std::size_t size, files::FileFormat format, bool compressed) {
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  if (is_compressed(bytes) != compressed) return -1;  // not for this corpus
  // Results are at most twice as large as the input, and the check holds those of two readings.
  const std::size_t allowed = 2 * (2 * size + kSmall) + (compressed ? kForDecompression : 0);
  run_check(bytes, allowed, [&](std::span<const std::byte> input) { return check_reader(input, format); });
  return 0;
}

}  // namespace warpgraph::fuzz
