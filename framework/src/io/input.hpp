// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "io/message.hpp"

namespace warpgraph::detail {

// Thrown where a reader needs more than the beginning of a file.
struct BeginningIsGood {};

// What every reader gets: the whole content, not compressed any more, and how to read it.
struct Input {
  std::span<const std::byte> bytes;
  const std::string& name;
  const files::ReadOptions& options;
  ThreadPool& pool;
  bool newline_follows = false;             // the byte behind the last one is a '\n' that is no part of the content
  bool is_beginning = false;                // the content goes on behind these bytes
  const files::MappedFile* file = nullptr;  // whose bytes these are, where ranks have to agree that it has not changed

  [[nodiscard]] std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
  // Tells of what is no error, but may well be a mistake.
  template <class... Parts>
  void remark(std::uint64_t line, const Parts&... parts) const {
    if (options.remark) options.remark(InputError(name, line, message(parts...)).what());
  }
  // Throws InputError with a message of texts and numbers. Line 0 is the file as a whole.
  template <class... Parts>
  [[noreturn]] void fail(std::uint64_t line, const Parts&... parts) const {
    throw InputError(name, line, message(parts...));
  }
  // The same for what is wrong because the input ends.
  template <class... Parts>
  [[noreturn]] void fail_at_end(std::uint64_t line, const Parts&... parts) const {
    if (is_beginning) throw BeginningIsGood{};
    fail(line, parts...);
  }
};

}  // namespace warpgraph::detail
