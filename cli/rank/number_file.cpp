// SPDX-License-Identifier: Apache-2.0
#include "number_file.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <type_traits>

#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/io/npy.hpp>
#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../text.hpp"

namespace warpgraph::cli {

namespace {

static_assert(std::endian::native == std::endian::little, "files are copied as they are");

constexpr std::size_t kShownOfNumber = 20;
constexpr std::string_view kBesideNumber = " \t\r";
constexpr std::pair<std::string_view, NumberType> kNumberTypes[] = {{"<i4", NumberType::kInt32},
                                                                    {"<u4", NumberType::kUint32},
                                                                    {"<i8", NumberType::kInt64},
                                                                    {"<u8", NumberType::kUint64}};

std::size_t width_of(NumberType type) { return type == NumberType::kInt64 || type == NumberType::kUint64 ? 8 : 4; }
bool is_signed_type(NumberType type) { return type == NumberType::kInt32 || type == NumberType::kInt64; }

template <class Stored>
void copy_bytes(std::span<const std::byte> bytes, std::vector<Stored>& numbers) {
  numbers.resize(bytes.size() / sizeof(Stored));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
}

Numbers from_bytes(std::span<const std::byte> bytes, NumberType type) {
  Numbers numbers;
  numbers.type = type;
  if (numbers.is_wide())
    copy_bytes(bytes, numbers.wide);
  else
    copy_bytes(bytes, numbers.narrow);
  return numbers;
}

Numbers from_npy(std::span<const std::byte> bytes, const std::string& name) {
  const files::NpyHeader header = files::read_npy_header(bytes, name);
  const auto* const known = std::ranges::find(kNumberTypes, header.type, [](const auto& each) { return each.first; });
  if (known == std::end(kNumberTypes))
    throw InputError(name, 0,
                     "expected whole numbers of the type <i4, <u4, <i8 or <u8, found \"" +
                         shortened(printable(header.type), kShownOfNumber) + '"');
  const std::span<const std::byte> data = bytes.subspan(header.bytes);
  const std::size_t width = width_of(known->second);
  if (data.size() % width != 0 || data.size() / width != header.size)
    throw InputError(name, 0,
                     "expected " + std::to_string(header.size) + " numbers of " + std::to_string(width) +
                         " bytes behind the header, found " + std::to_string(data.size()) + " bytes");
  return from_bytes(data, known->second);
}

bool is_digit_behind_blank(std::string_view text) {
  const std::size_t at = text.find_first_not_of(kBesideNumber);
  return at != 0 && at != text.npos && text[at] >= '0' && text[at] <= '9';
}

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// As in lists of edges.
bool is_comment(std::string_view line) {
  return line.starts_with('#') || line.starts_with('%') || line.starts_with("//");
}

// One number in each line that is no comment; blanks around it are allowed.
template <class Number, class Stored>
void parse_lines(std::string_view text, const std::string& name, const std::string& advice,
                 std::vector<Stored>& numbers) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    std::string_view word = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    const std::string_view whole = word;
    word.remove_prefix(std::min(word.find_first_not_of(kBesideNumber), word.size()));
    word = word.substr(0, word.find_last_not_of(kBesideNumber) + 1);
    if (is_comment(word)) continue;
    Number number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc() && is_digit_behind_blank({end, word.data() + word.size()}))
      throw InputError(
          name, line,
          "expected one whole number, found \"" + shortened(printable(whole), kShownOfNumber) + '"' + advice);
    if (error == std::errc::result_out_of_range)
      throw InputError(
          name, line,
          "expected a whole number that fits 64 bits, found \"" + shortened(printable(whole), kShownOfNumber) + '"');
    if (error != std::errc() || end != word.data() + word.size())
      throw InputError(name, line,
                       "expected a whole number, found \"" + shortened(printable(whole), kShownOfNumber) + '"');
    if constexpr (sizeof(Stored) < sizeof(Number)) {
      if (number < -1 || number >= std::int64_t{1} << 32)
        throw InputError(name, line, "expected -1 or a number below 2^32, found " + std::to_string(number));
    }
    numbers.push_back(static_cast<Stored>(number));
  }
}

template <class Stored>
void write_array(const std::filesystem::path& file, NumberType type, std::span<const Stored> numbers) {
  files::OutputFile out(file);
  const files::ValueFormat format = files::value_format_of(file);
  if (format == files::ValueFormat::kNpy) {
    const auto* const known = std::ranges::find(kNumberTypes, type, [](const auto& each) { return each.second; });
    out.write(files::npy_header(known->first, numbers.size()));
  }
  if (format != files::ValueFormat::kText) {
    out.write(std::as_bytes(numbers));
  } else {
    std::string text;
    for (const Stored each : numbers) {
      text +=
          is_signed_type(type) ? std::to_string(static_cast<std::make_signed_t<Stored>>(each)) : std::to_string(each);
      text += '\n';
      if (text.size() < std::size_t{1} << 20) continue;
      out.write(text);
      text.clear();
    }
    out.write(text);
  }
  out.commit();
}

}  // namespace

Numbers read_numbers(std::span<const std::byte> bytes, const std::string& name, files::ValueFormat format,
                     NumberType otherwise, const std::string& advice) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  Numbers numbers;
  numbers.type = otherwise;
  switch (format) {
    case files::ValueFormat::kNpy:
      return from_npy(bytes, name);
    case files::ValueFormat::kBinary: {
      const std::size_t width = width_of(otherwise);
      if (text.size() % width != 0)
        throw InputError(
            name, 0,
            "expected numbers of " + std::to_string(width) + " bytes, found " + std::to_string(text.size()) + " bytes");
      return from_bytes(bytes, otherwise);
    }
    case files::ValueFormat::kText:
      break;
  }
  if (otherwise == NumberType::kUint64)
    parse_lines<std::uint64_t>(text, name, advice, numbers.wide);
  else if (otherwise == NumberType::kInt64)
    parse_lines<std::int64_t>(text, name, advice, numbers.wide);
  else
    parse_lines<std::int64_t>(text, name, advice, numbers.narrow);
  return numbers;
}

Numbers read_numbers(const std::filesystem::path& file, NumberType otherwise, const std::string& advice) {
  const files::MappedFile mapped(file);
  mapped.expect_sequential_reading();
  return files::read_unchanged(mapped, [&] {
    return read_numbers(mapped.bytes(), mapped.name(), files::value_format_of(file), otherwise, advice);
  });
}

void write_numbers(const std::filesystem::path& file, NumberType type, std::span<const std::uint32_t> numbers) {
  write_array(file, type, numbers);
}
void write_numbers(const std::filesystem::path& file, NumberType type, std::span<const std::uint64_t> numbers) {
  write_array(file, type, numbers);
}

}  // namespace warpgraph::cli
