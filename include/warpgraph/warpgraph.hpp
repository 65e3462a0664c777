// SPDX-License-Identifier: Apache-2.0
#pragma once

// All that most programs need, in one include:
//
//   warpgraph::Runtime                  the devices; read_graph, generate_graph, on: a graph for them
//   warpgraph::run                      a vertex program on that graph
//   warpgraph::algorithms::bfs_levels   and the other ready algorithms
//   warpgraph::build_graph              graphs from edges and from arrays
//   warpgraph::files::write_values      files of values and of edges
//   warpgraph::kernel::launch           kernels of one's own, with kernel::Warp and kernel::Lane
//   warpgraph::primitives::sort_keys    and other operations on whole arrays
//   warpgraph::partitioning::partition  a graph cut into parts
//
// Sources that include it are kernel sources (warpgraph_target_kernels). Each of the headers below can be included by
// itself, which compiles faster. Ranks of MPI are in <warpgraph/mpi/mpi_ranks.hpp>.
#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/strongly_connected.hpp>
#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/engine/host_run.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/io/write_edge_list.hpp>
#include <warpgraph/framework/ranks/generate_graph.hpp>
#include <warpgraph/framework/ranks/read_graph.hpp>
#include <warpgraph/framework/ranks/write_values.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>
#include <warpgraph/runtime/primitives/histogram.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/run_length.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/segmented_reduce.hpp>
#include <warpgraph/runtime/primitives/select.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>
#include <warpgraph/runtime/runtime.hpp>
