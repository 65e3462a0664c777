// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/values_are.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::results {

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

// A value, and what the user calls its vertex.
template <class Value>
struct Named {
  VertexName name = 0;
  Value value{};

  bool operator==(const Named&) const = default;
};
// Values that may be vertices have room for these vertices' names, and for -1, which is none.
template <class Value>
using NamedValueOf = std::conditional_t<std::same_as<Value, VertexId>, std::int64_t, Value>;

// The vertices in ascending order of what the user calls them: where vertex v of the device's graph stands in it is
// order[v]. Empty if that is v. O(vertices) on the host where names ascend, else O(vertices log vertices), and 8 bytes
// a vertex while it works.
[[nodiscard]] std::vector<VertexId> user_order(const IdMap& ids);

// A value for each vertex, from the graph's order, which all results have, into one that is ascending in the vertices'
// names. Values that are vertices become places in that order, so values[values[i]] is the value of the vertex that
// values[i] is; sets are called by their lowest vertex in that order. Throws UsageError if a value is no vertex. Costs
// what user_order costs, and a copy of the values where names do not ascend.
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
// Vertices in the order of a graph as what the user calls them; kNoVertex is -1. What files::write_values takes. Throws
// InputError if one of them is called 2^63 or more. O(vertices given) on the host. Allocates 8 bytes for each.
[[nodiscard]] std::vector<std::int64_t> names_of_vertices(std::span<const VertexId> vertices, const IdMap& ids);

}  // namespace warpgraph::results

namespace warpgraph {

// No vertex is called so. A program adds where it has the name from.
class UnknownVertex : public InputError {
 public:
  explicit UnknownVertex(VertexName name) : InputError(message(name)), name_(name) {}

  [[nodiscard]] VertexName name() const noexcept { return name_; }

 private:
  static std::string message(VertexName name) { return "the graph has no vertex " + to_string(name); }

  VertexName name_;
};

// The vertex that the user calls `name`, in a graph of `vertex_count` vertices. Throws UnknownVertex if there is none.
// O(vertices) on the host, unless vertices are called by their numbers: many names take find_vertices.
[[nodiscard]] VertexId find_vertex(const IdMap& ids, VertexId vertex_count, VertexName name);
// The same of many names, in their order, in one pass over the vertices. Some 50 bytes a name while it works.
// Throws UnknownVertex for the first name that no vertex has.
[[nodiscard]] std::vector<VertexId> find_vertices(const IdMap& ids, VertexId vertex_count,
                                                  std::span<const VertexName> names);

enum class RunEnd {
  kConverged,       // no vertex was updated, or the program's next() ended it
  kSuperstepLimit,  // EngineOptions::max_supersteps
  kStopped,         // EngineOptions::after_superstep said so
  kCancelled,       // RunningProgram::cancel
  kTargetsSettled,  // EngineOptions::until; other vertices may not have their last values
};
std::string_view to_string(RunEnd end);  // "converged", "superstep limit"

// What every run reports, whatever its values are.
struct RunReport {
  RunEnd end = RunEnd::kConverged;
  std::vector<SuperstepStatistics> supersteps;
  // One for each superstep, or one for the whole of a run without supersteps; empty if one device ran it.
  std::vector<results::PeerSuperstep> per_device = {};
  // A promise of the program's that would have allowed a better plan, in words: "declare priority, if ..."; and that
  // several devices would have been faster, where a run on one is on a runtime of several; and that kernels of several
  // devices did not run at the same time. If the caller asked for a plan, in how many supersteps it was used, unless
  // that is all of them. Empty if the engine knows of none of these.
  std::string advice = {};

  [[nodiscard]] bool converged() const { return end == RunEnd::kConverged; }
};

// Values of vertices that follow `first`, each with the name of its vertex, ascending in the names. Values that are
// vertices become names, too; none is -1. O(n), and O(n log n) where the names of the graph's vertices do not ascend.
// Throws InputError if a value is a vertex that is called 2^63 or more. Allocates 16 bytes a value, and 8 more while it
// works if values are vertices.
template <class Value>
[[nodiscard]] std::vector<results::Named<results::NamedValueOf<Value>>> by_name(const std::vector<Value>& values,
                                                                                const IdMap& ids,
                                                                                ValuesAre are = ValuesAre::kNumbers,
                                                                                VertexId first = 0) {
  std::vector<results::Named<results::NamedValueOf<Value>>> named(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    named[i] = {ids.name_of(static_cast<VertexId>(first + i)), static_cast<results::NamedValueOf<Value>>(values[i])};
  if constexpr (std::same_as<Value, VertexId>) {
    if (are != ValuesAre::kNumbers) {
      const std::vector<std::int64_t> names = results::names_of_vertices(values, ids);
      for (std::size_t i = 0; i < values.size(); ++i) named[i].value = names[i];
    }
  }
  const auto name = [](const auto& each) { return each.name; };
  if (!std::ranges::is_sorted(named, {}, name)) std::ranges::sort(named, {}, name);
  return named;
}

// What a run leaves. The values lie in the device's memory, in the order of the device's graph, and if they are
// vertices they are those of the device's graph.
template <class Value>
struct Result : RunReport {
  Buffer<Value> values;
  ValuesAre values_are = ValuesAre::kNumbers;

  // In the order of the graph. Waits for the stream.
  [[nodiscard]] std::vector<Value> to_host(StreamRef stream) const { return warpgraph::to_host(stream, values); }
  // With the names of the vertices: by_name above. Waits for the stream.
  [[nodiscard]] auto by_name(StreamRef stream, const IdMap& ids) const {
    return warpgraph::by_name(to_host(stream), ids, values_are);
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

  // The own vertices of all devices, which follow each other: on several ranks, of this rank's.
  [[nodiscard]] VertexRange own_range() const {
    VertexRange all;
    for (const VertexRange each : own) all = all.joined_with(each);
    return all;
  }
  // Their values, in the order of the graph; if they are vertices they are the graph's. Waits for the streams, which
  // are those of the graph that was run on.
  [[nodiscard]] std::vector<Value> to_host(std::span<const StreamRef> streams) const {
    const VertexRange all = own_range();
    std::vector<Value> mine(all.size());
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
