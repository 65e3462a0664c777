// SPDX-License-Identifier: Apache-2.0
#include "wg_table.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

namespace {

using std::to_string;

std::string quoted(WgKind kind) { return "section \"" + std::string(name_of(kind)) + "\""; }

}  // namespace

WgTable::WgTable(std::span<const std::byte> file, std::string name) : name_(std::move(name)) {
  read_header(file);
  read_sections(file);
  check_header(file);
  check_places();
  check_sizes();
}

void WgTable::fail(const std::string& what) const { throw InputError(name_, 0, what); }

// What must be known before the rest of the header means anything.
void WgTable::read_header(std::span<const std::byte> file) {
  const auto magic = std::as_bytes(std::span(kWgMagic)).first(std::min(file.size(), kWgMagic.size()));
  if (!std::ranges::equal(magic, file.first(magic.size()))) {
    fail("is not a .wg file, expected it to begin with the bytes 89 57 47 52 46 0d 0a 1a");
  }
  if (file.size() < sizeof header_) {
    fail("is cut off: has " + to_string(file.size()) + " bytes, expected a header of " + to_string(sizeof header_));
  }
  std::memcpy(&header_, file.data(), sizeof header_);
  if (header_.byte_order == kWgSwappedByteOrder) {
    fail("was written on a machine of the other byte order, expected this machine's");
  }
  if (header_.byte_order != kWgByteOrder) fail("has a damaged header: the mark of the byte order is none");
  if (header_.version > kWgVersion) {
    fail("is of .wg version " + to_string(header_.version) + ", expected " + to_string(kWgVersion) +
         ": a newer Warpgraph wrote it");
  }
  if (header_.version == 0) fail("is of .wg version 0, expected " + to_string(kWgVersion));
}

void WgTable::read_sections(std::span<const std::byte> file) {
  if (header_.section_count > kWgLastKind) {
    fail("says that it has " + to_string(header_.section_count) + " sections, expected at most " +
         to_string(kWgLastKind));
  }
  sections_.resize(header_.section_count);
  const std::size_t size = sections_.size() * sizeof(WgSection);
  if (file.size() - sizeof header_ < size) {
    fail("is cut off: has " + to_string(file.size()) + " bytes, expected a header and a table of " +
         to_string(sizeof header_ + size));
  }
  if (size != 0) std::memcpy(sections_.data(), file.data() + sizeof header_, size);
  if (wg_checksum(header_, sections_) != header_.checksum) {
    fail("has a damaged header: its checksum is not the one that the header expects");
  }
}

void WgTable::check_header(std::span<const std::byte> file) const {
  if (header_.file_size != file.size()) {
    fail((file.size() < header_.file_size ? "is cut off: has " : "goes on after its end: has ") +
         to_string(file.size()) + " bytes, expected " + to_string(header_.file_size));
  }
  if ((header_.flags & ~kWgAllFlags) != 0) {
    fail("has flags " + to_string(header_.flags) + ", expected none above " + to_string(kWgAllFlags));
  }
  if (header_.value_type > static_cast<std::uint32_t>(ValueType::kDouble)) {
    fail("has values of type " + to_string(header_.value_type) + ", expected a number up to " +
         to_string(static_cast<std::uint32_t>(ValueType::kDouble)));
  }
  if (header_.vertex_count > kNoVertex) {
    fail("says that it has " + to_string(header_.vertex_count) + " vertices, expected at most " + to_string(kNoVertex));
  }
  if (header_.vertex_count != 0 &&
      header_.id_base > std::numeric_limits<std::uint64_t>::max() - (header_.vertex_count - 1)) {
    fail("says that ids begin with " + to_string(header_.id_base) + ", expected all of them to be below 2^64");
  }
}

// Sections stand in the order of their kinds, do not overlap, and lie inside of the file.
void WgTable::check_places() const {
  std::uint64_t end = sizeof(WgHeader) + sections_.size() * sizeof(WgSection);
  std::uint32_t last_kind = 0;
  for (const WgSection& section : sections_) {
    const auto kind = static_cast<std::uint32_t>(section.kind);
    if (kind <= last_kind || kind > kWgLastKind) {
      fail("has a section of kind " + to_string(kind) + ", expected one above " + to_string(last_kind) + " and up to " +
           to_string(kWgLastKind));
    }
    if (section.offset != wg_align(end)) {
      fail(quoted(section.kind) + " begins at byte " + to_string(section.offset) + ", expected " +
           to_string(wg_align(end)));
    }
    if (section.offset > header_.file_size || section.size > header_.file_size - section.offset) {
      fail(quoted(section.kind) + " of " + to_string(section.size) + " bytes at byte " + to_string(section.offset) +
           " reaches over the end of the file of " + to_string(header_.file_size) + " bytes");
    }
    end = section.offset + section.size;
    last_kind = kind;
  }
  if (end != header_.file_size) {
    fail("has sections up to byte " + to_string(end) + ", expected them to fill the file of " +
         to_string(header_.file_size) + " bytes");
  }
}

void WgTable::check_sizes() const {
  const bool has_outgoing = find(WgKind::kOutRow) != nullptr;
  if (has_outgoing && (header_.flags & kWgUndirected) != 0) {
    fail("is undirected and has " + quoted(WgKind::kOutRow) + ", expected outgoing edges of directed graphs only");
  }
  for (std::uint32_t number = 1; number <= kWgLastKind; ++number) {
    const auto kind = static_cast<WgKind>(number);
    const WgSection* section = find(kind);
    const std::uint64_t size = section == nullptr ? 0 : section->size;
    const std::uint32_t element_size = expected_element_size(kind);
    const bool is_outgoing = kind >= WgKind::kOutRow && kind <= WgKind::kOutValue;
    const bool is_left_out = is_outgoing ? !has_outgoing : kind == WgKind::kIds && section == nullptr;
    const std::uint64_t count = is_left_out ? 0 : expected_count(kind);
    if (section != nullptr && section->element_size != element_size) {
      fail(quoted(kind) + " has elements of " + to_string(section->element_size) + " bytes, expected " +
           to_string(element_size));
    }
    if (element_size == 0 ? size != 0 : size % element_size != 0 || size / element_size != count) {
      fail(quoted(kind) + " has " + to_string(size) + " bytes, expected " + to_string(count) + " elements of " +
           to_string(element_size));
    }
  }
}

std::uint64_t WgTable::expected_count(WgKind kind) const {
  switch (kind) {
    case WgKind::kRow:
    case WgKind::kOutRow:
      return header_.vertex_count + 1;
    case WgKind::kIds:
      return header_.vertex_count;
    // Below 2^64, because both factors are below 2^32.
    case WgKind::kVertexWeights:
      return header_.vertex_count * header_.weights_per_vertex;
    case WgKind::kColumn:
    case WgKind::kValue:
    case WgKind::kOutColumn:
    case WgKind::kOutValue:
      break;
  }
  return header_.edge_count;
}

std::uint32_t WgTable::expected_element_size(WgKind kind) const {
  constexpr std::uint32_t kValueSizes[] = {0, 4, 8, 4, 8};
  if (kind == WgKind::kValue || kind == WgKind::kOutValue) return kValueSizes[header_.value_type];
  return kind == WgKind::kColumn || kind == WgKind::kOutColumn ? 4 : 8;
}

const WgSection* WgTable::find(WgKind kind) const {
  for (const WgSection& section : sections_) {
    if (section.kind == kind) return &section;
  }
  return nullptr;
}

std::span<const std::byte> WgTable::bytes(WgKind kind, std::span<const std::byte> file) const {
  const WgSection* section = find(kind);
  if (section == nullptr) return {};
  return file.subspan(section->offset, section->size);
}

}  // namespace warpgraph::detail
