// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/host_array.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/ranks.hpp>

// Vertices that are called by any numbers, numbered over all ranks in increasing order of those.
namespace warpgraph::detail {

// Names of the vertices from `first` on: what one rank has of an array that is spread over all of them.
struct SpreadNames {
  VertexId first = 0;
  std::vector<std::uint64_t> names = {};
};

// The same of weights; all ranks have as many for a vertex.
struct SpreadWeights {
  VertexId first = 0;
  VertexWeights weights = {};
};

struct NumberedIds {
  VertexId vertex_count = 0;
  std::vector<VertexId> number = {};  // of each id that this rank asked for
  SpreadNames names = {};
};

// `ids`: those that occur on this rank, increasing, each once. A sample of them says which rank sorts which ids
// (Li, Lu, Schaeffer, Shillington, Wong, Shi 1993: parallel sorting by regular sampling). Throws InputError on all
// ranks if there are more than vertices can be.
[[nodiscard]] NumberedIds number_ids(Ranks& ranks, const std::vector<std::uint64_t>& ids);

// The ids that are sorted by rank r are those below the r-th element, and not below the one before.
[[nodiscard]] std::vector<std::uint64_t> choose_splitters(Ranks& ranks, std::span<const std::uint64_t> sorted);

// Those of the vertices in own[rank], from the ranks that have them.
[[nodiscard]] graphs::HostArray<std::uint64_t> bring_names(Ranks& ranks, const SpreadNames& spread,
                                                           std::span<const VertexRange> own);
[[nodiscard]] VertexWeights bring_weights(Ranks& ranks, const SpreadWeights& spread, std::span<const VertexRange> own);

}  // namespace warpgraph::detail
