// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>
#include <string>
#include <string_view>

#include <warpgraph/runtime/detail/host_memory.hpp>
#include <warpgraph/runtime/error.hpp>

#include "io/message.hpp"

// Memory that files ask for. The errors name the file, what the memory is for, how much it is and how much is free.
namespace warpgraph::detail {

inline constexpr std::string_view kEdgesOf = "the edges of";

[[noreturn]] inline void throw_no_room(const std::string& name, std::string_view what, std::size_t bytes) {
  throw OutOfMemory("host", message(what, " ", name), bytes, free_host_memory());
}

inline void expect_room(const std::string& name, std::string_view what, std::size_t bytes) {
  constexpr std::size_t kSmall = std::size_t{1} << 24;  // not worth a look at the system
  if (bytes > kSmall && bytes > free_host_memory()) throw_no_room(name, what, bytes);
}

// Runs take(), which allocates `bytes`. Throws OutOfMemory if it fails.
template <class Take>
void name_lack_of_room(const std::string& name, std::string_view what, std::size_t bytes, Take&& take) {
  try {
    take();
  } catch (const std::bad_alloc&) {
    throw_no_room(name, what, bytes);
  }
}

// Throws OutOfMemory also where the host has less than that free, before take(), so that no page is touched in vain.
template <class Take>
void with_room(const std::string& name, std::string_view what, std::size_t bytes, Take&& take) {
  expect_room(name, what, bytes);
  name_lack_of_room(name, what, bytes, take);
}

}  // namespace warpgraph::detail
