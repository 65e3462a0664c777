// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <warpgraph/algorithms/catalogue.hpp>

#include "handles.hpp"

// Algorithms by name, with their options as one line of text.
namespace warpgraph::c_interface {

struct NamedAlgorithm {
  const algorithms::Algorithm& algorithm;
  std::unique_ptr<algorithms::AlgorithmRun> runs;
  std::uint64_t source = 0;  // of algorithms that have one
};
NamedAlgorithm named_algorithm(const char* algorithm, const char* options);

using CValues = decltype(warpgraph_result::values);

// From the catalogue's values to those that C sees, in the same order.
CValues as_c_values(algorithms::VertexValues values);

}  // namespace warpgraph::c_interface
