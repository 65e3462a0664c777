// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace warpgraph::files {

// Formats of other people that hold a list of edges. docs/reference/formats.md says what is read and written.
enum class FileFormat {
  kEdgeList,         // text, an edge a line (SNAP)
  kMatrixMarket,     // text, sparse matrices
  kMetis,            // text, a vertex a line (METIS, DIMACS 10)
  kDimacs,           // text, shortest paths (DIMACS 9)
  kDimacsColouring,  // text, "p edge"
  kGalois,           // binary .gr
  kGap,              // binary .sg, without weights
  kGapWeighted,      // binary .wsg
  kEcl,              // binary .egr
  kGraphalytics,     // text: properties, which name a file of vertices and one of edges (LDBC)
};

struct FileFormatInfo {
  FileFormat format;
  std::string_view name;        // for options: "edges"
  std::string_view extensions;  // separated by blanks, without dots
  std::string_view summary;
};

// Every format once, for help texts and tests.
[[nodiscard]] std::span<const FileFormatInfo> file_formats();

[[nodiscard]] std::string_view name_of(FileFormat format);

// Throws InputError, which lists the names, if there is no such name.
[[nodiscard]] FileFormat parse_file_format(std::string_view name);

// By the extension, the one before .gz or .zst if there is one; nothing if it is unknown. `.gr` is
// used for two formats: this says kDimacs, and readers look at the content.
[[nodiscard]] std::optional<FileFormat> file_format_of(const std::filesystem::path& path);

}  // namespace warpgraph::files
