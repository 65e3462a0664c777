// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/runtime/plugin.hpp>

#include "catalogue/entries.hpp"

static void add_forests(warpgraph::plugins::PluginRegistry& registry) {
  using namespace warpgraph::algorithms;
  registry.add_methods([] { add_algorithms(catalogue::entries_of_spanning_forest()); });
}

WARPGRAPH_PLUGINS(add_forests);
