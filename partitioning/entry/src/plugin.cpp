// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/partitioning/entry.hpp>
#include <warpgraph/runtime/plugin.hpp>

static void add_partition(warpgraph::plugins::PluginRegistry& registry) {
  registry.add_methods([] { warpgraph::algorithms::add_algorithms({warpgraph::partitioning::partition_entry()}); });
}

WARPGRAPH_PLUGINS(add_partition);
