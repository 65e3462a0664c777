// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/io/file_format.hpp>

// The fuzz targets of read_edge_list: one for every format, and one for compressed text.
namespace warpgraph::fuzz {

// What they all run, compiled once.
int run_reader(const std::uint8_t* data, std::size_t size, files::FileFormat format, bool compressed);

}  // namespace warpgraph::fuzz

#define WARPGRAPH_FUZZ_TARGET(format, compressed)                                                         \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {                     \
    return ::warpgraph::fuzz::run_reader(data, size, ::warpgraph::files::FileFormat::format, compressed); \
  }
