// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/error.hpp>

#include <array>
#include <cstdio>

#include <warpgraph/runtime/detail/located_error.hpp>
#include <warpgraph/runtime/detail/log.hpp>

namespace warpgraph {

namespace {

// Units where they tell the two apart.
std::string need_and_free(std::size_t asked, std::size_t free) {
  std::string need = support::format_bytes(asked);
  std::string left = support::format_bytes(free);
  if (need == left) {
    need = std::to_string(asked) + " B";
    left = std::to_string(free) + " B";
  }
  return "needs " + need + ", free are " + left;
}

std::string place(const std::string& file, std::uint64_t line) {
  if (file.empty()) return {};
  return line == 0 ? file + ": " : file + ":" + std::to_string(line) + ": ";
}

}  // namespace

InputError::InputError(std::string file, std::uint64_t line, std::string_view expected)
    : Error(place(file, line) + std::string(expected)), file_(std::move(file)), line_(line) {}

OutOfMemory::OutOfMemory(std::string_view device, std::string_view purpose, std::size_t asked, std::size_t free)
    : Error(std::string(device) + ": not enough memory for " + std::string(purpose) + ": " +
            need_and_free(asked, free)),
      asked_(asked),
      free_(free) {}

}  // namespace warpgraph

namespace warpgraph::support {

std::string format_bytes(std::size_t bytes) {
  static constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", value, kUnits[unit]);
  return text.data();
}

}  // namespace warpgraph::support

namespace warpgraph {

namespace detail {

std::string place_of(std::source_location where) {
  const std::string_view path = where.file_name();
  return std::string(path.substr(path.find_last_of('/') + 1)) + ":" + std::to_string(where.line());
}

void throw_usage_error(std::string_view message, std::source_location where) {
  throw LocatedError<UsageError>(std::string(message), place_of(where));
}

void log(std::string_view message) noexcept {
  std::fprintf(stderr, "warpgraph: %.*s\n", static_cast<int>(message.size()), message.data());
}

}  // namespace detail

}  // namespace warpgraph
