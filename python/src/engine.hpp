// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/cancellation.hpp>

#include "graph.hpp"

// What runs of the catalogue and of programs have in common.
namespace warpgraph::python {

namespace nb = nanobind;

// The options of a run on this graph. `progress`: a function that is called after each superstep, or None. Throws
// UsageError for an option that there is not.
[[nodiscard]] EngineOptions engine_options(const PlacedGraph& graph, const nb::dict& given, const nb::object& progress);

// The options of every run. Throws UsageError for a value that one does not accept.
[[nodiscard]] cancellation::Control control_options(const nb::dict& given);

[[nodiscard]] nb::dict dict_of_report(const RunReport& report, double seconds);

}  // namespace warpgraph::python
