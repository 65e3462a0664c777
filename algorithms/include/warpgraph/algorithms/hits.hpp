// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
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
template <std::floating_point Value = float>
struct HitsResult : RunReport {
  Buffer<Value> hubs;
  Buffer<Value> authorities;
};

// The same on several devices, each of which has all hubs and all authorities; the parts that devices own are those of
// a ShardedResult.
template <std::floating_point Value = float>
struct ShardedHitsResult : RunReport {
  std::vector<Buffer<Value>> hubs;
  std::vector<Buffer<Value>> authorities;
  std::vector<VertexRange> own;
};

// Hubs and authorities (HITS; Kleinberg, Authoritative sources in a hyperlinked environment, 1999): a good authority
// is one that good hubs point to, and a good hub points to good authorities. Each iteration pulls the authorities from
// the hubs along the incoming edges and then the hubs from the authorities along the outgoing ones. All hubs begin
// alike, and all authorities, which is what a run without iterations leaves. Hubs add up to 1, and so do authorities,
// or to 0 where there are no edges. Edge values do not matter. Converges as the powers of the squared ratio of the two
// largest singular values of the adjacency matrix: slowly where two communities are about equally strong. No atomics:
// the same bits from run to run on the same device, as for pagerank. `Value` is float, or double for tolerances that
// floats do not settle within; then twice as many bytes are gathered. Throws UsageError if the graph is directed and
// has no outgoing edges, or if another plan than pull-all is asked for. Waits for the stream in every iteration, which
// gathers along all edges twice.
//
// On several devices each pulls the authorities of its own vertices, and along the same edges what these bring to hubs;
// parts of a hub are added up by its owner in the order of the devices, which tells all others: two values a vertex
// leave every device in an iteration, and the bits do not depend on which device comes first. The graph must be spread
// with outgoing edges. engine.exchange counts for the hub and the time limit alone.
template <std::floating_point Value = float, EdgeValueType EdgeValue>
HitsResult<Value> hits(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const HitsOptions& options = {});
template <std::floating_point Value = float, EdgeValueType EdgeValue>
ShardedHitsResult<Value> hits(const ShardedGraph<EdgeValue>& graph, const HitsOptions& options = {});

// What a run takes of a device's memory beside the graph, at most. A run that does not fit throws OutOfMemory before it
// starts.
template <std::floating_point Value = float>
[[nodiscard]] MemoryPlan hits_memory(const shards::RunSize& size);

// Both in host memory, in the order of the graph.
template <std::floating_point Value = float>
struct HostHitsResult : RunReport {
  std::vector<Value> hubs;
  std::vector<Value> authorities;
  int device_count = 1;  // how many of the runtime's devices ran it
};
template <std::floating_point Value, EdgeValueType EdgeValue>
HostHitsResult<Value> bring_back(HitsResult<Value> both, StreamRef stream, const DeviceGraph<EdgeValue>&) {
  return {std::move(static_cast<RunReport&>(both)), to_host(stream, both.hubs), to_host(stream, both.authorities), 1};
}
template <std::floating_point Value, EdgeValueType EdgeValue>
HostHitsResult<Value> bring_back(ShardedHitsResult<Value> both, const ShardedGraph<EdgeValue>& graph) {
  const auto values = [&](std::vector<Buffer<Value>>& parts) {
    return ShardedResult<Value>{{}, std::move(parts), both.own}.to_host(graph.streams());
  };
  std::vector<Value> hubs = values(both.hubs);
  return {std::move(static_cast<RunReport&>(both)), std::move(hubs), values(both.authorities), graph.device_count()};
}

// What a run wants of the devices.
template <std::floating_point Value = float>
[[nodiscard]] shards::SpreadNeeds hits_needs() {
  shards::SpreadNeeds needs;
  needs.reads = 2;  // there and back
  needs.memory = [](StreamRef, const shards::RunSize& size) { return hits_memory<Value>(size); };
  return needs;
}

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostHitsResult): on one device or several,
// not on ranks (UsageError). Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <std::floating_point Value = float, IsOnDevice G>
auto hits(StreamRef stream, const G& graph, const HitsOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return hits<Value>(stream, each, options); });
}
template <std::floating_point Value = float, IsAnywhere G>
auto hits(const G& graph, const HitsOptions& options = {}) {
  return run_anywhere(graph, hits_needs<Value>(), [&](const auto&... on) { return hits<Value>(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// Hubs and authorities, each by themselves: they add up to 1, and if the run with these options has converged, one more
// iteration, in double, changes them in sum by no more than the tolerance times what an iteration can make of a change
// of the hubs, plus what sums of the values' type lose. Several solutions may pass: where communities are equally
// strong, whatever parts of the sum they have. Linear.
Problem verify_hubs(const Topology& graph, std::span<const float> hub, const HitsOptions& options = {},
                    bool converged = true, ThreadPool* threads = nullptr);
Problem verify_hubs(const Topology& graph, std::span<const double> hub, const HitsOptions& options = {},
                    bool converged = true, ThreadPool* threads = nullptr);
Problem verify_authorities(const Topology& graph, std::span<const float> authority, const HitsOptions& options = {},
                           bool converged = true, ThreadPool* threads = nullptr);
Problem verify_authorities(const Topology& graph, std::span<const double> authority, const HitsOptions& options = {},
                           bool converged = true, ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
