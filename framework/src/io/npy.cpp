// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/npy.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

#include <warpgraph/runtime/error.hpp>

#include "io/message.hpp"
#include "io/text/cursor.hpp"

namespace warpgraph::files {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kVersionBytes = 2;
constexpr std::size_t kAlignment = 64;

class NpyHeaderReader {
 public:
  NpyHeaderReader(std::string_view file, const std::string& name) : rest_(file), name_(name) {}

  NpyHeader operator()() {
    const std::size_t size = rest_.size();
    if (!rest_.starts_with(kMagic)) fail("a .npy file, which begins with the byte 0x93 and NUMPY");
    (void)take(kMagic.size());
    const auto version = static_cast<unsigned char>(take(kVersionBytes).front());
    if (version < 1 || version > 3) fail(".npy of version 1, 2 or 3, found ", int{version});
    std::uint32_t length = 0;
    const std::size_t digits = version == 1 ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
    std::memcpy(&length, take(digits).data(), digits);
    const std::string_view dictionary = take(length);
    header_.bytes = size - rest_.size();
    rest_ = dictionary;
    take_dictionary();
    return header_;
  }

 private:
  static constexpr std::string_view kEntries = "descr, fortran_order and shape in the .npy header, each once";

  template <class... Parts>
  [[noreturn]] void fail(const Parts&... expected) const {
    throw InputError(name_, 0, detail::message("expected ", expected...));
  }
  [[nodiscard]] static std::string quoted(std::string_view text) {
    return text.empty() ? "''" : detail::quote_field(text);
  }
  template <class... Parts>
  [[noreturn]] void fail_found(const Parts&... expected) const {
    fail(expected..., ", found ", rest_.empty() ? "its end" : quoted(rest_));
  }

  std::string_view take(std::size_t count) {
    if (rest_.size() < count) fail("a whole .npy header, and the file ends in it");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  void take_dictionary() {
    bool has_type = false;
    bool has_order = false;
    bool has_shape = false;
    expect("{");
    while (!accepts("}")) {
      const std::string_view key = take_text();
      expect(":");
      if (key == "descr" && !std::exchange(has_type, true))
        header_.type = take_text();
      else if (key == "fortran_order" && !std::exchange(has_order, true))
        take_order();
      else if (key == "shape" && !std::exchange(has_shape, true))
        take_shape();
      else
        fail(kEntries, ", found ", quoted(key));
      if (!accepts(",")) {
        expect("}");
        break;
      }
    }
    skip_blanks();
    if (!rest_.empty()) fail_found("the end of the .npy header");
    if (!has_type || !has_order || !has_shape) fail(kEntries);
  }

  // Either order: one dimension has both.
  void take_order() {
    if (!accepts("False") && !accepts("True")) fail_found("True or False for fortran_order");
  }

  void take_shape() {
    expect("(");
    const std::string_view shape = rest_.substr(0, rest_.find(')'));
    skip_blanks();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), header_.size);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (error != std::errc() || !accepts(",") || !accepts(")"))
      fail("an array of one dimension, found one of the shape ", quoted(shape));
  }

  // Between quotes of either kind.
  std::string_view take_text() {
    skip_blanks();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    const std::size_t end = rest_.find(quote, 1);
    if ((quote != '\'' && quote != '"') || end == rest_.npos) fail_found("a text between quotes in the .npy header");
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size())); }
  [[nodiscard]] bool accepts(std::string_view text) {
    skip_blanks();
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  void expect(std::string_view text) {
    if (!accepts(text)) fail_found("'", text, "' in the .npy header");
  }

  std::string_view rest_;
  const std::string& name_;
  NpyHeader header_;
};

}  // namespace

std::string npy_header(std::string_view type, std::uint64_t size) {
  std::string dictionary = detail::message("{'descr': '", type, "', 'fortran_order': False, 'shape': (", size, ",), }");
  const std::size_t before = kMagic.size() + kVersionBytes + sizeof(std::uint16_t);
  const std::size_t used = before + dictionary.size() + 1;
  dictionary.append((kAlignment - used % kAlignment) % kAlignment, ' ');
  dictionary += '\n';
  const auto length = static_cast<std::uint16_t>(dictionary.size());
  return std::string(kMagic) + '\1' + '\0' + static_cast<char>(length % 256) + static_cast<char>(length / 256) +
         dictionary;
}

NpyHeader read_npy_header(std::span<const std::byte> bytes, const std::string& name) {
  return NpyHeaderReader({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name)();
}

}  // namespace warpgraph::files
