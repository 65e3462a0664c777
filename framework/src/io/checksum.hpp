// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpgraph {

class ThreadPool;

namespace detail {

// XXH64 of Yann Collet, with seed 0: finds damage, not malice. Reads as fast as memory gives.
std::uint64_t xxh64(std::span<const std::byte> bytes);

inline constexpr std::size_t kChecksumBlock = std::size_t{1} << 20;
// The XXH64 of each block.
std::vector<std::uint64_t> block_hashes(std::span<const std::byte> bytes, ThreadPool* threads);

// The XXH64 of the XXH64s of each MiB, so that several threads can work on one array.
std::uint64_t block_checksum(std::span<const std::byte> bytes, ThreadPool* threads);

}  // namespace detail
}  // namespace warpgraph
