// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace warpgraph::papers {

// The methods of Yogaratnam (2010), to those of list ranking.
void add_list_methods();

}  // namespace warpgraph::papers
