// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph {

struct GenerateGraphOptions {
  BuildOptions build = {};  // these two as those of ReadGraphOptions
  bool outgoing = true;
  SpreadOptions spread = {};
};

// The graph of a generator (docs/reference/generators.md), for the devices of the runtime: the first one makes it, and
// it is brought to host memory, from where runs put it on as many as pay. On a runtime of several ranks each makes the
// part that it is to have. Throws what generators::parse_generator, generators::generate and build_device_graph throw,
// or ranks::generate_part. Waits for the device. Memory: what generators::generator_memory and build_memory say on the
// first device, and the graph on the host. Collective on ranks.
[[nodiscard]] AnyGraphOn generate_graph(Runtime& runtime, std::string_view generator,
                                        const generators::GeneratorArguments& arguments,
                                        const GenerateGraphOptions& options = {});
// The same with a value type of the caller's choice, as read_graph has it.
template <EdgeValueType EdgeValue>
[[nodiscard]] GraphOn<EdgeValue> generate_graph(Runtime& runtime, std::string_view generator,
                                                const generators::GeneratorArguments& arguments,
                                                const GenerateGraphOptions& options = {});

}  // namespace warpgraph
