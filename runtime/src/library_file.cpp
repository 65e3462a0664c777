// SPDX-License-Identifier: Apache-2.0
#include "library_file.hpp"

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

namespace warpgraph::detail {

namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);

bool is_library_of_this_machine(const Header& header) {
  constexpr unsigned char kClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == kClass &&
         header.e_phentsize == sizeof(Segment);
}

// Whether [first, first + bytes) is inside of the file, without overflow.
bool is_inside(std::uint64_t first, std::uint64_t bytes, std::uint64_t size) {
  return first <= size && bytes <= size - first;
}

}  // namespace

bool is_cut_off(const std::filesystem::path& library) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(library, error)) return false;
  const std::uint64_t size = std::filesystem::file_size(library, error);
  std::ifstream file(library, std::ios::binary);
  Header header{};
  if (error || !file.read(reinterpret_cast<char*>(&header), sizeof header)) return false;
  if (!is_library_of_this_machine(header)) return false;
  if (!is_inside(header.e_shoff, std::uint64_t{header.e_shentsize} * header.e_shnum, size)) return true;
  const std::uint64_t segment_bytes = std::uint64_t{sizeof(Segment)} * header.e_phnum;
  if (!is_inside(header.e_phoff, segment_bytes, size)) return true;
  std::vector<Segment> segments(header.e_phnum);
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  file.read(reinterpret_cast<char*>(segments.data()), static_cast<std::streamsize>(segment_bytes));
  if (!file) return true;
  return !std::ranges::all_of(segments, [&](const Segment& each) {
    return each.p_type == PT_NULL || is_inside(each.p_offset, each.p_filesz, size);
  });
}

}  // namespace warpgraph::detail
