// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>

namespace warpgraph::algorithms::catalogue {

// Labels, which are the lowest vertices of their components, as the lowest of the names that the user calls these by.
// On several ranks those of this process; collective.
[[nodiscard]] VertexValues as_labels(std::vector<VertexId> labels, const PlacedGraphView& graph);

}  // namespace warpgraph::algorithms::catalogue
