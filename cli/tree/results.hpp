// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/algorithms/trees.hpp>

#include "../command.hpp"
#include "../file_names.hpp"
#include "input.hpp"

// What `warpgraph tree` leaves: arrays of vertices, and where pairs meet.
namespace warpgraph::cli {

void add_tree_result_options(Declaration& declaration);

// The files that the options name.
std::vector<NamedFile> tree_inputs(const po::variables_map& options);
std::vector<NamedFile> tree_outputs(const po::variables_map& options);

// A rooted forest on the stream's device, and the same in host memory.
struct TreeResult {
  StreamRef stream;
  const TreeInput& input;
  const algorithms::RootedForest& forest;
  const algorithms::HostForest& host;

  [[nodiscard]] std::string name_of(std::size_t vertex) const {
    return to_string(input.ids().name_of(static_cast<VertexId>(vertex)));
  }
};

// What writes one file. Borrows the result and the options.
using Writing = std::function<void()>;
// Finds what the options ask for, an array for each file, so that nothing is written if that fails.
[[nodiscard]] std::vector<Writing> find_arrays(const TreeResult& result, const po::variables_map& options);

// Where the pairs of --lca meet, to --output. Adds what there is to tell to the facts. Throws WrongResult if --verify
// is given and a pair meets elsewhere.
void answer_pairs(const TreeResult& result, const AnyGraph* verified_on, const po::variables_map& options,
                  nlohmann::ordered_json& facts, Output& output);

}  // namespace warpgraph::cli
