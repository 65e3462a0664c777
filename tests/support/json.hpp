// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// As much JSON as is needed to check what the library writes: strict about the form, and \u for ASCII only.
namespace warpgraph::test {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::map<std::string, Json, std::less<>>;

  // Throws std::runtime_error unless `text` is one JSON value.
  static Json parse(std::string_view text) {
    Parser parser{text};
    Json value = parser.value();
    parser.expect_end();
    return value;
  }

  [[nodiscard]] const std::string& text() const { return std::get<std::string>(value_); }
  [[nodiscard]] double number() const { return std::get<double>(value_); }
  [[nodiscard]] const Array& array() const { return std::get<Array>(value_); }
  [[nodiscard]] const Json& operator[](std::string_view key) const {
    const auto& object = std::get<Object>(value_);
    const auto found = object.find(key);
    if (found == object.end()) throw std::runtime_error("no member " + std::string(key));
    return found->second;
  }

 private:
  struct Parser {
    std::string_view rest;

    Json value() {
      const char next = peek();
      if (next == '{') return object();
      if (next == '[') return array();
      if (next == '"') return Json(string());
      for (const std::string_view word : {"true", "false", "null"}) {
        if (rest.starts_with(word)) {
          rest.remove_prefix(word.size());
          return Json(std::string(word));
        }
      }
      return Json(number());
    }

    Json object() {
      Object members;
      expect('{');
      while (peek() != '}') {
        if (!members.empty()) expect(',');
        if (peek() != '"') fail("a name");
        std::string name = string();
        expect(':');
        if (!members.emplace(std::move(name), value()).second) fail("a new name");
      }
      expect('}');
      return Json(std::move(members));
    }

    Json array() {
      Array elements;
      expect('[');
      while (peek() != ']') {
        if (!elements.empty()) expect(',');
        elements.push_back(value());
      }
      expect(']');
      return Json(std::move(elements));
    }

    std::string string() {
      expect('"');
      std::string text;
      for (;;) {
        const char c = take();
        if (c == '"') return text;
        if (static_cast<unsigned char>(c) < 0x20) fail("no control character");
        text += c == '\\' ? escaped(take()) : c;
      }
    }

    char escaped(char c) {
      switch (c) {
        case '"':
        case '\\':
        case '/':
          return c;
        case 'n':
          return '\n';
        case 't':
          return '\t';
        case 'u':
          return ascii();
        default:
          fail("an escape");
      }
    }

    char ascii() {
      const std::string digits(rest.substr(0, 4));
      char* end = nullptr;
      const unsigned long code = std::strtoul(digits.c_str(), &end, 16);
      if (digits.size() != 4 || *end != '\0' || code > 0x7f) fail("four hexadecimal digits, ASCII");
      rest.remove_prefix(4);
      return static_cast<char>(code);
    }

    double number() {
      const std::string text(rest.substr(0, rest.find_first_not_of("+-.0123456789eE")));
      char* end = nullptr;
      const double value = std::strtod(text.c_str(), &end);
      if (text.empty() || *end != '\0') fail("a value");
      rest.remove_prefix(text.size());
      return value;
    }

    char peek() {
      while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.front())) != 0) rest.remove_prefix(1);
      return rest.empty() ? '\0' : rest.front();
    }
    char take() {
      if (rest.empty()) fail("more text");
      const char c = rest.front();
      rest.remove_prefix(1);
      return c;
    }
    void expect(char c) {
      if (peek() != c) fail(std::string(1, c));
      rest.remove_prefix(1);
    }
    void expect_end() {
      if (peek() != '\0') fail("the end");
    }
    [[noreturn]] void fail(const std::string& expected) const {
      throw std::runtime_error("JSON: expected " + expected + " before " + std::string(rest.substr(0, 40)));
    }
  };

  explicit Json(std::variant<std::string, double, Array, Object> value) : value_(std::move(value)) {}

  std::variant<std::string, double, Array, Object> value_;
};

}  // namespace warpgraph::test
