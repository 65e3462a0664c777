// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

// An open file of the operating system; owns it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) noexcept : value_(value) {}
  ~Descriptor() {
    if (is_open()) ::close(value_);
  }
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }

  [[nodiscard]] bool is_open() const noexcept { return value_ >= 0; }
  [[nodiscard]] int value() const noexcept { return value_; }
  [[nodiscard]] int release() noexcept { return std::exchange(value_, -1); }

 private:
  int value_ = -1;
};

// "graph.mtx: cannot be read: No such file or directory"
[[noreturn]] inline void throw_file_error(const std::string& name, std::string_view what, int error = errno) {
  throw InputError(name, 0, std::string(what) + ": " + std::generic_category().message(error));
}

// An error that begins with the name would begin with nothing.
inline void expect_name(const std::filesystem::path& path) {
  if (path.empty()) throw InputError("expected the name of a file, found an empty one");
}

}  // namespace warpgraph::detail
