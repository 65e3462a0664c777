// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <variant>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/graph/global_ids.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/runtime/ranks.hpp>

// Results of several ranks in one file.
namespace warpgraph::ranks {

// The values of the vertices from `first` on, which this rank has, and what the input calls them; empty: by their
// numbers. The ranges of the ranks follow each other in their order.
template <files::VertexValueType Value>
struct OwnValues {
  GlobalId first = 0;
  std::span<const Value> values;
  std::span<const std::uint64_t> ids;
};

}  // namespace warpgraph::ranks

namespace warpgraph::files {

// Writes what write_values writes for the values of all ranks together: the same bytes, or, compressed, the same once
// they are unpacked. Each rank writes its own at their offset, and rank 0 lets the file appear when all are done; so
// the folder must be one that all ranks can write to. What is no regular file, such as standard output, rank 0 writes
// alone. Memory: the text of a rank's own values, and 16 bytes for each of them. Ids that do not ascend from rank to
// rank are sorted by an all-to-all. Collective. Throws on all ranks alike: InputError if the file cannot be made,
// RankError if one cannot write.
template <VertexValueType Value>
void write_values(Ranks& ranks, const std::filesystem::path& path, const ranks::OwnValues<Value>& own,
                  const ValueOptions& options = {});

template <VertexValueType Value, EdgeValueType EdgeValue>
void write_values(Ranks& ranks, const std::filesystem::path& path, std::span<const Value> values,
                  const ranks::GraphPart<EdgeValue>& part, const ValueOptions& options = {}) {
  const GlobalId first = part.own.empty() ? 0 : part.id_of(part.own.first);
  write_values<Value>(ranks, path, {first, values, part.ids.span()}, options);
}

// The same where the graph is (GraphOn): values[i] is that of the i-th vertex of this process, as HostResult has them.
// Collective on ranks.
template <VertexValueType Value, EdgeValueType EdgeValue>
void write_values(const std::filesystem::path& path, std::span<const Value> values, const GraphOn<EdgeValue>& graph,
                  const ValueOptions& options = {}) {
  if (graph.is_part())
    write_values<Value, EdgeValue>(*graph.runtime().ranks(), path, values, graph.part(), options);
  else
    write_values<Value>(path, values, graph.graph().ids(), options);
}
template <VertexValueType Value>
void write_values(const std::filesystem::path& path, std::span<const Value> values, const AnyGraphOn& graph,
                  const ValueOptions& options = {}) {
  std::visit([&](const auto& each) { write_values<Value>(path, values, each, options); }, graph);
}

}  // namespace warpgraph::files
