// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/error.hpp>

#include "io/extension.hpp"
#include "io/wg_format.hpp"

namespace warpgraph::detail {

// Whether a file that is read without a word on its format is one of .wg: by its first bytes, or by its name, so that a
// damaged one is refused as what it was to be.
inline bool is_wg(const std::string& name, std::string_view beginning, const files::ReadOptions& options) {
  if (options.format) return false;
  return extension_of(name) == "wg" || beginning.starts_with(std::string_view(kWgMagic.data(), kWgMagic.size()));
}

// Throws UsageError if an option says what such a file says itself.
inline void expect_nothing_said(const std::string& name, const files::ReadOptions& options) {
  if (options.direction) throw UsageError(name + ": direction: a .wg file says itself what it is");
}

}  // namespace warpgraph::detail
