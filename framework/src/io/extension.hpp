// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "io/text/header.hpp"

namespace warpgraph::detail {

// In lower case and without the dot: the one before .gz or .zst if there is one. Empty if there is none.
inline std::string extension_of(const std::filesystem::path& path) {
  std::filesystem::path plain = path.filename();
  const std::string last = lower_case(plain.extension().string());
  if (last == ".gz" || last == ".zst") plain = plain.stem();
  std::string extension = lower_case(plain.extension().string());
  if (!extension.empty()) extension.erase(0, 1);
  return extension;
}

}  // namespace warpgraph::detail
