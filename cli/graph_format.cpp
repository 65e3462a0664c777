// SPDX-License-Identifier: Apache-2.0
#include "graph_format.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include <warpgraph/runtime/error.hpp>

#include "file_names.hpp"

namespace warpgraph::cli {

namespace {

constexpr std::string_view kOwnName = "wg";

GraphFormat format_named(const std::string& name) {
  return name == kOwnName ? GraphFormat::own() : GraphFormat::other(files::parse_file_format(name));
}

// Text has no zero bytes; the first number of a Galois file, its version, has seven.
bool looks_binary(const std::filesystem::path& file) {
  std::array<char, 8> begin{};
  std::ifstream stream(file, std::ios::binary);
  return stream.read(begin.data(), begin.size()) && std::ranges::count(begin, '\0') != 0;
}

// "g.wg.gz"
bool is_compressed_own(const std::filesystem::path& file) {
  return has_compressed_name(file) && file.stem().extension() == ".wg";
}

}  // namespace

std::string_view GraphFormat::name() const { return is_own() ? kOwnName : files::name_of(*other_); }

bool GraphFormat::is_text() const {
  if (is_own()) return false;
  switch (*other_) {
    case files::FileFormat::kEdgeList:
    case files::FileFormat::kMatrixMarket:
    case files::FileFormat::kMetis:
    case files::FileFormat::kDimacs:
    case files::FileFormat::kDimacsColouring:
    case files::FileFormat::kGraphalytics:
      return true;
    case files::FileFormat::kGalois:
    case files::FileFormat::kGap:
    case files::FileFormat::kGapWeighted:
    case files::FileFormat::kEcl:
      return false;
  }
  return false;
}

bool GraphFormat::says_direction() const {
  if (is_own()) return true;
  switch (*other_) {
    case files::FileFormat::kMatrixMarket:
    case files::FileFormat::kMetis:
    case files::FileFormat::kGap:
    case files::FileFormat::kGapWeighted:
    case files::FileFormat::kGraphalytics:
      return true;
    case files::FileFormat::kEdgeList:
    case files::FileFormat::kDimacs:
    case files::FileFormat::kDimacsColouring:
    case files::FileFormat::kGalois:
    case files::FileFormat::kEcl:
      return false;
  }
  return false;
}

bool GraphFormat::says_ids() const { return is_own() || *other_ != files::FileFormat::kEdgeList; }

bool GraphFormat::keeps_ids() const {
  return is_own() || *other_ == files::FileFormat::kEdgeList || *other_ == files::FileFormat::kGraphalytics;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names{std::string(kOwnName)};
  for (const files::FileFormatInfo& info : files::file_formats()) names.emplace_back(info.name);
  return names;
}

GraphFormat input_format(const std::filesystem::path& file, const po::variables_map& options,
                         const std::string& option) {
  if (std::filesystem::is_directory(file)) throw InputError(file.string(), 0, "is a directory, expected a file");
  const GraphFormat format = output_format(file, options, option);
  const bool is_open = options.count(option) == 0 && file.extension() == ".gr";
  return is_open && looks_binary(file) ? GraphFormat::other(files::FileFormat::kGalois) : format;
}

GraphFormat output_format(const std::filesystem::path& file, const po::variables_map& options,
                          const std::string& option) {
  if (options.count(option) != 0) return format_named(options[option].as<std::string>());
  if (file.extension() == ".wg") return GraphFormat::own();
  if (const auto format = files::file_format_of(file)) return GraphFormat::other(*format);
  if (is_compressed_own(file))
    throw UsageError(file.string() + ": only text is compressed; leave out " + file.extension().string());
  if (file.extension() == ".mesh")
    throw UsageError(file.string() + ": is a mesh by its name, expected a graph; m2gmetis of METIS makes its graph");
  std::string names;
  for (const std::string& name : format_names()) names += (names.empty() ? "" : ", ") + name;
  throw UsageError(
      (file == "-" ? "standard input and output need" : file.string() + ": its name does not tell the format, say") +
      " --" + option + " FORMAT; FORMAT is one of " + names);
}

}  // namespace warpgraph::cli
