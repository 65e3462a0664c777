// SPDX-License-Identifier: Apache-2.0
#include "checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::detail {

namespace {

constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87u;
constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4Fu;
constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9u;
constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63u;
constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5u;

// Takes the next Word from the front.
template <class Word>
Word take(std::span<const std::byte>& bytes) {
  Word word;
  std::memcpy(&word, bytes.data(), sizeof word);
  bytes = bytes.subspan(sizeof word);
  return word;
}

std::uint64_t round(std::uint64_t sum, std::uint64_t word) { return std::rotl(sum + word * kPrime2, 31) * kPrime1; }

// Four independent sums of every fourth word.
std::uint64_t sum_stripes(std::span<const std::byte>& bytes) {
  std::uint64_t sum[4] = {kPrime1 + kPrime2, kPrime2, 0, 0 - kPrime1};
  while (bytes.size() >= 32) {
    for (std::uint64_t& each : sum) each = round(each, take<std::uint64_t>(bytes));
  }
  std::uint64_t hash = std::rotl(sum[0], 1) + std::rotl(sum[1], 7) + std::rotl(sum[2], 12) + std::rotl(sum[3], 18);
  for (const std::uint64_t each : sum) hash = (hash ^ round(0, each)) * kPrime1 + kPrime4;
  return hash;
}

}  // namespace

std::uint64_t xxh64(std::span<const std::byte> bytes) {
  const std::size_t size = bytes.size();
  std::uint64_t hash = size >= 32 ? sum_stripes(bytes) : kPrime5;
  hash += size;
  while (bytes.size() >= 8) {
    hash = std::rotl(hash ^ round(0, take<std::uint64_t>(bytes)), 27) * kPrime1 + kPrime4;
  }
  if (bytes.size() >= 4) {
    hash = std::rotl(hash ^ take<std::uint32_t>(bytes) * kPrime1, 23) * kPrime2 + kPrime3;
  }
  while (!bytes.empty()) {
    hash = std::rotl(hash ^ take<std::uint8_t>(bytes) * kPrime5, 11) * kPrime1;
  }
  hash = (hash ^ (hash >> 33)) * kPrime2;
  hash = (hash ^ (hash >> 29)) * kPrime3;
  return hash ^ (hash >> 32);
}

std::vector<std::uint64_t> block_hashes(std::span<const std::byte> bytes, ThreadPool* threads) {
  std::vector<std::uint64_t> hashes((bytes.size() + kChecksumBlock - 1) / kChecksumBlock);
  const auto hash_block = [&](std::size_t block) {
    const std::size_t first = block * kChecksumBlock;
    hashes[block] = xxh64(bytes.subspan(first, std::min(kChecksumBlock, bytes.size() - first)));
  };
  if (threads != nullptr) {
    threads->for_each(hashes.size(), 1, hash_block);
  } else {
    for (std::size_t block = 0; block < hashes.size(); ++block) hash_block(block);
  }
  return hashes;
}

std::uint64_t block_checksum(std::span<const std::byte> bytes, ThreadPool* threads) {
  const std::vector<std::uint64_t> hashes = block_hashes(bytes, threads);
  return xxh64(std::as_bytes(std::span(hashes)));
}

}  // namespace warpgraph::detail
