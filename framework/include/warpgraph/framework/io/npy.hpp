// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// NumPy's format of arrays: a magic string, a version, the text of a Python dictionary with the type, the memory order
// and the shape, and then the array.
namespace warpgraph::files {

// What stands before an array of one dimension.
struct NpyHeader {
  std::string_view type;   // as NumPy writes it, such as "<f4"; points into the bytes that were read
  std::uint64_t size = 0;  // of the array, in elements
  std::size_t bytes = 0;   // of the header
};

// The header that stands before `size` elements of a type; its version is 1.0.
[[nodiscard]] std::string npy_header(std::string_view type, std::uint64_t size);

// Reads a header of any version. Throws InputError, which begins with `name`, if there is none, or one of more
// dimensions.
[[nodiscard]] NpyHeader read_npy_header(std::span<const std::byte> bytes, const std::string& name);

}  // namespace warpgraph::files
