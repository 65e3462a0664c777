// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <variant>

#include <warpgraph/framework/io/values.hpp>

// Files with several values for every vertex.
namespace warpgraph::files {

// A value for every vertex, borrowed.
struct ValueColumn {
  std::string_view name;
  std::variant<std::span<const std::int32_t>, std::span<const std::uint32_t>, std::span<const std::int64_t>,
               std::span<const std::uint64_t>, std::span<const float>, std::span<const double>>
      values;
};

// Writes a line for every vertex: its id and its value of each column, below a line with the names: "vertex" and those
// of the columns. Always text; otherwise like write_values, in order, separators, numbers, and what is thrown. Throws
// UsageError if there is no column, if columns differ in length, and for the name of an array (.npy, .bin).
void write_columns(const std::filesystem::path& path, std::span<const ValueColumn> columns, const IdMap& ids,
                   const ValueOptions& options = {});

}  // namespace warpgraph::files
