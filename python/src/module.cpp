// SPDX-License-Identifier: Apache-2.0
#include <nanobind/nanobind.h>

#include "parts.hpp"

NB_MODULE(_core, module) {
  module.doc() = "Warpgraph's C++, for the package warpgraph";
  using namespace warpgraph::python;  // NOLINT(google-build-using-namespace)
  add_errors(module);
  add_interruptions(module);
  add_runtimes(module);
  add_ranks(module);
  add_graphs(module);
  add_sources_of_graphs(module);
  add_device_arrays(module);
  add_device_edges(module);
  add_algorithms(module);
  add_partitions(module);
  add_lists(module);
  add_trees(module);
  add_programs(module);
}
