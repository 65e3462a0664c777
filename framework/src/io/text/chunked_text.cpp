// SPDX-License-Identifier: Apache-2.0
#include "io/text/chunked_text.hpp"

#include <algorithm>
#include <string_view>

namespace warpgraph::detail {

ChunkedText::ChunkedText(std::string_view text, std::uint64_t first_line, std::size_t chunk_bytes, bool newline_follows)
    : first_line_(first_line) {
  if (newline_follows && !text.empty() && text.back() != '\n') text = {text.data(), text.size() + 1};
  const std::size_t whole_lines = text.rfind('\n') + 1;  // npos + 1 is 0
  const char* begin = text.data();
  const char* const end = begin + whole_lines;
  while (begin != end) {
    const std::size_t bytes = std::min<std::size_t>(chunk_bytes, static_cast<std::size_t>(end - begin));
    const char* border = next_line(begin + std::max<std::size_t>(bytes, 1) - 1, end);
    chunks_.push_back({begin, border});
    begin = border;
  }
  if (whole_lines < text.size()) {
    last_text_line_ = text.substr(whole_lines);
    last_text_line_ += '\n';
    const char* line = last_text_line_.data();
    chunks_.push_back({line, line + last_text_line_.size()});
  }
}

void ChunkedText::number_lines() {
  std::uint64_t line = first_line_;
  for (TextChunk& chunk : chunks_) {
    chunk.first_line = line;
    line += chunk.lines;
  }
  last_line_ = line - 1;
}

}  // namespace warpgraph::detail
