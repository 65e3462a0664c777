// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "wg_format.hpp"

namespace warpgraph::detail {

// The header and the table of sections of a .wg file, checked: after the constructor, every section
// lies inside of the file, has the size that the header's counts ask for, and is there if it must be.
class WgTable {
 public:
  // Throws InputError for the first thing that is wrong.
  WgTable(std::span<const std::byte> file, std::string name);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const WgHeader& header() const { return header_; }
  [[nodiscard]] std::span<const WgSection> sections() const { return sections_; }
  // Empty if there is no such section.
  [[nodiscard]] std::span<const std::byte> bytes(WgKind kind, std::span<const std::byte> file) const;

 private:
  void read_header(std::span<const std::byte> file);
  void read_sections(std::span<const std::byte> file);
  void check_header(std::span<const std::byte> file) const;
  void check_places() const;
  void check_sizes() const;
  [[nodiscard]] std::uint64_t expected_count(WgKind kind) const;
  [[nodiscard]] std::uint32_t expected_element_size(WgKind kind) const;
  [[nodiscard]] const WgSection* find(WgKind kind) const;
  [[noreturn]] void fail(const std::string& what) const;

  std::string name_;
  WgHeader header_;
  std::vector<WgSection> sections_;
};

}  // namespace warpgraph::detail
