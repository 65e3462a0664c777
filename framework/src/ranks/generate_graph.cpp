// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/generate_graph.hpp>

#include <utility>
#include <variant>

#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/ranks/generate_part.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "graph/value_types.hpp"
#include "ranks/made_on.hpp"

namespace warpgraph {

namespace {

AnyGraph whole(Runtime& runtime, const generators::GeneratorSpec& spec, BuildOptions options, bool outgoing) {
  options.outgoing = options.outgoing || outgoing;
  const Stream stream(runtime.device(), "generate");
  return std::visit([&](const auto& graph) -> AnyGraph { return download(stream, graph); },
                    build_device_graph(stream, generators::generate(stream, spec), {options}));
}

ranks::AnyGraphPart mine(Ranks& ranks, Runtime& runtime, const generators::GeneratorSpec& spec, BuildOptions options) {
  options.outgoing = false;  // devices make their own
  return ranks::generate_part(ranks, runtime.threads(), spec, options);
}

template <class Convert>
auto generated(Runtime& runtime, std::string_view generator, const generators::GeneratorArguments& arguments,
               const GenerateGraphOptions& options, const Convert& convert) {
  const generators::GeneratorSpec spec = generators::parse_generator(generator, arguments);
  return detail::made_on(
      runtime, options.spread, [&] { return whole(runtime, spec, options.build, options.outgoing); },
      [&](Ranks& ranks) { return mine(ranks, runtime, spec, options.build); }, convert);
}

}  // namespace

AnyGraphOn generate_graph(Runtime& runtime, std::string_view generator, const generators::GeneratorArguments& arguments,
                          const GenerateGraphOptions& options) {
  return generated(runtime, generator, arguments, options, detail::kAsItIs);
}

template <EdgeValueType EdgeValue>
GraphOn<EdgeValue> generate_graph(Runtime& runtime, std::string_view generator,
                                  const generators::GeneratorArguments& arguments,
                                  const GenerateGraphOptions& options) {
  return generated(runtime, generator, arguments, options,
                   [&](auto any) { return graphs::convert_values<EdgeValue>(runtime.threads(), std::move(any)); });
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                               \
  template GraphOn<Value> generate_graph<Value>(Runtime&, std::string_view, const generators::GeneratorArguments&, \
                                                const GenerateGraphOptions&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
