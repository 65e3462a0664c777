// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <warpgraph/framework/engine/detail/choices/launch_task.hpp>
#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>
#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/engine/detail/exchange/row_sums.hpp>
#include <warpgraph/framework/engine/detail/program_part/part_calls.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph::detail {

class PeerPartCalls;

// What a device brings back to the host beside Readback.
struct PeerReadback {
  LoopHistory loop;
  std::uint64_t stops_loop;  // written by the host
};

struct PeerLaunch {
  Exchange& exchange;
  std::size_t first_device;                // of this rank
  std::span<const Exchange::Masks> masks;  // of all devices: of this frontier and of the next
  Progress frontier;
  std::uint32_t max_supersteps;
  std::uint64_t max_edges;
  std::uint64_t epoch;
  bool is_first;  // launch of the run
};

// One device's part of a run on several.
class PeerPartCalls : public PartCalls {
 public:
  PeerPartCalls(DevicePart& of, int device, const shards::LocalIds& ids)
      : PartCalls(of), index(device), local_ids(ids), host(of.stream.device().runtime(), 1) {}

  // From now on the device evaluates these vertices, which it holds.
  virtual void take(VertexRange range) = 0;
  // The vertices of its peers begin in the same way; with or without their values.
  virtual void initialise_copies(bool with_values) = 0;
  // What neighbours see of the vertices, by local id.
  [[nodiscard]] virtual View<std::byte> seen_bytes() = 0;
  // The values of these vertices, if neighbours do not see them; else empty.
  [[nodiscard]] virtual View<std::byte> hidden_bytes(VertexRange range) = 0;
  // Counts the edges of the vertices that pull-active has evaluated, for edges_walked. Returns these, by local id.
  virtual View<std::uint32_t> count_active() = 0;
  // After a superstep.
  [[nodiscard]] virtual std::uint64_t edges_walked(Plan plan) = 0;

  // On a grid, after queue(plan): what the superstep has gathered, or left as values, by row of what the device holds.
  [[nodiscard]] virtual View<std::byte> gathered() = 0;
  [[nodiscard]] virtual View<std::byte> pushed() = 0;
  // New values of the own vertices from what was gathered here and what the other ranks of the row have brought.
  virtual void apply_sums(View<const shards::PeerNumbers> places, View<const std::byte> brought) = 0;
  // Takes what they have pushed to own vertices; from then on the next frontier has own vertices alone.
  virtual void take_pushed(std::span<const RowMessage> messages) = 0;

  // Near and far: each device has a far set of its own vertices, and one limit says which vertices are far. `step`: by
  // which the limit moves beyond the nearest vertex that waits.
  virtual void set_step(double step) = 0;
  // The far set's least priority into the readback.
  virtual void find_nearest() = 0;
  // As it was read back last.
  [[nodiscard]] virtual std::span<std::byte> nearest() = 0;
  // The lesser of it and another part's.
  virtual void take_nearer(std::span<const std::byte> other) = 0;
  // To a step beyond the nearest of all. True if there is no limit any more.
  virtual bool move_limit(std::span<const std::byte> nearest) = 0;
  // To what a launch has left (LoopHistory::limit).
  virtual void set_limit(std::uint64_t limit) = 0;
  // Puts the vertices that are near now into the next frontier.
  virtual void split_far() = 0;

  // What may wait for a device comes before the first launch that waits for the others.
  virtual void prepare_launch(const LaunchTask& task) = 0;
  virtual void queue_launch(const LaunchTask& task, const PeerLaunch& with) = 0;

  const int index;  // of the device, among those that this rank has
  const shards::LocalIds local_ids;
  PinnedBuffer<PeerReadback> host;       // one
  PinnedBuffer<ChannelCounts> channels;  // of those that leave it, as they were counted last
  std::uint64_t updated = 0;             // of the own vertices, in the superstep
  std::optional<Event> begin;            // of a superstep, if it is timed
  std::optional<Event> computed;
  std::optional<Event> sending;
  std::optional<Event> sent;
};

// What a run wants to know of a sharded graph, whatever the values of its edges are.
struct ShardedRunInput {
  peers::PeerLinks& links;
  std::vector<ExchangeEnd> ends;
  std::span<const StreamRef> streams;
  std::span<const float> section_edges;
  std::uint64_t vertices;
  EdgeId edges;
  bool has_outgoing;
  double mean_value;               // of the edges; of this rank's, by its share of the devices
  rows::RowLengths outgoing_rows;  // in the whole graph, of the vertices of this rank's devices; without the mean
  QueueSize queue;                 // the largest of any device of this rank
  const shards::ShardOfGrid* grid;
  const ranks::RankLayout& layout;
};
template <EdgeValueType E>
[[nodiscard]] ShardedRunInput sharded_run_input(const ShardedGraph<E>& graph);

// What a run asks of a program beside its parts.
struct PeerProgram {
  ProgramTraits traits;
  std::function<std::unique_ptr<PeerPartCalls>(int device)> make_part;
  std::function<void(PeerPartCalls&)> take_values;  // when the run is over
  const char* type;                                 // of the program, as typeid calls it
  std::size_t bytes;                                // of the program
};

// Waits for the devices.
[[nodiscard]] RunReport run_on_peers(ShardedRunInput graph, const PeerProgram& program, const EngineOptions& options,
                                     const std::atomic<bool>* cancelled);

}  // namespace warpgraph::detail
