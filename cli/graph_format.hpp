// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/framework/io/file_format.hpp>

#include "command.hpp"

namespace warpgraph::cli {

// A format that the command line reads and writes: Warpgraph's own, or one of the others.
class GraphFormat {
 public:
  static GraphFormat own() { return GraphFormat(std::nullopt); }
  static GraphFormat other(files::FileFormat format) { return GraphFormat(format); }

  [[nodiscard]] bool is_own() const { return !other_.has_value(); }
  [[nodiscard]] files::FileFormat other() const { return other_.value(); }
  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] bool is_text() const;
  // Whether files say if their edges are directed, and which ids are vertices; then no option needs to.
  [[nodiscard]] bool says_direction() const;
  [[nodiscard]] bool says_ids() const;
  // Whether files have the ids of vertices, whatever numbers they are.
  [[nodiscard]] bool keeps_ids() const;

 private:
  explicit GraphFormat(std::optional<files::FileFormat> other) : other_(other) {}

  std::optional<files::FileFormat> other_;
};

// Names for options, "wg" first.
std::vector<std::string> format_names();

// What the option says or, if it was not given, the file's name. Throws UsageError if neither does. Two formats share
// .gr; an input's content decides, an output is DIMACS.
GraphFormat input_format(const std::filesystem::path& file, const po::variables_map& options,
                         const std::string& option);
GraphFormat output_format(const std::filesystem::path& file, const po::variables_map& options,
                          const std::string& option);

}  // namespace warpgraph::cli
