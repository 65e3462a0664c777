// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/read_edge_list.hpp>

#include <algorithm>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <warpgraph/framework/io/mapped_file.hpp>

#include "io/compression.hpp"
#include "io/input.hpp"
#include "io/readers.hpp"
#include "io/room.hpp"
#include "io/symmetry.hpp"
#include "io/text/byte_order_mark.hpp"
#include "io/text/edge_list_format.hpp"
#include "io/text/graphalytics.hpp"
#include "io/text/vertex_list.hpp"

namespace warpgraph {

namespace {

using detail::Compression;
using detail::Input;

// Text has no zero bytes, but for UTF-16, which is refused as such; the first number of a Galois file, its version, has
// seven.
bool looks_binary(const Input& input) {
  const std::string_view begin = input.text().substr(0, 8);
  if (detail::is_marked_as_utf16(begin)) return false;
  return begin.find('\0') != begin.npos;
}

std::vector<std::uint64_t> read_vertices(const Input& edges) {
  const auto look_at_lines = [&](std::span<const std::byte> bytes, const std::string& name) {
    const detail::Input lines{bytes, name, edges.options, edges.pool};
    if (detail::compression_of(bytes) != Compression::kNone) return;
    if (bytes.front() == std::byte{0}) lines.fail(1, "expected text, found a byte 0");
    const std::size_t whole = lines.text().rfind('\n') + 1;  // npos + 1 is 0
    if (whole != 0) (void)detail::read_vertex_list({bytes.first(whole), name, edges.options, edges.pool});
  };
  const files::MappedFile file(edges.options.vertices, look_at_lines);
  file.expect_sequential_reading();
  return files::read_unchanged(file, [&] {
    const Compression compression = detail::compression_of(file.bytes());
    if (compression == Compression::kNone)
      return detail::read_vertex_list({file.bytes(), file.name(), edges.options, edges.pool});
    const detail::GrowingBuffer text =
        detail::decompress(compression, file.bytes(), file.name(), edges.options.decompressed_limit);
    if (text.bytes().empty()) throw InputError(file.name(), 0, "is empty");
    return detail::read_vertex_list({text.bytes(), file.name(), edges.options, edges.pool});
  });
}

EdgeList read_edges(const Input& input) {
  const bool has_vertices = !input.options.vertices.empty() && !input.is_beginning;
  EdgeList list;
  list.direction = input.options.direction.value_or(Direction::kDirected);
  if (!input.bytes.empty()) list = detail::read_edge_list_text(detail::edge_list_text(input));
  if (has_vertices) detail::set_vertices(list, read_vertices(input), input, input.options.vertices.string());
  return list;
}

EdgeList read_as(files::FileFormat format, const Input& input) {
  switch (format) {
    case files::FileFormat::kEdgeList:
      return read_edges(input);
    case files::FileFormat::kMatrixMarket:
      return detail::read_matrix_market(without_byte_order_mark(input));
    case files::FileFormat::kMetis:
      return detail::read_metis(without_byte_order_mark(input));
    case files::FileFormat::kDimacs:
    case files::FileFormat::kDimacsColouring:
      return detail::read_dimacs(without_byte_order_mark(input), format);
    case files::FileFormat::kGalois:
      return detail::read_galois(input);
    case files::FileFormat::kGap:
      return detail::read_gap(input, false);
    case files::FileFormat::kGapWeighted:
      return detail::read_gap(input, true);
    case files::FileFormat::kEcl:
      return detail::read_ecl(input);
    case files::FileFormat::kGraphalytics:
      return detail::read_graphalytics(input);
  }
  throw UsageError("unknown file format");
}

// In some formats a number in the header, or one large id, makes any number of vertices. A list of edges takes nothing
// for them, but every graph that is made of it has an offset for each.
void expect_room_for_vertices(const Input& input, std::uint64_t vertices) {
  const std::string what = detail::message("a graph of the ", vertices, " vertices of");
  detail::expect_room(input.name, what, (vertices + 1) * sizeof(EdgeId));
}

bool is_text(files::FileFormat format) {
  return format != files::FileFormat::kGalois && format != files::FileFormat::kGap &&
         format != files::FileFormat::kGapWeighted && format != files::FileFormat::kEcl;
}

// Throws what is wrong before the last line; what that line means may depend on the next.
void read_whole_lines(files::FileFormat format, Input input) {
  const std::string_view text = input.text();
  input.bytes = input.bytes.first(text.rfind('\n') + 1);  // npos + 1 is 0
  if (input.bytes.empty()) return;
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  try {
    static_cast<void>(read_as(format, input));
  } catch (const InputError& error) {
    if (error.line() != lines) throw;
  }
}

// Throws InputError for what no more bytes would make right, so that a device without an end is not read to its end.
void look_at_beginning(std::span<const std::byte> bytes, const std::string& name, const files::ReadOptions& options) {
  if (detail::compression_of(bytes) != Compression::kNone) return;
  files::ReadOptions own = options;
  own.remark = {};
  own.check_symmetry = false;
  Input input{bytes, name, own, *options.pool};
  input.is_beginning = true;
  const files::FileFormat format = detail::choose_format(input);
  if (is_text(format) && bytes.front() == std::byte{0}) input.fail(1, "expected text, found a byte 0");
  try {
    if (format == files::FileFormat::kGraphalytics)
      static_cast<void>(detail::read_properties(input));
    else if (is_text(format))
      read_whole_lines(format, input);
    else
      static_cast<void>(read_as(format, input));
  } catch (const detail::BeginningIsGood&) {
    return;
  }
}

void expect_vertices_allowed(const files::ReadOptions& options, files::FileFormat format) {
  if (options.vertices.empty()) return;
  if (format != files::FileFormat::kEdgeList)
    throw UsageError(detail::message("a file of vertices belongs to an edge list, and ", files::name_of(format),
                                     " files say which vertices there are"));
  if (options.ids == files::IdMapping::kKeep)
    throw UsageError("a file of vertices says which ids there are; they cannot be kept up to the largest as well");
}

EdgeList read(const Input& input) {
  if (input.bytes.empty() && input.options.vertices.empty()) input.fail(0, "is empty");
  const files::FileFormat format = detail::choose_format(input);
  expect_vertices_allowed(input.options, format);
  try {
    EdgeList list = read_as(format, input);
    if (format == files::FileFormat::kGalois ||
        format == files::FileFormat::kEcl)  // the readers of the others look on their own
      detail::check_directions(input, list, [](std::size_t) { return 0; });
    expect_room_for_vertices(input, list.vertex_count);
    return list;
  } catch (const std::bad_alloc&) {
    detail::throw_no_room(input.name, "reading", 2 * input.bytes.size());  // what a list takes at most
  }
}

}  // namespace

files::FileFormat detail::choose_format(const Input& input) {
  if (input.options.format) return *input.options.format;
  std::optional<files::FileFormat> format = files::file_format_of(input.name);
  if (!format) {
    std::string names;
    for (const files::FileFormatInfo& info : files::file_formats()) names += detail::message(" ", info.name);
    input.fail(0, "expected an extension that says the format; give it, one of", names);
  }
  if (format == files::FileFormat::kDimacs && looks_binary(input)) format = files::FileFormat::kGalois;
  return *format;
}

}  // namespace warpgraph

namespace warpgraph::files {

EdgeList read_edge_list(std::span<const std::byte> bytes, const std::string& name, const ReadOptions& options) {
  std::optional<ThreadPool> own_pool;
  ThreadPool& pool = options.pool != nullptr ? *options.pool : own_pool.emplace();
  const Compression compression = detail::compression_of(bytes);
  if (compression == Compression::kNone) return read({bytes, name, options, pool});
  const detail::GrowingBuffer text = detail::decompress(compression, bytes, name, options.decompressed_limit);
  return read({text.bytes(), name, options, pool, true});
}

EdgeList read_edge_list(const std::filesystem::path& path, const ReadOptions& options) {
  std::optional<ThreadPool> own_pool;
  ReadOptions with_pool = options;
  with_pool.pool = options.pool != nullptr ? options.pool : &own_pool.emplace();
  // Vertices without an edge: no other file of nothing is a graph.
  std::error_code error;
  if (!options.vertices.empty() && std::filesystem::file_size(path, error) == 0 && !error)
    return read_edge_list(std::span<const std::byte>(), path.string(), with_pool);
  const MappedFile file(path, [&](std::span<const std::byte> bytes, const std::string& name) {
    look_at_beginning(bytes, name, with_pool);
  });
  file.expect_sequential_reading();
  return read_unchanged(file, [&] { return read_edge_list(file.bytes(), file.name(), with_pool); });
}

}  // namespace warpgraph::files
