// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/ids.hpp>

// Files with a value for every vertex: results, initial values, a numbering. They speak of vertices as
// the user does, whatever numbers a graph has given them; docs/reference/formats.md has the formats.
namespace warpgraph {

class ThreadPool;

}  // namespace warpgraph

namespace warpgraph::files {

// What a vertex can have as a value.
template <class T>
concept VertexValueType =
    std::same_as<T, std::int32_t> || std::same_as<T, std::uint32_t> || std::same_as<T, std::int64_t> ||
    std::same_as<T, std::uint64_t> || std::same_as<T, float> || std::same_as<T, double>;

enum class ValueFormat {
  kText,    // a line for every vertex: its id and its value
  kNpy,     // one array in NumPy's format
  kBinary,  // the same array without a header, little-endian
};

// By the extension, the one before .gz or .zst if there is one: .npy, .bin, and text otherwise.
[[nodiscard]] ValueFormat value_format_of(const std::filesystem::path& path);

struct ValueOptions {
  std::optional<ValueFormat> format;  // by default from the extension
  ThreadPool* pool = nullptr;         // by default one for the call, on all cores
  // Compressed input that grows beyond this is refused; by default half of the memory that is free.
  std::optional<std::size_t> decompressed_limit = std::nullopt;
};

// Writes values[v] of every vertex v, in increasing order of the vertices' ids. "-" is standard output; a
// path that ends in .gz or .zst is compressed. Text has blanks between columns; in a .csv file it has commas, and names
// of the columns in the first line; in a .tsv file tabs. Numbers are written in the shortest way that gives the
// same number when it is read. The file appears whole or not at all, and does not depend on the number
// of threads. Throws InputError if it cannot be written. O(vertices), on the threads of the pool; names that do not
// ascend are sorted before, which takes some 30 bytes a vertex. Memory beside that: about 2 MiB of text a thread.
template <VertexValueType Value>
void write_values(const std::filesystem::path& path, std::span<const Value> values, const IdMap& ids,
                  const ValueOptions& options = {});

// Edges that a program has chosen, or computed values for; borrowed.
template <VertexValueType Value>
struct EdgeResult {
  std::span<const VertexId> source;
  std::span<const VertexId> target;
  std::span<const Value> value;
};

// Writes a line for every edge: source, target and value. Always text, in the order of the arrays;
// otherwise like write_values. O(edges).
template <VertexValueType Value>
void write_edge_values(const std::filesystem::path& path, const EdgeResult<Value>& edges, const IdMap& ids,
                       const ValueOptions& options = {});

// Reads a value for every vertex of a graph, so that the result's element v is that of vertex v. "-" is
// standard input. Text may have its lines in any order, each vertex once; it is read by one thread.
// Arrays in NumPy's format may be of any of the types, in memory order 'C' or 'F': integer types take
// whole numbers in their range, real types the nearest value.
//
// Throws InputError for the first thing in the file that is wrong, with the file, the line (of text)
// and what was expected there. O(vertices); names that do not ascend are sorted as write_values does it. Allocates the
// values, and of compressed input the content.
template <VertexValueType Value>
[[nodiscard]] std::vector<Value> read_values(const std::filesystem::path& path, const IdMap& ids, VertexId vertex_count,
                                             const ValueOptions& options = {});

// The same for bytes in memory; `name` is for messages, and for the format if it is not given.
template <VertexValueType Value>
[[nodiscard]] std::vector<Value> read_values(std::span<const std::byte> bytes, const std::string& name,
                                             const IdMap& ids, VertexId vertex_count, const ValueOptions& options = {});

// A numbering of the vertices, for BuildOptions::permutation: values that are 0 ... vertex_count - 1, each
// of them once. Throws InputError as well if they are not. Costs what read_values costs, and 4 bytes a vertex.
[[nodiscard]] std::vector<VertexId> read_permutation(const std::filesystem::path& path, const IdMap& ids,
                                                     VertexId vertex_count, const ValueOptions& options = {});

}  // namespace warpgraph::files
