// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/generate_graph.hpp>

#include <variant>

#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/ranks/generate_part.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "graph/value_types.hpp"
#include "ranks/made_on.hpp"

namespace warpgraph {

namespace {

AnyGraph whole(Runtime& runtime, const generators::GeneratorSpec& spec, const BuildOptions& options) {
  const Stream stream(runtime.device(), "generate");
  return std::visit([&](const auto& graph) -> AnyGraph { return download(stream, graph); },
                    build_device_graph(stream, generators::generate(stream, spec), {options}));
}

ranks::AnyGraphPart mine(Ranks& ranks, Runtime& runtime, const generators::GeneratorSpec& spec, BuildOptions options) {
  options.outgoing = false;  // devices make their own
  return ranks::generate_part(ranks, runtime.threads(), spec, options);
}

}  // namespace

AnyGraphOn generate_graph(Runtime& runtime, std::string_view generator, const generators::GeneratorArguments& arguments,
                          const GenerateGraphOptions& options) {
  const generators::GeneratorSpec spec = generators::parse_generator(generator, arguments);
  return detail::made_on(
      runtime, options.spread, [&] { return whole(runtime, spec, options.build); },
      [&](Ranks& ranks) { return mine(ranks, runtime, spec, options.build); });
}

template <EdgeValueType EdgeValue>
GraphOn<EdgeValue> generate_graph(Runtime& runtime, std::string_view generator,
                                  const generators::GeneratorArguments& arguments,
                                  const GenerateGraphOptions& options) {
  const generators::GeneratorSpec spec = generators::parse_generator(generator, arguments);
  return detail::made_on_as<EdgeValue>(
      runtime, runtime.threads(), options.spread, [&] { return whole(runtime, spec, options.build); },
      [&](Ranks& ranks) { return mine(ranks, runtime, spec, options.build); },
      [](const auto& convert) { return convert(); });
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                               \
  template GraphOn<Value> generate_graph<Value>(Runtime&, std::string_view, const generators::GeneratorArguments&, \
                                                const GenerateGraphOptions&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
