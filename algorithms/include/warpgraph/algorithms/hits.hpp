// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/runtime/buffer.hpp>

namespace warpgraph::algorithms {

struct HitsOptions {
  // The iteration ends when the hubs have changed by no more than this in sum (the L1 norm); 0: after max_iterations.
  double tolerance = 1e-4;
  std::uint32_t max_iterations = 100;
  EngineOptions engine = {};  // pulls from all neighbours, so no other plan can be asked for
};

// Both in the order of the device's graph. An iteration is a superstep of the report.
struct HitsResult : RunReport {
  Buffer<float> hubs;
  Buffer<float> authorities;
};

// The same on several devices, each of which has all hubs and all authorities; the parts that devices own are those of
// a ShardedResult.
struct ShardedHitsResult : RunReport {
  std::vector<Buffer<float>> hubs;
  std::vector<Buffer<float>> authorities;
  std::vector<VertexRange> own;
};

// Hubs and authorities (HITS; Kleinberg, Authoritative sources in a hyperlinked environment, 1999): a good authority
// is one that good hubs point to, and a good hub points to good authorities. Each iteration pulls the authorities from
// the hubs along the incoming edges and then the hubs from the authorities along the outgoing ones. All hubs begin
// alike, and all authorities, which is what a run without iterations leaves. Hubs add up to 1, and so do authorities,
// or to 0 where there are no edges. Edge values do not matter. Converges as the powers of the squared ratio of the two
// largest singular values of the adjacency matrix: slowly where two communities are about equally strong. No atomics:
// the same bits from run to run on the same device, as for pagerank. Throws UsageError if the graph is directed and has
// no outgoing edges, or if another plan than pull-all is asked for. Waits for the stream in every iteration, which
// gathers along all edges twice.
//
// On several devices each pulls the authorities of its own vertices, and along the same edges what these bring to hubs;
// parts of a hub are added up by its owner in the order of the devices, which tells all others: 8 bytes a vertex leave
// every device in an iteration, and the bits do not depend on which device comes first. The graph must have been spread
// with outgoing edges. engine.exchange counts for the hub and the time limit alone.
template <EdgeValueType EdgeValue>
HitsResult hits(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const HitsOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedHitsResult hits(const ShardedGraph<EdgeValue>& graph, const HitsOptions& options = {});

// What a run takes of a device's memory beside the graph, at most. A run that does not fit throws OutOfMemory before it
// starts.
[[nodiscard]] MemoryPlan hits_memory(const shards::RunSize& size);

// Both in host memory, in the order of the graph.
struct HostHitsResult : RunReport {
  std::vector<float> hubs;
  std::vector<float> authorities;
  int device_count = 1;  // how many of the runtime's devices ran it
};
template <EdgeValueType EdgeValue>
HostHitsResult bring_back(HitsResult both, StreamRef stream, const DeviceGraph<EdgeValue>&) {
  return {std::move(static_cast<RunReport&>(both)), to_host(stream, both.hubs), to_host(stream, both.authorities), 1};
}
template <EdgeValueType EdgeValue>
HostHitsResult bring_back(ShardedHitsResult both, const ShardedGraph<EdgeValue>& graph) {
  const auto values = [&](std::vector<Buffer<float>>& parts) {
    return ShardedResult<float>{{}, std::move(parts), both.own}.to_host(graph.streams());
  };
  std::vector<float> hubs = values(both.hubs);
  return {std::move(static_cast<RunReport&>(both)), std::move(hubs), values(both.authorities), graph.device_count()};
}

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds hits_needs() {
  shards::SpreadNeeds needs;
  needs.reads = 2;  // there and back
  needs.memory = [](StreamRef, const shards::RunSize& size) { return hits_memory(size); };
  return needs;
}

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostHitsResult): on one device or several,
// not on ranks (UsageError). Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
auto hits(StreamRef stream, const G& graph, const HitsOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return hits(stream, each, options); });
}
template <IsAnywhere G>
auto hits(const G& graph, const HitsOptions& options = {}) {
  return run_anywhere(graph, hits_needs(), [&](const auto&... on) { return hits(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// Hubs and authorities, each by themselves: they add up to 1, and if the run with these options has converged, one more
// iteration, in double, changes them in sum by no more than the tolerance times what an iteration can make of a change
// of the hubs, plus what sums of floats lose. Several solutions may pass: where communities are equally strong,
// whatever parts of the sum they have. Linear.
Problem verify_hubs(const Topology& graph, std::span<const float> hub, const HitsOptions& options = {},
                    bool converged = true, ThreadPool* threads = nullptr);
Problem verify_authorities(const Topology& graph, std::span<const float> authority, const HitsOptions& options = {},
                           bool converged = true, ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
