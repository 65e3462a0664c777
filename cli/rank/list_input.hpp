// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../command.hpp"
#include "number_file.hpp"

// What `warpgraph rank` begins with.
namespace warpgraph::cli {

struct ListInput {
  std::string name;               // for messages
  Numbers next;                   // the successor of each element
  std::optional<AnyGraph> graph;  // whose vertices are the elements

  // "element 7", or "vertex 1007" by the id of a graph's vertex.
  [[nodiscard]] std::string name_of(std::uint64_t element) const;
};

// Whether NEXT is a graph: --format is given, or the file has the name of one that is not also a name of numbers
// (.txt).
[[nodiscard]] bool is_graph_of_lists(const po::variables_map& options);

// Throws UsageError for options that say how graphs are read if NEXT is none.
void expect_list_input_fits(const po::variables_map& options);

// A file of either kind, or lists for a trial.
[[nodiscard]] ListInput load_lists(const po::variables_map& options, Runtime& runtime, Output& output);

}  // namespace warpgraph::cli
