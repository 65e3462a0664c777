// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

// Every error that the library reports is one of these types. The library never prints and never exits; what() is one
// line that says what happened and where.
namespace warpgraph {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The input is at fault: a file, an option's text, a graph.
class InputError : public Error {
 public:
  // `line` is 1-based; 0 means that the place is not a line (a binary file, a missing file).
  InputError(std::string file, std::uint64_t line, std::string_view expected);
  explicit InputError(std::string_view message) : InputError({}, 0, message) {}

  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  [[nodiscard]] std::uint64_t line() const noexcept { return line_; }

 private:
  std::string file_;
  std::uint64_t line_;
};

// A device, or the host, cannot give the memory that was asked for, or a thread. Thrown before any work was started if
// a plan was checked.
class OutOfMemory : public Error {
 public:
  // For requests of unknown size: asked() and free() are 0.
  explicit OutOfMemory(const std::string& message) : Error(message) {}
  OutOfMemory(std::string_view device, std::string_view purpose, std::size_t asked, std::size_t free);

  [[nodiscard]] std::size_t asked() const noexcept { return asked_; }
  [[nodiscard]] std::size_t free() const noexcept { return free_; }

 private:
  std::size_t asked_ = 0;
  std::size_t free_ = 0;
};

// A device, or a call into its driver, failed. After a fault of a GPU the stream stays failed: every later wait on it
// throws again. Other failures end with the wait that throws them.
class DeviceError : public Error {
 public:
  using Error::Error;
};

// The caller broke a contract.
class UsageError : public Error {
 public:
  using Error::Error;
};

// Always on: the caller's mistakes. The message says what was expected.
inline void expects(bool condition, std::string_view message,
                    std::source_location where = std::source_location::current());

namespace detail {
[[noreturn]] void throw_usage_error(std::string_view message, std::source_location where);
}

inline void expects(bool condition, std::string_view message, std::source_location where) {
  if (!condition) [[unlikely]]
    detail::throw_usage_error(message, where);
}

}  // namespace warpgraph

namespace warpgraph::support {

// "1.5 GiB", for messages.
std::string format_bytes(std::size_t bytes);

}  // namespace warpgraph::support
