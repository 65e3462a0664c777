// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace warpgraph::papers {

// prim and transactional, to the methods of msf.
void add_forest_methods();

}  // namespace warpgraph::papers
