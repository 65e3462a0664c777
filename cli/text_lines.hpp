// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/runtime/error.hpp>

#include "text.hpp"

// Text files with a line for every vertex, in the order of the vertices' ids.
namespace warpgraph::cli {

inline constexpr std::string_view kBlanks = " \t\r";
inline constexpr std::size_t kShownCharacters = 20;

// The lines of a text file, with their numbers for messages.
class Lines {
 public:
  explicit Lines(const std::filesystem::path& file) : file_(file), rest_(file_.text()) {}

  // Throws InputError at the end of a file that has changed.
  [[nodiscard]] bool at_end() const {
    if (rest_.empty()) file_.expect_unchanged();
    return rest_.empty();
  }
  std::string_view take() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return line;
  }

  // Names the line taken last.
  [[noreturn]] void fail(const std::string& message) const {
    file_.expect_unchanged();
    throw InputError(file_.name(), number_, message);
  }
  [[noreturn]] void fail_expected(const std::string& what, std::string_view found) const {
    fail("expected " + what + ", found \"" + shortened(printable(found), kShownCharacters) + '"');
  }
  // Names the file alone.
  void expect_count(std::uint64_t count, std::uint64_t expected, const std::string& each) const {
    if (count == expected) return;
    throw InputError(file_.name(), 0,
                     "expected " + counted(expected, "line", "lines") + ", one for every " + each + ", found " +
                         std::to_string(count));
  }

 private:
  files::MappedFile file_;
  std::string_view rest_;
  std::uint64_t number_ = 0;
};

// The next word of a line, taken off its front; empty at its end.
inline std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(word.size());
  return word;
}

// The vertices in the order of their ids.
inline std::vector<VertexId> by_id(const IdMap& ids, VertexId vertices) {
  std::vector<VertexId> order(vertices);
  std::iota(order.begin(), order.end(), VertexId{0});
  if (!std::ranges::is_sorted(ids.original)) std::ranges::sort(order, {}, [&](VertexId v) { return ids.original[v]; });
  return order;
}

}  // namespace warpgraph::cli
