// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/generate_part.hpp>

#include <cstdint>
#include <utility>

#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "generate/piece.hpp"

namespace warpgraph::ranks {

AnyGraphPart generate_part(Ranks& ranks, ThreadPool& threads, const generators::GeneratorSpec& spec,
                           const BuildOptions& options) {
  const generators::detail::Piece piece{static_cast<std::uint64_t>(ranks.rank()),
                                        static_cast<std::uint64_t>(ranks.size())};
  EdgeList list = detail::together(ranks, [&] { return generators::detail::generate_piece(spec, threads, piece); });
  return build_part(ranks, threads, std::move(list), options);
}

}  // namespace warpgraph::ranks
