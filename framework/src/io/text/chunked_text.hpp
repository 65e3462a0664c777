// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::detail {

// Some whole lines of a text, each of which ends in '\n'.
struct TextChunk {
  const char* begin = nullptr;
  const char* end = nullptr;
  std::uint64_t first_line = 0;  // 1-based, in the file
  std::uint64_t lines = 0;
};

// Text cut at line borders into pieces for parallel parsing. A last line without '\n' is copied and
// given one, unless a '\n' that is not the text's own follows it.
class ChunkedText {
 public:
  // `first_line` is the number of the text's first line in the file.
  ChunkedText(std::string_view text, std::uint64_t first_line, std::size_t chunk_bytes, bool newline_follows);
  ChunkedText(const ChunkedText&) = delete;
  ChunkedText& operator=(const ChunkedText&) = delete;

  [[nodiscard]] const std::vector<TextChunk>& chunks() const { return chunks_; }
  [[nodiscard]] std::size_t size() const { return chunks_.size(); }
  // The number of the file's last line; known after count_lines.
  [[nodiscard]] std::uint64_t last_line() const { return last_line_; }

  // Calls visit(chunk index, line) for every line, and numbers the lines.
  template <class Visit>
  void count_lines(ThreadPool& pool, Visit&& visit) {
    pool.for_each(size(), 1, [&](std::size_t index) {
      TextChunk& chunk = chunks_[index];
      chunk.lines = 0;
      for (const char* line = chunk.begin; line != chunk.end; ++chunk.lines) {
        visit(index, line);
        line = next_line(line, chunk.end);
      }
    });
    number_lines();
  }

  // The end, where a file that is being changed has lost the '\n' before it.
  static const char* next_line(const char* line, const char* end) {
    if (*line == '\n') return line + 1;  // a call for every empty line would be most of the work
    const auto rest = static_cast<std::size_t>(end - line);
    const auto* const border = static_cast<const char*>(std::memchr(line, '\n', rest));
    return border != nullptr ? border + 1 : end;
  }

 private:
  void number_lines();

  std::uint64_t first_line_;
  std::uint64_t last_line_ = 0;
  std::string last_text_line_;  // if it had no '\n'
  std::vector<TextChunk> chunks_;
};

}  // namespace warpgraph::detail
