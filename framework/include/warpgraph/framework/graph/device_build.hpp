// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/device_edge_list.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph {

struct DeviceBuildOptions : BuildOptions {
  // So many edges are sorted together; 0: a sixteenth of them, and at least 2^22. More of them need more memory and
  // fewer passes over the list.
  std::uint64_t edges_at_a_time = 0;
};

// build_graph on a device, with the same result to the last bit. Two things are done on the host:
// Relabel::kBreadthFirst finds its order there, and relabelling composes the ids there.
//
// The list is cut into ranges of keys (target, source) of about the same number of edges, by a histogram of the keys'
// highest bits. Each range is collected, radix-sorted and unpacked by itself, so the temporary memory is that of one
// range: at its peak less than the list and twice the graph together (with edges_at_a_time left alone, from about 2^26
// edges on, and unless most edges are copies of one). It wins over one big sort by its memory; it loses the time of
// reading the list twice for each range, which is a small part of sorting.
//
// The list must be ready in `stream`; it is given back in its order. Waits for the stream. Throws what build_graph
// throws, and OutOfMemory if the device has not the room. Relabel::kBreadthFirst copies the edges to the host. Names of
// vertices that do not ascend are sorted there, to find two that are alike.
AnyDeviceGraph build_device_graph(StreamRef stream, DeviceEdgeList list, const DeviceBuildOptions& options = {});

// What building a graph of `edge_count` edges (as they are in the graph before duplicates are merged) takes of a
// device's memory beside the list, at most. Starts nothing.
template <EdgeValueType EdgeValue>
MemoryPlan build_memory(Device& device, VertexId vertex_count, EdgeId edge_count,
                        const DeviceBuildOptions& options = {});

}  // namespace warpgraph
