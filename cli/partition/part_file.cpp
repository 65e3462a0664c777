// SPDX-License-Identifier: Apache-2.0
#include "part_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>

#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../text.hpp"

namespace warpgraph::cli {

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kShownCharacters = 20;

// The lines of a text file, with their numbers for messages.
class Lines {
 public:
  explicit Lines(const std::filesystem::path& file) : file_(file), rest_(file_.text()) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  std::string_view take() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return line;
  }

  // Names the line taken last.
  [[noreturn]] void fail(const std::string& message) const { throw InputError(file_.name(), number_, message); }
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
  MappedFile file_;
  std::string_view rest_;
  std::uint64_t number_ = 0;
};

// The next word of a line, taken off its front; empty at its end.
std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(word.size());
  return word;
}

template <class Number>
bool parse(std::string_view word, Number& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

// The vertices in the order of their ids.
std::vector<VertexId> by_id(const IdMap& ids, VertexId vertices) {
  std::vector<VertexId> order(vertices);
  std::iota(order.begin(), order.end(), VertexId{0});
  if (!std::ranges::is_sorted(ids.original)) std::ranges::sort(order, {}, [&](VertexId v) { return ids.original[v]; });
  return order;
}

// Appends the numbers of a line: one for all constraints, or one each.
void read_shares(Lines& lines, std::uint32_t constraints, std::vector<double>& shares) {
  std::string_view line = lines.take();
  std::vector<double> found;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    double share = 0;
    if (!parse(word, share) || !std::isfinite(share) || share <= 0) lines.fail_expected("a share above 0", word);
    found.push_back(share);
  }
  if (found.size() == 1) found.resize(constraints, found.front());
  if (found.size() != constraints)
    lines.fail("expected one share, or one for each of " + counted(constraints, "constraint", "constraints") +
               ", found " + std::to_string(found.size()));
  shares.insert(shares.end(), found.begin(), found.end());
}

}  // namespace

std::vector<std::uint32_t> read_parts(const std::filesystem::path& file, std::uint32_t parts, const IdMap& ids,
                                      VertexId vertices, FreeVertices free) {
  const bool may_be_free = free == FreeVertices::kAllowed;
  const std::string expected =
      "a part from 0 to " + std::to_string(parts - 1) + (may_be_free ? ", or -1 for a free vertex" : "");
  const std::vector<VertexId> order = by_id(ids, vertices);
  std::vector<std::uint32_t> part(vertices);
  Lines lines(file);
  std::uint64_t count = 0;
  for (; !lines.at_end(); ++count) {
    std::string_view line = lines.take();
    const std::string_view whole = line;
    const std::string_view word = take_word(line);
    std::uint32_t number = kFreePart;
    const bool is_free = may_be_free && word == "-1";
    if (!is_free && (!parse(word, number) || number >= parts || !take_word(line).empty()))
      lines.fail_expected(expected, whole);
    if (count < vertices) part[order[count]] = number;
  }
  lines.expect_count(count, vertices, "vertex");
  return part;
}

void write_parts(const std::filesystem::path& file, std::span<const std::uint32_t> part, const IdMap& ids) {
  OutputFile out(file);
  std::string line;
  for (const VertexId v : by_id(ids, static_cast<VertexId>(part.size()))) {
    line = std::to_string(part[v]);
    line += '\n';
    out.write(line);
  }
  out.commit();
}

std::vector<double> read_targets(const std::filesystem::path& file, std::uint32_t parts, std::uint32_t constraints) {
  std::vector<double> shares;
  Lines lines(file);
  while (!lines.at_end()) read_shares(lines, constraints, shares);
  lines.expect_count(shares.size() / constraints, parts, "part");
  for (std::uint32_t c = 0; c < constraints; ++c) {
    double max = 0;  // which the sum of all shares could overflow beside
    for (std::size_t i = c; i < shares.size(); i += constraints) max = std::max(max, shares[i]);
    double sum = 0;
    for (std::size_t i = c; i < shares.size(); i += constraints) sum += shares[i] /= max;
    for (std::size_t i = c; i < shares.size(); i += constraints) shares[i] /= sum;
  }
  return shares;
}

}  // namespace warpgraph::cli
