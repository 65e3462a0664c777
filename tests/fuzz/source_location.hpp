// SPDX-License-Identifier: Apache-2.0
#pragma once

// Clang before version 16 has no std::source_location in C++20. The fuzz targets, which older Clangs
// can build otherwise, are compiled with this header in front.
#include <source_location>

#ifndef __cpp_lib_source_location
#include <cstdint>

namespace std {
struct source_location {
  static constexpr source_location current(const char* file = __builtin_FILE(),
                                           uint_least32_t line = __builtin_LINE()) {
    source_location here;
    here.file_ = file;
    here.line_ = line;
    return here;
  }
  constexpr const char* file_name() const { return file_; }
  constexpr uint_least32_t line() const { return line_; }
  constexpr uint_least32_t column() const { return 0; }
  constexpr const char* function_name() const { return ""; }

 private:
  const char* file_ = "";
  uint_least32_t line_ = 0;
};
}  // namespace std
#endif
