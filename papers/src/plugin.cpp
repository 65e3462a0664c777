// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/papers.hpp>
#include <warpgraph/runtime/plugin.hpp>

static void add_papers(warpgraph::plugins::PluginRegistry& registry) {
  registry.add_methods([] { warpgraph::papers::add_methods(); });
}

WARPGRAPH_PLUGINS(add_papers);
