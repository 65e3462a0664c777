// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/generate/generator.hpp>

#include "generate/job.hpp"

namespace warpgraph::generators::detail {

// A part of the edges that generate() makes, with the same edges in all parts together; their order is another one if
// they are shuffled. Families that compute each edge from its number make the part alone; road, mesh, geometric and web
// graphs and most random trees are made whole first.
[[nodiscard]] EdgeList generate_piece(const GeneratorSpec& spec, ThreadPool& threads, Piece piece);

}  // namespace warpgraph::generators::detail
