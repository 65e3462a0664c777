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

#include "fuzz/reader_check.hpp"

// What all fuzz targets are: a reader, anything that is wrong with what it does, and the memory that
// it takes to do it.
namespace warpgraph::fuzz {

// Memory beyond twice the input: for messages and tables, and for the windows of decompressors.
inline constexpr std::size_t kSmall = std::size_t{1} << 16;
inline constexpr std::size_t kForDecompression = std::size_t{20} << 20;

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
  static bool watch() {
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    return true;
  }
};

[[noreturn]] inline void fail(const std::string& problem) {
  std::fprintf(stderr, "%s\n", problem.c_str());
  std::abort();
}

inline bool is_compressed(std::span<const std::byte> bytes) {
  return bytes.size() >= 2 && ((bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b}) ||
                               (bytes[0] == std::byte{0x28} && bytes[1] == std::byte{0xb5}));
}

inline int run(const std::uint8_t* data, std::size_t size, FileFormat format, bool compressed) {
  static const bool watched = Memory::watch();
  static_cast<void>(watched);
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  if (is_compressed(bytes) != compressed) return -1;  // not for this corpus

  Memory::now = 0;
  Memory::peak = 0;
  const std::string problem = check_reader(bytes, format);
  if (!problem.empty()) fail(problem);
  // The check holds the results of two readings.
  const std::size_t allowed = 2 * (2 * size + kSmall) + (compressed ? kForDecompression : 0);
  if (Memory::peak > allowed) {
    fail("allocated " + std::to_string(Memory::peak) + " bytes for " + std::to_string(size));
  }
  return 0;
}

}  // namespace warpgraph::fuzz

#define WARPGRAPH_FUZZ_TARGET(format, compressed)                                           \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {       \
    return ::warpgraph::fuzz::run(data, size, ::warpgraph::FileFormat::format, compressed); \
  }
