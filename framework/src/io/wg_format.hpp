// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "checksum.hpp"

// The layout of a .wg file, version 1: the header, the table of sections, the sections. Everything
// is in the byte order of the machine that wrote it, which the header tells. Sections stand in the
// order of their kinds, each at the next multiple of 64 bytes, with zeros between.
namespace warpgraph::detail {

// Begins with a byte that is no text, and holds line ends that a transfer as text would spoil.
inline constexpr std::array<char, 8> kWgMagic = {'\x89', 'W', 'G', 'R', 'F', '\r', '\n', '\x1a'};
inline constexpr std::uint32_t kWgVersion = 1;
inline constexpr std::uint32_t kWgByteOrder = 0x01020304;
inline constexpr std::uint32_t kWgSwappedByteOrder = 0x04030201;
inline constexpr std::size_t kWgAlignment = 64;

enum WgFlags : std::uint32_t {
  kWgUndirected = 1,
  kWgAllFlags = 1,
};

struct WgHeader {
  std::array<char, 8> magic = kWgMagic;
  std::uint32_t version = kWgVersion;
  std::uint32_t byte_order = kWgByteOrder;
  std::uint32_t flags = 0;
  std::uint32_t value_type = 0;  // ValueType
  std::uint64_t vertex_count = 0;
  std::uint64_t edge_count = 0;  // entries of the columns
  std::uint64_t id_base = 0;
  std::uint32_t weights_per_vertex = 0;
  std::uint32_t section_count = 0;
  std::uint64_t file_size = 0;
  std::uint64_t checksum = 0;  // XXH64 of the header, with 0 in this place, and the table
  std::array<std::byte, 56> reserved = {};
};
static_assert(sizeof(WgHeader) == 128);

enum class WgKind : std::uint32_t {
  kRow = 1,            // uint64, vertex_count + 1: incoming edges
  kColumn = 2,         // uint32, edge_count
  kValue = 3,          // value_type, edge_count; not there without values
  kOutRow = 4,         // uint64, vertex_count + 1; 4 to 6: outgoing edges, if they are stored
  kOutColumn = 5,      // uint32, edge_count
  kOutValue = 6,       // value_type, edge_count; not there without values
  kIds = 7,            // uint64, vertex_count; not there if vertex v is called v + id_base
  kVertexWeights = 8,  // int64, vertex_count * weights_per_vertex; not there without weights
};
inline constexpr std::uint32_t kWgLastKind = 8;

inline std::string_view name_of(WgKind kind) {
  constexpr std::string_view kNames[] = {
      "row", "column", "values", "outgoing row", "outgoing column", "outgoing values", "ids", "vertex weights"};
  return kNames[static_cast<std::uint32_t>(kind) - 1];
}

struct WgSection {
  WgKind kind = {};
  std::uint32_t element_size = 0;
  std::uint64_t offset = 0;    // from the beginning of the file
  std::uint64_t size = 0;      // bytes
  std::uint64_t checksum = 0;  // block_checksum
};
static_assert(sizeof(WgSection) == 32);

constexpr std::uint64_t wg_align(std::uint64_t offset) {
  return (offset + kWgAlignment - 1) / kWgAlignment * kWgAlignment;
}

inline std::uint64_t wg_checksum(WgHeader header, std::span<const WgSection> sections) {
  header.checksum = 0;
  std::vector<std::byte> bytes(sizeof header + sections.size_bytes());
  std::memcpy(bytes.data(), &header, sizeof header);
  std::ranges::copy(std::as_bytes(sections), bytes.begin() + sizeof header);
  return xxh64(bytes);
}

// Places the sections one behind the other, and completes the header.
inline void lay_out_wg(WgHeader& header, std::span<WgSection> sections) {
  std::uint64_t end = sizeof(WgHeader) + sections.size_bytes();
  for (WgSection& each : sections) {
    each.offset = wg_align(end);
    end = each.offset + each.size;
  }
  header.section_count = static_cast<std::uint32_t>(sections.size());
  header.file_size = end;
  header.checksum = wg_checksum(header, sections);
}

// Whether each id is one more than the id before it: such ids need no section.
inline bool are_consecutive(std::span<const std::uint64_t> ids) {
  for (std::size_t v = 0; v < ids.size(); ++v)
    if (ids[v] - v != ids[0]) return false;
  return true;
}

}  // namespace warpgraph::detail
