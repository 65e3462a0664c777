// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "io/wg_format.hpp"

namespace warpgraph::fuzz {

// A .wg file in parts that can be changed one by one and put together again, with the places and the
// checksums that are right then. Whether the parts fit each other is the reader's question.
struct WgParts {
  struct Section {
    detail::WgSection entry;
    std::vector<std::byte> content;
  };

  detail::WgHeader header;
  std::vector<Section> sections;

  // Nothing if the bytes are too few, or sections lie outside.
  static std::optional<WgParts> take_apart(std::span<const std::byte> bytes) {
    WgParts parts;
    if (bytes.size() < sizeof parts.header) return std::nullopt;
    std::memcpy(&parts.header, bytes.data(), sizeof parts.header);
    const std::span table = bytes.subspan(sizeof parts.header);
    if (parts.header.section_count > table.size() / sizeof(detail::WgSection)) return std::nullopt;
    for (std::size_t i = 0; i < parts.header.section_count; ++i) {
      detail::WgSection entry;
      std::memcpy(&entry, &table[i * sizeof entry], sizeof entry);
      if (entry.offset > bytes.size() || entry.size > bytes.size() - entry.offset) return std::nullopt;
      const std::span content = bytes.subspan(entry.offset, entry.size);
      parts.sections.push_back({entry, {content.begin(), content.end()}});
    }
    return parts;
  }

  std::vector<std::byte> put_together() {
    std::vector<detail::WgSection> table;
    std::vector<std::byte> bytes(sizeof header + sections.size() * sizeof(detail::WgSection));
    for (Section& section : sections) {
      bytes.resize(detail::wg_align(bytes.size()));
      section.entry.offset = bytes.size();
      section.entry.size = section.content.size();
      section.entry.checksum = detail::block_checksum(section.content, nullptr);
      bytes.insert(bytes.end(), section.content.begin(), section.content.end());
      table.push_back(section.entry);
    }
    header.section_count = static_cast<std::uint32_t>(sections.size());
    header.file_size = bytes.size();
    header.checksum = detail::wg_checksum(header, table);
    std::memcpy(bytes.data(), &header, sizeof header);
    std::ranges::copy(std::as_bytes(std::span(table)), bytes.begin() + sizeof header);
    return bytes;
  }
};

}  // namespace warpgraph::fuzz
