// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/message.hpp"

namespace warpgraph::detail {

// What may stand between the fields of a line.
struct Blanks {
  static constexpr bool contains(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
};
struct AnySeparator {
  static constexpr bool contains(char c) { return Blanks::contains(c) || c == ',' || c == ';' || c == '|'; }
};

inline constexpr std::string_view kEmptyField = "expected a field between separators, found an empty one";

// What an error message says was found: "'abc'", or "the end of the line" if `field` is empty. Long
// fields are cut short, and what cannot be printed becomes a question mark.
std::string quote_field(std::string_view field);

// Walks over text whose last character is '\n', so that numbers and blanks need no other end to be
// looked for. Functions that read a field return whether it was there; after `expected` it was not,
// and failure() says what was expected.
template <class Separators>
class Cursor {
 public:
  explicit Cursor(const char* position) : position_(position) {}

  [[nodiscard]] const char* position() const { return position_; }
  [[nodiscard]] char peek() const { return *position_; }
  [[nodiscard]] bool at_end_of_line() const { return *position_ == '\n'; }
  void advance() { ++position_; }
  void move_to(const char* position) { position_ = position; }

  void skip_separators() {
    while (kIsSeparator[static_cast<unsigned char>(*position_)]) ++position_;
  }
  // Between two fields there are blanks, and at most one separator that is none.
  bool skip_to_next_field() {
    const char* const begin = position_;
    skip_separators();
    return position_ - begin <= 1 || !has_empty_field(begin) || fail(kEmptyField);
  }
  void skip_field() {
    while (!ends_field(*position_)) ++position_;
  }
  void skip_to_end_of_line() {
    while (*position_ != '\n') ++position_;
  }

  // A whole number below 2^64, up to a separator or the end of the line.
  bool read_number(std::uint64_t& number) {
    const char* p = position_;
    std::uint64_t value = 0;
    for (unsigned digit; (digit = static_cast<unsigned char>(*p) - unsigned{'0'}) < 10; ++p) {
      value = value * 10 + digit;
    }
    const std::ptrdiff_t digits = p - position_;
    if (digits == 0 || !ends_field(*p)) [[unlikely]]
      return false;
    if (digits > kSafeDigits) [[unlikely]]
      return read_long_number(number);
    position_ = p;
    number = value;
    return true;
  }

  bool read_number(std::uint64_t& number, std::string_view what) { return read_number(number) || expected(what); }

  // From here to the next separator or the end of the line.
  [[nodiscard]] std::string_view field() const {
    const char* end = position_;
    while (!ends_field(*end)) ++end;
    return {position_, static_cast<std::size_t>(end - position_)};
  }

  // Both are always false, and make a message of texts and numbers; "expected ..., found ..." is
  // built around the first.
  template <class... Parts>
  [[gnu::cold, gnu::noinline]] bool expected(const Parts&... what) {
    return fail("expected ", what..., ", found ", quote_field(field()));
  }
  template <class... Parts>
  [[gnu::cold, gnu::noinline]] bool fail(const Parts&... parts) {
    failure_ = message(parts...);
    return false;
  }
  [[nodiscard]] const std::string& failure() const { return failure_; }

  static bool ends_field(char c) { return kIsSeparator[static_cast<unsigned char>(c)] || c == '\n'; }

 private:
  [[nodiscard]] bool has_empty_field(const char* begin) const {
    int strong = 0;
    for (; begin != position_; ++begin) strong += Blanks::contains(*begin) ? 0 : 1;
    return strong > 1;
  }

  static constexpr std::ptrdiff_t kSafeDigits = 19;  // cannot overflow
  static constexpr auto kIsSeparator = [] {
    std::array<bool, 256> table{};
    for (int c = 0; c < 256; ++c) {
      table[static_cast<std::size_t>(c)] = Separators::contains(static_cast<char>(c));
    }
    return table;
  }();

  [[gnu::cold, gnu::noinline]] bool read_long_number(std::uint64_t& number) {
    std::uint64_t value = 0;
    const char* p = position_;
    for (; !ends_field(*p); ++p) {
      const auto digit = static_cast<std::uint64_t>(*p - '0');
      if (__builtin_mul_overflow(value, std::uint64_t{10}, &value) || __builtin_add_overflow(value, digit, &value)) {
        return false;
      }
    }
    position_ = p;
    number = value;
    return true;
  }

  const char* position_;
  std::string failure_;
};

}  // namespace warpgraph::detail
