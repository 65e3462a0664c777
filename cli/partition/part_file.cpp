// SPDX-License-Identifier: Apache-2.0
#include "part_file.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../text.hpp"
#include "../text_lines.hpp"

namespace warpgraph::cli {

namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

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

// From an array of NumPy, or a raw one, which is of 32-bit numbers as write_parts makes it.
std::vector<std::int64_t> read_numbers(const std::filesystem::path& file, const IdMap& ids, VertexId vertices) {
  if (files::value_format_of(file) != files::ValueFormat::kBinary)
    return files::read_values<std::int64_t>(file, ids, vertices);
  const std::vector<std::int32_t> numbers = files::read_values<std::int32_t>(file, ids, vertices);
  return {numbers.begin(), numbers.end()};
}

std::vector<std::uint32_t> read_array_of_parts(const std::filesystem::path& file, std::uint32_t parts,
                                               const std::string& expected, const IdMap& ids, VertexId vertices,
                                               bool may_be_free) {
  const std::vector<std::int64_t> numbers = read_numbers(file, ids, vertices);
  std::vector<std::uint32_t> part(vertices);
  for (VertexId v = 0; v < vertices; ++v) {
    const bool is_free = may_be_free && numbers[v] == -1;
    if (!is_free && (numbers[v] < 0 || numbers[v] >= parts))
      throw InputError(file.string(), 0,
                       "expected " + expected + " for vertex " + to_string(ids.name_of(v)) + ", found " +
                           std::to_string(numbers[v]));
    part[v] = is_free ? kFreePart : static_cast<std::uint32_t>(numbers[v]);
  }
  return part;
}

}  // namespace

std::vector<std::uint32_t> read_parts(const std::filesystem::path& file, std::uint32_t parts, const IdMap& ids,
                                      VertexId vertices, FreeVertices free) {
  const bool may_be_free = free == FreeVertices::kAllowed;
  const std::string expected =
      "a part from 0 to " + std::to_string(parts - 1) + (may_be_free ? ", or -1 for a free vertex" : "");
  if (files::value_format_of(file) != files::ValueFormat::kText)
    return read_array_of_parts(file, parts, expected, ids, vertices, may_be_free);
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
  if (files::value_format_of(file) != files::ValueFormat::kText) return files::write_values(file, part, ids);
  files::OutputFile out(file);
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
