// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/generate/generator.hpp>
#include <warpgraph/framework/ranks/build_part.hpp>

namespace warpgraph::ranks {

// The part that this rank has of the graph that build_graph makes of generate(spec), whatever the number of ranks. Each
// rank generates an equal part of the edges, and build_part brings them together. Road, mesh, geometric and web graphs
// and most random trees have no edges that can be computed alone: each rank generates all of those, and keeps its part.
// Collective, with the same specification; costs what generate costs, for the part or for all edges, and build_part.
// Throws what these throw, on all ranks alike.
AnyGraphPart generate_part(Ranks& ranks, ThreadPool& threads, const generators::GeneratorSpec& spec,
                           const BuildOptions& options = {});

}  // namespace warpgraph::ranks
