// SPDX-License-Identifier: Apache-2.0
#include "picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

namespace warpgraph::cli {

namespace {

constexpr std::uint32_t kNothing = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMaxSquares = 400;  // along the longer side

// The part of each square, row by row; kNothing where no vertex lies.
struct Raster {
  std::size_t columns = 1;
  std::size_t rows = 1;
  std::vector<std::uint32_t> part;
};

Raster raster_of(std::span<const generators::PlanePoint> points, std::span<const std::uint32_t> part) {
  const auto [left, right] = std::ranges::minmax(points, {}, &generators::PlanePoint::x);
  const auto [top, bottom] = std::ranges::minmax(points, {}, &generators::PlanePoint::y);
  const double width = right.x - left.x;
  const double height = bottom.y - top.y;
  const double longer = std::max(width, height);
  // As many squares as vertices where these fill the picture evenly.
  const double share = longer > 0 ? std::max((width / longer) * (height / longer), 1.0 / kMaxSquares) : 1;
  const double along = std::sqrt(static_cast<double>(points.size()) / share);
  const double squares = std::clamp(std::floor(along), 1.0, static_cast<double>(kMaxSquares));
  const auto square_of = [&](double distance) {
    return longer > 0 ? static_cast<std::size_t>(distance / longer * (squares - 1) + .5) : 0;
  };
  Raster raster{square_of(width) + 1, square_of(height) + 1, {}};
  raster.part.assign(raster.columns * raster.rows, kNothing);
  for (std::size_t v = 0; v < points.size(); ++v)
    raster.part[square_of(points[v].y - top.y) * raster.columns + square_of(points[v].x - left.x)] = part[v];
  return raster;
}

// Neighbours in the numbers of parts get colours far apart, by the golden angle.
std::string colour_of(std::uint32_t part) {
  const auto hue = static_cast<int>(std::fmod(part * 137.508, 360));
  return "hsl(" + std::to_string(hue) + ',' + std::to_string(part % 2 == 0 ? 65 : 45) + "%," +
         std::to_string(45 + part % 3 * 12) + "%)";
}

// Runs of squares of one colour, as a path for each part: "M x y h length v1 h -length z".
std::vector<std::string> paths_of(const Raster& raster, std::uint32_t parts) {
  std::vector<std::string> paths(parts);
  for (std::size_t y = 0; y < raster.rows; ++y) {
    const std::uint32_t* const row = raster.part.data() + y * raster.columns;
    for (std::size_t x = 0; x < raster.columns;) {
      std::size_t end = x + 1;
      while (end < raster.columns && row[end] == row[x]) ++end;
      const std::string length = std::to_string(end - x);
      if (row[x] != kNothing)
        paths[row[x]] += 'M' + std::to_string(x) + ' ' + std::to_string(y) + 'h' + length + "v1h-" + length + 'z';
      x = end;
    }
  }
  return paths;
}

}  // namespace

void draw_parts(std::ostream& page, std::span<const generators::PlanePoint> points,
                std::span<const std::uint32_t> part) {
  if (points.empty()) return;
  const Raster raster = raster_of(points, part);
  const std::vector<std::string> paths = paths_of(raster, std::ranges::max(part) + 1);
  page << "<h2>The parts</h2>\n<svg viewBox=\"0 0 " << raster.columns << ' ' << raster.rows
       << "\" role=\"img\" shape-rendering=\"crispEdges\">\n";
  for (std::uint32_t p = 0; p < paths.size(); ++p)
    if (!paths[p].empty())
      page << "<path fill=\"" << colour_of(p) << "\" d=\"" << paths[p] << "\"><title>part " << p << "</title></path>\n";
  page << "</svg>\n";
}

}  // namespace warpgraph::cli
