// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/file_format.hpp>

#include <algorithm>
#include <array>
#include <string>

#include <warpgraph/runtime/error.hpp>

#include "io/extension.hpp"
#include "io/message.hpp"

namespace warpgraph::files {

namespace {

constexpr std::array kFormats = {
    FileFormatInfo{FileFormat::kEdgeList, "edges", "el wel txt tsv csv edges edgelist snap e",
                   "text, an edge a line: source, target, perhaps a weight"},
    FileFormatInfo{FileFormat::kMatrixMarket, "mtx", "mtx mm", "Matrix Market, coordinates"},
    FileFormatInfo{FileFormat::kMetis, "metis", "graph metis mgraph", "METIS and DIMACS 10, text, a vertex a line"},
    FileFormatInfo{FileFormat::kDimacs, "dimacs", "gr", "DIMACS 9, text, \"p sp\""},
    FileFormatInfo{FileFormat::kDimacsColouring, "dimacs-edge", "col dimacs clq", "DIMACS colouring, text, \"p edge\""},
    FileFormatInfo{FileFormat::kGalois, "galois", "vgr sgr", "Galois .gr, binary, version 1 or 2"},
    FileFormatInfo{FileFormat::kGap, "sg", "sg", "GAP benchmark suite, binary"},
    FileFormatInfo{FileFormat::kGapWeighted, "wsg", "wsg", "GAP benchmark suite, binary, 32-bit integer weights"},
    FileFormatInfo{FileFormat::kEcl, "egr", "egr", "ECL, binary, 32-bit integer weights"},
    FileFormatInfo{FileFormat::kGraphalytics, "graphalytics", "properties",
                   "LDBC Graphalytics: .properties, with its .v and .e"},
};

bool lists(std::string_view words, std::string_view word) {
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    if (words.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

std::string all_names() {
  std::string names;
  for (const FileFormatInfo& info : kFormats) names += detail::message(" ", info.name);
  return names;
}

}  // namespace

std::span<const FileFormatInfo> file_formats() { return kFormats; }

std::string_view name_of(FileFormat format) {
  return std::ranges::find(kFormats, format, &FileFormatInfo::format)->name;
}

FileFormat parse_file_format(std::string_view name) {
  const auto* const found = std::ranges::find(kFormats, name, &FileFormatInfo::name);
  if (found != kFormats.end()) return found->format;
  throw InputError(detail::message("unknown format '", name, "', expected one of", all_names()));
}

std::optional<FileFormat> file_format_of(const std::filesystem::path& path) {
  const std::string extension = detail::extension_of(path);
  if (extension.empty()) return std::nullopt;
  for (const FileFormatInfo& info : kFormats) {
    if (lists(info.extensions, extension)) return info.format;
  }
  return std::nullopt;
}

}  // namespace warpgraph::files
