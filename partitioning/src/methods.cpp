// SPDX-License-Identifier: Apache-2.0
#include "methods.hpp"

#include <algorithm>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "multilevel.hpp"

namespace warpgraph::partitioning {

plugins::Methods<Method>& methods() {
  static plugins::Methods<Method> all({"multilevel"});
  return all;
}

const Method* method_of(const PartitionOptions& options) { return methods().find(options.method, "partition"); }

void check_method(const PartitionInput& graph, const PartitionOptions& options) {
  const Method* const method = method_of(options);
  const std::vector<plugins::PluginOption> own =
      method == nullptr ? std::vector<plugins::PluginOption>() : method->options();
  for (const auto& [name, value] : options.method_options)
    expects(std::ranges::find(own, name, &plugins::PluginOption::name) != own.end(),
            "partition: the method " + options.method + " takes no " + name);
  (void)plugins::PluginOptions(own, options.method_options);
  if (method != nullptr) method->check(graph, options);
}

Partition run_method(std::span<const StreamRef> streams, const PartitionInput& graph, const PartitionOptions& options,
                     const Limits& limits) {
  if (const Method* const method = method_of(options)) return method->run(streams.front(), graph, options);
  return multilevel(streams, graph, options, limits);
}

}  // namespace warpgraph::partitioning
