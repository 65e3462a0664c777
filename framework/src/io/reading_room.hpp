// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "io/room.hpp"

// Memory for what comes from pipes and devices, which do not say how much it is.
namespace warpgraph::detail {

inline constexpr std::size_t kFirstRead = std::size_t{1} << 16;
inline constexpr std::size_t kMaxStep = std::size_t{1} << 28;  // a kernel that overcommits gives what is not there

[[noreturn]] inline void throw_no_reading_room(const std::string& name, std::size_t read, std::size_t more) {
  throw_no_room(name, message("more than the ", support::format_bytes(read), " that were read of"), more);
}

// The room after one of `capacity` bytes that is full, of which the host has `free` more. Throws OutOfMemory where that
// is too little.
inline std::size_t larger_room(const std::string& name, std::size_t capacity, std::size_t free) {
  if (capacity == 0) return kFirstRead;
  const std::size_t step = std::min(capacity, kMaxStep);
  if (step > free) throw_no_reading_room(name, capacity, step);
  return capacity + step;
}

}  // namespace warpgraph::detail
