// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

// What all fuzz targets are: a reader, anything that is wrong with what it does, and the memory that
// it takes to do it.
namespace warpgraph::fuzz {

// Memory beyond what the result needs: for messages and tables.
inline constexpr std::size_t kSmall = std::size_t{1} << 16;

struct Memory {
  static inline std::size_t now = 0;
  static inline std::size_t peak = 0;

  static void on_malloc(const volatile void*, std::size_t size) {
    now += size;
    peak = std::max(peak, now);
  }
  static void on_free(const volatile void* block) {
    now -= std::min(now, __sanitizer_get_allocated_size(const_cast<const void*>(block)));
  }
  static inline const bool kWatched = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
};

[[noreturn]] inline void fail(const std::string& problem) {
  std::fprintf(stderr, "%s\n", problem.c_str());
  std::abort();
}

// Fails if check() finds a problem, which it returns as a text, or allocates more than `allowed` bytes.
template <class Check>
void run_check(std::span<const std::byte> bytes, std::size_t allowed, Check&& check) {
  Memory::now = 0;
  Memory::peak = 0;
  const std::string problem = check(bytes);
  if (!problem.empty()) fail(problem);
  if (Memory::peak > allowed) {
    fail("allocated " + std::to_string(Memory::peak) + " bytes for " + std::to_string(bytes.size()));
  }
}

// Compressed input has a target of its own.
inline bool is_compressed(std::span<const std::byte> bytes) {
  if (bytes.size() < 2) return false;
  const bool gzip = bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
  const bool zstd = bytes[0] == std::byte{0x28} && bytes[1] == std::byte{0xb5};
  const bool skippable = (bytes[0] & std::byte{0xf0}) == std::byte{0x50} && bytes[1] == std::byte{0x2a};
  return gzip || zstd || skippable;
}

}  // namespace warpgraph::fuzz
