// SPDX-License-Identifier: Apache-2.0
#include "io/values/npy.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "io/text/cursor.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kAlignment = 64;

std::string take_text(ByteReader& reader, std::uint64_t size, std::string_view what) {
  const FileArray<char> bytes = reader.take_array<char>(size, what);
  std::string text(bytes.size(), '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = bytes[i];
  return text;
}

// What stands between two texts, or nothing if they are not there in this order.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == text.npos) return {};
  text.remove_prefix(begin + before.size());
  return text.substr(0, std::min(text.find(after), text.size()));
}

// From "(12,)" the 12 and the comma.
std::uint64_t size_of(std::string_view shape, const Input& input) {
  std::uint64_t size = 0;
  const char* const last = shape.data() + shape.size();
  const auto [end, error] = std::from_chars(shape.data(), last, size);
  if (error == std::errc{} && std::string_view(end, last) == ",") return size;
  input.fail(0, "expected an array of one dimension, found one of the shape ", quote_field(shape));
}

}  // namespace

std::string npy_header(std::string_view type, std::uint64_t size) {
  std::string dictionary = message("{'descr': '", type, "', 'fortran_order': False, 'shape': (", size, ",), }");
  const std::size_t before = kMagic.size() + 2 + sizeof(std::uint16_t);
  const std::size_t used = before + dictionary.size() + 1;
  dictionary.append((kAlignment - used % kAlignment) % kAlignment, ' ');
  dictionary += '\n';
  const auto length = static_cast<std::uint16_t>(dictionary.size());
  return std::string(kMagic) + '\1' + '\0' + static_cast<char>(length % 256) + static_cast<char>(length / 256) +
         dictionary;
}

NpyHeader take_npy_header(ByteReader& reader, const Input& input) {
  if (take_text(reader, kMagic.size(), "the beginning of a .npy file") != kMagic) {
    input.fail(0, "expected a .npy file, which begins with the byte 0x93 and NUMPY");
  }
  const auto version = reader.take<std::uint8_t>("the version of .npy");
  reader.take<std::uint8_t>("the version of .npy");
  if (version < 1 || version > 3) input.fail(0, "expected .npy of version 1, 2 or 3, found ", int{version});
  const std::uint64_t length = version == 1 ? reader.take<std::uint16_t>("the header's length")
                                            : reader.take<std::uint32_t>("the header's length");
  const std::string dictionary = take_text(reader, length, "the header");
  const std::string_view type = between(dictionary, "'descr': '", "'");
  const std::string_view shape = between(dictionary, "'shape': (", ")");
  return {std::string(type), size_of(shape, input)};
}

}  // namespace warpgraph::detail
