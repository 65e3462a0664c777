// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/generate/generator.hpp>
#include <warpgraph/runtime/memory.hpp>

// How large graphs become, before they are made. Numbers that do not fit saturate at 2^64 - 1, and the limits on sizes
// refuse them.
namespace warpgraph::generators::detail {

GeneratorSize size_of(const generators::Rmat&);
GeneratorSize size_of(const generators::UniformRandom&);
GeneratorSize size_of(const generators::ErdosRenyi&);
GeneratorSize size_of(const generators::RandomBlocks&);
GeneratorSize size_of(const generators::PreferentialAttachment&);
GeneratorSize size_of(const generators::SmallWorld&);
GeneratorSize size_of(const generators::Web&);
GeneratorSize size_of(const generators::Grid2d&);
GeneratorSize size_of(const generators::Grid3d&);
GeneratorSize size_of(const generators::Road&);
GeneratorSize size_of(const generators::RandomGeometric&);
GeneratorSize size_of(const generators::Mesh&);
GeneratorSize size_of(const generators::LinkedLists&);
GeneratorSize size_of(const generators::RandomTrees&);
GeneratorSize size_of(const generators::CompleteTree&);
GeneratorSize size_of(const generators::Caterpillar&);
GeneratorSize size_of(const generators::Star&);
GeneratorSize size_of(const generators::Path&);
GeneratorSize size_of(const generators::Cycle&);
GeneratorSize size_of(const generators::Complete&);
GeneratorSize size_of(const generators::CompleteBipartite&);
GeneratorSize size_of(const generators::Cliques&);
GeneratorSize size_of(const generators::EmptyRows&);
GeneratorSize size_of(const generators::HeavyVertex&);

// The edges of a grid in each of its three directions, and on one line of that direction.
struct GridLinks {
  std::uint64_t a_line[3];
  std::uint64_t total[3];
  std::uint64_t depth;
};
GridLinks grid_links(const generators::Grid3d&);

double radius_of(const generators::RandomGeometric&);
std::uint64_t cells_along(const generators::RandomGeometric&);  // an axis
std::uint64_t tree_positions(const generators::RandomTrees&);   // that newcomers may take
std::uint64_t filled_rows(const generators::EmptyRows&);

// Arrays besides the result, all at their largest together. `scanned` is the longest array that is scanned.
struct WorkSpace {
  MemoryPlan plan;
  std::uint64_t scanned_words = 0;    // of 64 bits
  std::uint64_t scanned_numbers = 0;  // of 32 bits
};
WorkSpace work_space(const GeneratorFamily&);

}  // namespace warpgraph::generators::detail
