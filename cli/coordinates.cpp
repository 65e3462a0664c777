// SPDX-License-Identifier: Apache-2.0
#include "coordinates.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include <warpgraph/framework/io/output_file.hpp>

#include "text_lines.hpp"

namespace warpgraph::cli {

namespace {

constexpr double kMaxCoordinate = 1e300;  // differences are numbers, too

bool is_comment(std::string_view line) {
  const std::string_view word = take_word(line);
  return word == "c" || word.starts_with('#') || word.starts_with('%');
}

// The header of a .co file, "p aux sp co 264346".
void check_header(std::string_view line, VertexId vertices, const Lines& lines) {
  const std::string_view whole = line;
  bool is_header = true;
  for (const std::string_view expected : {"p", "aux", "sp", "co"}) is_header = take_word(line) == expected && is_header;
  std::uint64_t points = 0;
  if (!is_header || !parse(take_word(line), points) || !take_word(line).empty())
    lines.fail_expected("\"p aux sp co\" and the number of vertices", whole);
  if (points != vertices)
    lines.fail("has the coordinates of " + counted(points, "vertex", "vertices") + ", and the graph has " +
               std::to_string(vertices));
}

generators::PlanePoint point_of(std::string_view line, std::uint64_t number, const Lines& lines) {
  const std::string_view whole = line;
  std::string_view word = take_word(line);
  if (word == "v") {
    std::uint64_t id = 0;
    word = take_word(line);
    if (!parse(word, id) || id != number) lines.fail_expected("the vertex " + std::to_string(number), word);
    word = take_word(line);
  }
  generators::PlanePoint point{};
  if (!parse(word, point.x) || !parse(take_word(line), point.y) || !(std::abs(point.x) <= kMaxCoordinate) ||
      !(std::abs(point.y) <= kMaxCoordinate))
    lines.fail_expected("two coordinates", whole);
  return point;
}

}  // namespace

std::vector<generators::PlanePoint> read_coordinates(const std::filesystem::path& file, const IdMap& ids,
                                                     VertexId vertices) {
  const std::vector<VertexId> order = by_id(ids, vertices);
  std::vector<generators::PlanePoint> points(vertices);
  Lines lines(file);
  std::uint64_t count = 0;
  while (!lines.at_end()) {
    const std::string_view line = lines.take();
    if (is_comment(line)) continue;
    if (line.starts_with('p')) {
      check_header(line, vertices, lines);
      continue;
    }
    const generators::PlanePoint point = point_of(line, count + 1, lines);
    if (count < vertices) points[order[count]] = point;
    ++count;
  }
  lines.expect_count(count, vertices, "vertex");
  return points;
}

void write_coordinates(const std::filesystem::path& file, std::span<const generators::PlanePoint> points) {
  files::OutputFile out(file);
  const bool is_dimacs = file.extension() == ".co";
  if (is_dimacs) out.write("p aux sp co " + std::to_string(points.size()) + '\n');
  std::array<char, 64> line{};
  std::uint64_t id = 0;
  for (const generators::PlanePoint& point : points) {
    if (is_dimacs) out.write("v " + std::to_string(++id) + ' ');
    char* end = std::to_chars(line.data(), line.data() + 30, point.x).ptr;
    *end++ = ' ';
    end = std::to_chars(end, end + 30, point.y).ptr;
    *end++ = '\n';
    out.write(std::string_view(line.data(), end));
  }
  out.commit();
}

}  // namespace warpgraph::cli
