// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "io/room.hpp"

namespace warpgraph::detail {

// How far compressed input may grow: as far as the caller says, or into half of the memory that is free.
class TextLimit {
 public:
  TextLimit(std::string name, std::optional<std::size_t> given)
      : name_(std::move(name)), given_(given), free_(free_host_memory()) {}

  // Throws if text that was unpacked up to this size is too large.
  void expect(std::size_t size, std::string_view compression) {
    size_ = size;
    if (size <= given_.value_or(free_ / 2)) return;
    if (!given_)
      throw OutOfMemory("host", message("the text in ", name_, " and what is read from it"), 2 * size, free_);
    throw InputError(name_, 0,
                     message("expected no more than ", support::format_bytes(*given_), " of text in ", compression));
  }

  // After an allocation has failed.
  [[noreturn]] void throw_no_room() const { detail::throw_no_room(name_, "the text in", 2 * std::max(size_, kSmall)); }

 private:
  static constexpr std::size_t kSmall = std::size_t{1} << 16;

  std::string name_;
  std::optional<std::size_t> given_;
  std::size_t free_;
  std::size_t size_ = 0;
};

}  // namespace warpgraph::detail
