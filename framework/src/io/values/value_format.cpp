// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>

#include <warpgraph/framework/io/values.hpp>

#include "io/extension.hpp"

namespace warpgraph::files {

ValueFormat value_format_of(const std::filesystem::path& path) {
  const std::string extension = detail::extension_of(path);
  if (extension == "npy") return ValueFormat::kNpy;
  return extension == "bin" ? ValueFormat::kBinary : ValueFormat::kText;
}

}  // namespace warpgraph::files
