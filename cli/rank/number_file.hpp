// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/framework/io/values.hpp>

// The files of `warpgraph rank`: an array of whole numbers. The extension says how: .npy is NumPy's format, .bin the
// same array without a header, little-endian; all else is text with a number in each line. "-" is text on standard
// input or output.
namespace warpgraph::cli {

enum class NumberType { kInt32, kUint32, kInt64, kUint64 };

// Numbers of either width, in the array of that width. Negative ones are kept as two's complement.
struct Numbers {
  NumberType type = NumberType::kUint32;
  std::vector<std::uint32_t> narrow;
  std::vector<std::uint64_t> wide;

  [[nodiscard]] bool is_wide() const { return type == NumberType::kInt64 || type == NumberType::kUint64; }
  [[nodiscard]] std::size_t size() const { return is_wide() ? wide.size() : narrow.size(); }
};

// `otherwise` is the type of a file that does not tell: of text and .bin. Throws InputError for the first thing that is
// wrong, with the line or the index; `advice` follows where a line has several numbers.
[[nodiscard]] Numbers read_numbers(const std::filesystem::path& file, NumberType otherwise,
                                   const std::string& advice = "");
// The same for bytes in memory; `name` is for messages.
[[nodiscard]] Numbers read_numbers(std::span<const std::byte> bytes, const std::string& name, files::ValueFormat format,
                                   NumberType otherwise, const std::string& advice = "");

void write_numbers(const std::filesystem::path& file, NumberType type, std::span<const std::uint32_t> numbers);
void write_numbers(const std::filesystem::path& file, NumberType type, std::span<const std::uint64_t> numbers);

}  // namespace warpgraph::cli
