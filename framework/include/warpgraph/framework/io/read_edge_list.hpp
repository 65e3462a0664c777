// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/io/file_format.hpp>

namespace warpgraph {

class ThreadPool;

}  // namespace warpgraph

namespace warpgraph::files {

// As what to read edge weights.
enum class WeightType {
  kAuto,  // the narrowest of int32, int64 and double that holds all weights of the file
  kNone,  // not at all; edge-list text may then have any further columns
  kInt32,
  kInt64,
  kFloat,
  kDouble,
};

// What the ids of edge-list text stand for.
enum class IdMapping {
  kCompact,  // the ids that occur are the vertices, in increasing order
  kKeep,     // the vertices are 0 ... largest id
};

struct ReadOptions {
  std::optional<FileFormat> format;  // by default from the extension
  ThreadPool* pool = nullptr;        // by default one for the call, on all cores
  WeightType weights = WeightType::kAuto;
  bool negative_weights = true;  // false: a negative weight is an error
  IdMapping ids = IdMapping::kCompact;
  // A file with the ids of all vertices, one a line: of edge-list text, which then has these vertices, with those that
  // no edge has. Empty: the vertices are the ids that occur.
  std::filesystem::path vertices = {};
  std::optional<Direction> direction;  // of formats that do not say: edge lists, DIMACS, Galois, ECL
  bool check_symmetry = true;          // of lists that have both directions: METIS, GAP, or `direction` says so
  // Compressed input that grows beyond this is refused; by default half of the memory that is free.
  std::optional<std::size_t> decompressed_limit;
  std::size_t chunk_bytes = std::size_t{1} << 20;  // text is parsed in pieces of about this size
  // Is told, in one line with file and place, of what is no error but may be a mistake: fewer edges than a comment
  // says there are; and an integer weight that is rounded because others are real numbers.
  std::function<void(const std::string&)> remark;
};

// Reads a graph in one of the formats of others; "-" is standard input, which needs options.format.
// Input compressed with gzip or zstd is recognised by its content. The result does not depend on
// the number of threads.
//
// Text is read in two passes, one that counts and one that parses straight into the result, so the
// memory in use is the result and, for compressed input, the text. A file of vertices takes 8 bytes for each of them.
// Nothing is allocated on the word of a header.
//
// Throws InputError for the first thing in the file that is wrong, with the file, the line (of
// text) and what was expected there, and OutOfMemory, with the file, if the host has too little free
// for the text, the edges, or a graph of as many vertices as the file says there are. O(bytes), on the threads of the
// pool; unpacking is the work of one.
[[nodiscard]] EdgeList read_edge_list(const std::filesystem::path& path, const ReadOptions& options = {});

// The same for bytes in memory; `name` is for messages, and for the format if it is not given.
[[nodiscard]] EdgeList read_edge_list(std::span<const std::byte> bytes, const std::string& name,
                                      const ReadOptions& options = {});

}  // namespace warpgraph::files
