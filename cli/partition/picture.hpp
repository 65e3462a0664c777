// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>

#include <warpgraph/framework/generate/generator.hpp>

namespace warpgraph::cli {

// A picture of a partition whose vertices lie in a plane, as SVG: squares of a grid, each of the colour of a part that
// has a vertex there. As large for many vertices as for few. points[v] and part[v] belong to vertex v.
void draw_parts(std::ostream& page, std::span<const generators::PlanePoint> points,
                std::span<const std::uint32_t> part);

}  // namespace warpgraph::cli
