// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/values_are.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

// The vertices in ascending order of what the user calls them: where vertex v of the device's graph stands in it is
// order[v]. Empty if that is v.
[[nodiscard]] std::vector<VertexId> user_order(const IdMap& ids);

// No vertex is called so. A program adds where it has the name from.
class UnknownVertex : public InputError {
 public:
  explicit UnknownVertex(std::uint64_t name) : InputError(message(name)), name_(name) {}

  [[nodiscard]] std::uint64_t name() const noexcept { return name_; }

 private:
  static std::string message(std::uint64_t name) { return "the graph has no vertex " + std::to_string(name); }

  std::uint64_t name_;
};

// The vertex that the user calls `name`, in a graph of `vertex_count` vertices. Throws UnknownVertex if there is none.
[[nodiscard]] VertexId find_vertex(const IdMap& ids, VertexId vertex_count, std::uint64_t name);
// The same of many names, in their order, in one pass over the vertices. Some 50 bytes a name while it works.
// Throws UnknownVertex for the first name that no vertex has.
[[nodiscard]] std::vector<VertexId> find_vertices(const IdMap& ids, VertexId vertex_count,
                                                  std::span<const std::uint64_t> names);

// A value for each vertex, from the graph's order into the user's: ascending in the vertices' names. Values that are
// vertices become places in that order, so values[values[i]] is the value of the vertex that values[i] is; sets are
// called by their lowest vertex in that order. Throws UsageError if a value is no vertex.
[[nodiscard]] std::vector<VertexId> in_user_order(std::vector<VertexId> values, const IdMap& ids, ValuesAre are);
template <class Value>
[[nodiscard]] std::vector<Value> in_user_order(std::vector<Value> values, const IdMap& ids) {
  const std::vector<VertexId> order_of = user_order(ids);
  if (order_of.empty()) return values;
  std::vector<Value> ordered(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) ordered[order_of[v]] = values[v];
  return ordered;
}
// The same of structs, one member of which is a vertex or kNoVertex.
template <class Value>
[[nodiscard]] std::vector<Value> in_user_order(std::vector<Value> values, const IdMap& ids, VertexId Value::*vertex) {
  std::vector<VertexId> vertices(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) vertices[v] = values[v].*vertex;
  vertices = in_user_order(std::move(vertices), ids, ValuesAre::kVertices);
  values = in_user_order(std::move(values), ids);
  for (std::size_t v = 0; v < values.size(); ++v) values[v].*vertex = vertices[v];
  return values;
}
// The values on the host, in the user's order. Waits for the stream.
template <class Value>
[[nodiscard]] std::vector<Value> to_host(StreamRef stream, const Buffer<Value>& values, const IdMap& ids) {
  return in_user_order(to_host(stream, values), ids);
}
[[nodiscard]] inline std::vector<VertexId> to_host(StreamRef stream, const Buffer<VertexId>& values, const IdMap& ids,
                                                   ValuesAre are) {
  return in_user_order(to_host(stream, values), ids, are);
}

// Vertices in the order of a graph as what the user calls them; kNoVertex is -1. What write_values takes. Throws
// InputError if one of them is called 2^63 or more.
[[nodiscard]] std::vector<std::int64_t> names_of_vertices(std::span<const VertexId> vertices, const IdMap& ids);

enum class RunEnd {
  kConverged,       // no vertex was updated, or the program's next() ended it
  kSuperstepLimit,  // EngineOptions::max_supersteps
  kStopped,         // EngineOptions::after_superstep said so
  kCancelled,       // RunningProgram::cancel
  kTargetsSettled,  // EngineOptions::until; other vertices may not have their last values
};

// What one of several devices did in a superstep.
struct DeviceActivity {
  VertexRange own;                  // the vertices that it evaluated
  std::uint64_t edges = 0;          // that it walked along; 0 for pull-first, which does not count them
  std::uint64_t updated = 0;        // of its vertices
  double compute_microseconds = 0;  // on the device's clock, if supersteps are timed
  double exchange_microseconds = 0;
};
// How a message says which vertices its values are of: by pairs of vertex and value, by a bitmask of those that two
// devices have in common, or by their order alone, where all of them have a value.
enum class MessageForm : std::uint8_t { kPairs, kBitmask, kEverything };
std::string_view to_string(MessageForm form);  // "pairs", "bitmask", "everything"

// What one device told another of a superstep, or all others at once.
struct LinkTraffic {
  static constexpr int kAllOthers = -1;
  int from = 0;
  int to = kAllOthers;
  MessageForm form = MessageForm::kPairs;
  std::uint64_t bytes = 0;         // that the sender sent
  std::uint64_t useful_bytes = 0;  // values that were updated and are wanted
};
struct PeerSuperstep {
  std::vector<DeviceActivity> devices;
  std::vector<LinkTraffic> links;  // those on which something was sent
};

// What every run reports, whatever its values are.
struct RunReport {
  RunEnd end = RunEnd::kConverged;
  std::vector<SuperstepStatistics> supersteps;
  // One for each superstep, or one for the whole of a run without supersteps; empty if one device ran it.
  std::vector<PeerSuperstep> per_device = {};
  // A promise of the program's that would have allowed a better plan, in words: "declare priority, if ..."; and that
  // several devices would have been faster, where a run on one is on a runtime of several; and that kernels of several
  // devices did not run at the same time. If the caller asked for a plan, in how many supersteps it was used, unless
  // that is all of them. Empty if the engine knows of none of these.
  std::string advice = {};

  [[nodiscard]] bool converged() const { return end == RunEnd::kConverged; }
};

namespace detail {
template <class Value>
std::vector<Value> in_user_order(std::vector<Value> values, const IdMap& ids, ValuesAre are) {
  if constexpr (std::same_as<Value, VertexId>)
    return warpgraph::in_user_order(std::move(values), ids, are);
  else
    return warpgraph::in_user_order(std::move(values), ids);
}
}  // namespace detail

// What a run leaves. The values lie in the device's memory, in the order of the device's graph, and if they are
// vertices they are those of the device's graph.
template <class Value>
struct Result : RunReport {
  Buffer<Value> values;
  ValuesAre values_are = ValuesAre::kNumbers;

  // In the user's order, in which values that are vertices are places, too. Waits for the stream.
  [[nodiscard]] std::vector<Value> to_host(StreamRef stream, const IdMap& ids) const {
    return detail::in_user_order(warpgraph::to_host(stream, values), ids, values_are);
  }
};

// What a run on several devices leaves: each has the values of the vertices from first[i] on, and those that it owns
// are right.
template <class Value>
struct ShardedResult : RunReport {
  std::vector<Buffer<Value>> values;
  std::vector<VertexRange> own;
  std::vector<VertexId> first = {};
  ValuesAre values_are = ValuesAre::kNumbers;

  // In the user's order, as Result::to_host, where no other rank has values. Waits for the streams, which are those of
  // the graph that was run on.
  [[nodiscard]] std::vector<Value> to_host(std::span<const StreamRef> streams, const IdMap& ids) const {
    return detail::in_user_order(own_to_host(streams), ids, values_are);
  }

  // Those of the own vertices of all devices, which follow each other: on several ranks, of this rank's. In the order
  // of the graph, and if they are vertices they are the graph's. Waits for the streams.
  [[nodiscard]] std::vector<Value> own_to_host(std::span<const StreamRef> streams) const {
    VertexRange all{kNoVertex, 0};
    for (const VertexRange each : own)
      if (!each.empty()) all = {std::min(all.first, each.first), std::max(all.last, each.last)};
    std::vector<Value> mine(all.last == 0 ? 0 : all.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (own[i].empty()) continue;
      copy(streams[i], View<Value>(mine.data() + (own[i].first - all.first), own[i].size()),
           values[i].view().subview(own[i].first - (first.empty() ? 0 : first[i]), own[i].size()));
      streams[i].synchronize();
    }
    return mine;
  }
};

}  // namespace warpgraph
