// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

// Each source adds its functions and classes to the module.
namespace warpgraph::python {

void add_errors(nanobind::module_& module);
void add_interruptions(nanobind::module_& module);
void add_ranks(nanobind::module_& module);
void add_runtimes(nanobind::module_& module);
void add_graphs(nanobind::module_& module);
void add_sources_of_graphs(nanobind::module_& module);  // arrays, files, generators
void add_device_arrays(nanobind::module_& module);
void add_device_edges(nanobind::module_& module);
void add_algorithms(nanobind::module_& module);
void add_programs(nanobind::module_& module);
void add_partitions(nanobind::module_& module);
void add_lists(nanobind::module_& module);
void add_trees(nanobind::module_& module);

}  // namespace warpgraph::python
