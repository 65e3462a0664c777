// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/ranks/build_part.hpp>

#include "ranks/number_ids.hpp"

namespace warpgraph::detail {

// build_part for lists whose vertices have names or weights that are spread over the ranks; null: names are those of
// list.ids, there are no weights.
ranks::AnyGraphPart build_named_part(Ranks& ranks, ThreadPool& threads, EdgeList list, const BuildOptions& options,
                                     const SpreadNames* names, const SpreadWeights* weights = nullptr);

}  // namespace warpgraph::detail
