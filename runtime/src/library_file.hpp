// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace warpgraph::detail {

// Whether the file is a shared library whose end is missing: its headers name places behind the end of the file. The
// loader maps such a file, and the process dies when it reads there. False for what is no library of this machine,
// which the loader refuses by itself.
bool is_cut_off(const std::filesystem::path& library);

}  // namespace warpgraph::detail
