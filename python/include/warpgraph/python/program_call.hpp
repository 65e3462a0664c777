// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>

// The border between the package's module and a library that it has compiled of a vertex program: the library's
// function warpgraph_run_program, which throws what run throws.
namespace warpgraph::python {

struct ProgramCall {
  const void* graph = nullptr;       // const GraphOn<EdgeValue>*, of the type that the library was compiled for
  const void* parameters = nullptr;  // the library's struct GivenParameters_
  const EngineOptions* options = nullptr;
};

// The values of one run, whose type the module does not know.
struct ProgramOutcome {
  RunReport report = {};
  std::shared_ptr<const void> owner = {};  // of the values
  const void* values = nullptr;
  std::size_t size = 0;  // how many there are
  int device_count = 1;
  VertexRange own = {};
  std::shared_ptr<const IdMap> ids = {};  // what the vertices are called
  bool knows_all_names = true;            // false where ids have those of the own vertices alone
};

using RunProgram = void(const ProgramCall&, ProgramOutcome&);

}  // namespace warpgraph::python
