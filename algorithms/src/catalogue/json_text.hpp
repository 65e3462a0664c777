// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

// A text of JSON, written from its begin to its end.
namespace warpgraph::algorithms::catalogue {

class JsonText {
 public:
  // Each has a name where it is in an object, and none where it is in an array.
  template <class Fill>
  void object(std::string_view name, const Fill& fill) {
    nest(name, '{', '}', fill);
  }
  template <class Fill>
  void array(std::string_view name, const Fill& fill) {
    nest(name, '[', ']', fill);
  }
  void text(std::string_view name, std::string_view value) { begin(name) += quoted(value); }
  void boolean(std::string_view name, bool value) { begin(name) += value ? "true" : "false"; }
  void number(std::string_view name, std::uint64_t value) { begin(name) += std::to_string(value); }
  void number(std::string_view name, double value) {  // which is finite
    std::array<char, 32> digits;
    begin(name).append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  void null(std::string_view name) { begin(name) += "null"; }

  [[nodiscard]] const std::string& written() const { return text_; }

 private:
  static std::string quoted(std::string_view value) {
    std::string result = "\"";
    for (const char c : value) {
      if (c == '"' || c == '\\') result += '\\';
      if (static_cast<unsigned char>(c) >= 0x20) {
        result += c;
        continue;
      }
      std::array<char, 8> escape;
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
      result += escape.data();
    }
    return result + '"';
  }
  // Up to where a value of this name begins.
  std::string& begin(std::string_view name) {
    if (!is_first_) text_ += ',';
    if (depth_ != 0) new_line();
    is_first_ = false;
    if (!name.empty()) text_ += quoted(name) + ": ";
    return text_;
  }
  template <class Fill>
  void nest(std::string_view name, char open, char close, const Fill& fill) {
    begin(name) += open;
    ++depth_;
    is_first_ = true;
    fill();
    --depth_;
    if (!is_first_) new_line();
    is_first_ = false;
    text_ += close;
  }
  void new_line() { text_ += '\n' + std::string(std::size_t{2} * depth_, ' '); }

  std::string text_ = {};
  unsigned depth_ = 0;
  bool is_first_ = true;  // of what is open
};

}  // namespace warpgraph::algorithms::catalogue
