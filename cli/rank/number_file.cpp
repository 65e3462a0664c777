// SPDX-License-Identifier: Apache-2.0
#include "number_file.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <type_traits>

#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../text.hpp"

namespace warpgraph::cli {

namespace {

static_assert(std::endian::native == std::endian::little, "files are copied as they are");

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr std::size_t kShownOfNumber = 20;
constexpr std::string_view kBesideNumber = " \t\r";
constexpr std::pair<std::string_view, NumberType> kNumberTypes[] = {{"<i4", NumberType::kInt32},
                                                                    {"<u4", NumberType::kUint32},
                                                                    {"<i8", NumberType::kInt64},
                                                                    {"<u8", NumberType::kUint64}};

bool is_signed_type(NumberType type) { return type == NumberType::kInt32 || type == NumberType::kInt64; }

// The header of a .npy file, from front to back.
class NpyHeaderReader {
 public:
  NpyHeaderReader(std::string_view bytes, const std::string& name) : rest_(bytes), name_(name) { take_all(); }

  NumberType type = NumberType::kUint32;
  std::uint64_t size = 0;
  [[nodiscard]] std::string_view data() const { return data_; }

 private:
  [[noreturn]] void fail(const std::string& expected) const { throw InputError(name_, 0, "expected " + expected); }
  [[nodiscard]] std::string_view bytes(std::size_t count) {
    if (rest_.size() < count) fail("a whole .npy header, and the file ends in it");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  void take_all() {
    if (!rest_.starts_with(kNpyMagic)) fail("a .npy file, which begins with the byte 0x93 and NUMPY");
    (void)bytes(kNpyMagic.size());
    const auto version = static_cast<unsigned char>(bytes(2)[0]);
    if (version < 1 || version > 3) fail(".npy of version 1, 2 or 3, found " + std::to_string(version));
    std::uint32_t length = 0;
    const std::size_t digits = version == 1 ? 2 : 4;
    std::memcpy(&length, bytes(digits).data(), digits);
    const std::string_view dictionary = bytes(length);
    data_ = rest_;
    rest_ = dictionary;
    take_dictionary();
    const std::size_t width = type == NumberType::kInt64 || type == NumberType::kUint64 ? 8 : 4;
    if (data_.size() % width != 0 || data_.size() / width != size)
      fail(std::to_string(size) + " numbers of " + std::to_string(width) + " bytes behind the header, found " +
           std::to_string(data_.size()) + " bytes");
  }

  void take_dictionary() {
    bool has_type = false;
    bool has_order = false;
    bool has_shape = false;
    expect("{");
    while (!accepts("}")) {
      if (accepts("'descr'") && !has_type) {
        has_type = true;
        expect(":");
        take_type();
      } else if (accepts("'fortran_order'") && !has_order) {
        has_order = true;
        expect(":");
        if (!accepts("False")) fail("an array in the order of C (fortran_order False)");
      } else if (accepts("'shape'") && !has_shape) {
        has_shape = true;
        expect(":");
        take_shape();
      } else {
        fail("descr, fortran_order and shape in the .npy header, each once");
      }
      if (!accepts(",")) {
        expect("}");
        break;
      }
    }
    skip_blanks();
    if (!rest_.empty() || !has_type || !has_order || !has_shape)
      fail("descr, fortran_order and shape in the .npy header, each once");
  }

  void take_type() {
    for (const auto& [text, each] : kNumberTypes)
      if (accepts('\'' + std::string(text) + '\'')) {
        type = each;
        return;
      }
    fail("whole numbers of the type '<i4', '<u4', '<i8' or '<u8', found " + shown());
  }

  void take_shape() {
    const std::string found = shown();
    expect("(");
    skip_blanks();
    const char* const last = rest_.data() + rest_.size();
    const auto [end, error] = std::from_chars(rest_.data(), last, size);
    if (error != std::errc()) fail("an array of one dimension, found the shape " + found);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (!accepts(",") || !accepts(")")) fail("an array of one dimension, found the shape " + found);
  }

  [[nodiscard]] std::string shown() { return '"' + shortened(printable(rest_), kShownOfNumber) + '"'; }
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size())); }
  [[nodiscard]] bool accepts(std::string_view text) {
    skip_blanks();
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  void expect(std::string_view text) {
    if (!accepts(text)) fail('"' + std::string(text) + "\" in the .npy header, found " + shown());
  }

  std::string_view rest_;
  std::string_view data_;
  const std::string& name_;
};

template <class Stored>
void copy_bytes(std::string_view bytes, std::vector<Stored>& numbers) {
  numbers.resize(bytes.size() / sizeof(Stored));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
}

Numbers from_bytes(std::string_view bytes, NumberType type) {
  Numbers numbers;
  numbers.type = type;
  if (numbers.is_wide())
    copy_bytes(bytes, numbers.wide);
  else
    copy_bytes(bytes, numbers.narrow);
  return numbers;
}

bool is_digit_behind_blank(std::string_view text) {
  const std::size_t at = text.find_first_not_of(kBesideNumber);
  return at != 0 && at != text.npos && text[at] >= '0' && text[at] <= '9';
}

// One number in each line; blanks around it are allowed.
template <class Number, class Stored>
void parse_lines(std::string_view text, const std::string& name, std::vector<Stored>& numbers) {
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    std::string_view word = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    const std::string_view whole = word;
    word.remove_prefix(std::min(word.find_first_not_of(kBesideNumber), word.size()));
    word = word.substr(0, word.find_last_not_of(kBesideNumber) + 1);
    Number number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc() && is_digit_behind_blank({end, word.data() + word.size()}))
      throw InputError(name, line,
                       "expected one whole number, found \"" + shortened(printable(whole), kShownOfNumber) +
                           "\"; lines of edges are a graph, for --format edges");
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
  OutputFile out(file);
  const NumberFormat format = number_format_of(file);
  if (format == NumberFormat::kNpy) {
    std::string_view name;
    for (const auto& [text, each] : kNumberTypes)
      if (each == type) name = text;
    std::string header = "{'descr': '" + std::string(name) + "', 'fortran_order': False, 'shape': (" +
                         std::to_string(numbers.size()) + ",), }";
    header.append((64 - (header.size() + 11) % 64) % 64, ' ');
    header += '\n';
    out.write(std::string(kNpyMagic) + '\1' + '\0' + static_cast<char>(header.size()) + '\0' + header);
  }
  if (format != NumberFormat::kText) {
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

NumberFormat number_format_of(const std::filesystem::path& file) {
  const auto extension = file.extension();
  return extension == ".npy" ? NumberFormat::kNpy : extension == ".bin" ? NumberFormat::kBinary : NumberFormat::kText;
}

Numbers read_numbers(std::span<const std::byte> bytes, const std::string& name, NumberFormat format,
                     NumberType otherwise) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  Numbers numbers;
  numbers.type = otherwise;
  switch (format) {
    case NumberFormat::kNpy: {
      const NpyHeaderReader header(text, name);
      return from_bytes(header.data(), header.type);
    }
    case NumberFormat::kBinary: {
      const std::size_t width = numbers.is_wide() ? 8 : 4;
      if (text.size() % width != 0)
        throw InputError(
            name, 0,
            "expected numbers of " + std::to_string(width) + " bytes, found " + std::to_string(text.size()) + " bytes");
      return from_bytes(text, otherwise);
    }
    case NumberFormat::kText:
      break;
  }
  if (otherwise == NumberType::kUint64)
    parse_lines<std::uint64_t>(text, name, numbers.wide);
  else if (otherwise == NumberType::kInt64)
    parse_lines<std::int64_t>(text, name, numbers.wide);
  else
    parse_lines<std::int64_t>(text, name, numbers.narrow);
  return numbers;
}

Numbers read_numbers(const std::filesystem::path& file, NumberType otherwise) {
  const MappedFile mapped(file);
  mapped.expect_sequential_reading();
  return read_numbers(mapped.bytes(), mapped.name(), number_format_of(file), otherwise);
}

void write_numbers(const std::filesystem::path& file, NumberType type, std::span<const std::uint32_t> numbers) {
  write_array(file, type, numbers);
}
void write_numbers(const std::filesystem::path& file, NumberType type, std::span<const std::uint64_t> numbers) {
  write_array(file, type, numbers);
}

}  // namespace warpgraph::cli
