// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/runtime/error.hpp>

#include "io/wg_format.hpp"

// What must hold for read_wg and any bytes. The fuzz target and the test of its corpus share it.
namespace warpgraph::fuzz {

// Nothing if the one error that read_wg may throw was thrown.
inline std::optional<AnyGraph> open_wg(std::span<const std::byte> bytes, bool verify) {
  try {
    return files::read_wg(bytes, "file", {.verify = verify});
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// Empty, or what is wrong with the sizes of one direction's arrays: what opening alone promises.
template <EdgeValueType Value>
std::string problem_of_sizes(const Adjacency<Value>& rows, std::size_t vertex_count) {
  if (rows.row.size() != vertex_count + 1) return "not an offset for every vertex";
  if (rows.row[0] != 0 || rows.row[vertex_count] != rows.column.size()) return "rows that are not all columns";
  if (rows.value.size() != (graphs::kHasValue<Value> ? rows.column.size() : 0)) return "not a value for every edge";
  return {};
}

// Empty, or what is wrong with the contents of them: what verifying promises beyond that.
template <EdgeValueType Value>
std::string problem_of_rows(const Adjacency<Value>& rows, std::size_t vertex_count) {
  if (!std::ranges::is_sorted(rows.row)) return "offsets that descend";
  for (VertexId v = 0; v < vertex_count; ++v) {
    const auto neighbours = rows.neighbours(v);
    if (!std::ranges::is_sorted(neighbours)) return "neighbours that are not in order";
    if (!neighbours.empty() && neighbours.back() >= vertex_count) return "a neighbour that is no vertex";
  }
  return {};
}

template <EdgeValueType Value>
std::string problem_of(const Adjacency<Value>& rows, std::size_t vertex_count, bool verified) {
  std::string problem = problem_of_sizes(rows, vertex_count);
  return problem.empty() && verified ? problem_of_rows(rows, vertex_count) : problem;
}

// Reads what is not in rows to its end, which the sanitizers watch.
template <EdgeValueType Value>
std::string problem_of(const Graph<Value>& graph, bool verified) {
  const std::size_t count = graph.vertex_count();
  std::string problem = problem_of(graph.incoming(), count, verified);
  if (problem.empty() && graph.has_outgoing()) problem = problem_of(graph.outgoing(), count, verified);
  if (!problem.empty()) return problem;
  const IdMap& ids = graph.ids();
  if (!ids.original.empty() && ids.original.size() != count) return "not a name for every vertex";
  if (ids.original.empty() && ids.base > std::numeric_limits<std::uint64_t>::max() - count)
    return "names that overflow";
  const VertexWeights& weights = graph.vertex_weights();
  return weights.values.size() == weights.count * count ? "" : "bad vertex weights";
}

// Empty, or what is wrong. Anything but InputError goes through.
inline std::string check_wg(std::span<const std::byte> bytes) {
  for (const bool verify : {false, true}) {
    const std::optional<AnyGraph> graph = open_wg(bytes, verify);
    if (!graph) continue;
    std::string problem = std::visit([&](const auto& each) { return problem_of(each, verify); }, *graph);
    if (!problem.empty()) return problem;
  }
  return {};
}

// The same bytes with the checksums that belong to them: no fuzzer guesses one, and what lies behind
// them would never be looked at.
inline std::vector<std::byte> with_checksums(std::span<const std::byte> bytes) {
  using detail::WgHeader;
  using detail::WgSection;
  std::vector<std::byte> repaired(bytes.begin(), bytes.end());
  if (bytes.size() < sizeof(WgHeader)) return repaired;
  WgHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t room = (bytes.size() - sizeof header) / sizeof(WgSection);
  std::vector<WgSection> sections(std::min<std::size_t>({header.section_count, detail::kWgLastKind, room}));
  const std::size_t table_size = sections.size() * sizeof(WgSection);
  if (table_size != 0) std::memcpy(sections.data(), bytes.data() + sizeof header, table_size);
  for (WgSection& section : sections) {
    if (section.offset > bytes.size() || section.size > bytes.size() - section.offset) continue;
    section.checksum = detail::block_checksum(bytes.subspan(section.offset, section.size), nullptr);
  }
  header.checksum = detail::wg_checksum(header, sections);
  std::memcpy(repaired.data(), &header, sizeof header);
  if (table_size != 0) std::memcpy(repaired.data() + sizeof header, sections.data(), table_size);
  return repaired;
}

}  // namespace warpgraph::fuzz
