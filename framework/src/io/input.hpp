// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "io/message.hpp"

namespace warpgraph::detail {

// What every reader gets: the whole content, not compressed any more, and how to read it.
struct Input {
  std::span<const std::byte> bytes;
  const std::string& name;
  const ReadOptions& options;
  ThreadPool& pool;
  bool newline_follows = false;  // the byte behind the last one is a '\n' that is no part of the content

  [[nodiscard]] std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
  // Tells of what is no error, but may well be a mistake.
  template <class... Parts>
  void remark(std::uint64_t line, const Parts&... parts) const {
    if (options.remark) options.remark(InputError(name, line, message(parts...)).what());
  }
  // Throws InputError with a message of texts and numbers.
  template <class... Parts>
  [[noreturn]] void fail(std::uint64_t line, const Parts&... parts) const {
    throw InputError(name, line, message(parts...));
  }
};

}  // namespace warpgraph::detail
