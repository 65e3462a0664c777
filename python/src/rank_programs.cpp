// SPDX-License-Identifier: Apache-2.0
#include "rank_programs.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/shard/spread.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::python {

namespace {

template <class T>
void write(std::span<std::byte> parameters, std::size_t offset, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  expects(offset + sizeof value <= parameters.size(), "run: a parameter lies outside of the parameters");
  std::memcpy(parameters.data() + offset, &value, sizeof value);
}

// The values of all vertices, in the order of the graph.
std::vector<std::byte> gather(Ranks& ranks, VertexRange own, const GivenOnRanks::Values& mine) {
  struct Part {
    std::uint64_t first;
    std::uint64_t vertices;
    std::uint64_t bytes;
  };
  const std::vector<Part> parts = ranks::all_gather(ranks, Part{own.first, own.size(), mine.own.size()});
  std::uint64_t count = 0;
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    const Part& each = parts[rank];
    if (each.bytes != each.vertices * mine.of_each)
      throw UsageError("run: rank " + std::to_string(rank) + " has " + std::to_string(each.bytes / mine.of_each) +
                       " values of an array, and " + std::to_string(each.vertices) + " vertices of its own");
    count = std::max(count, each.first + each.vertices);
  }
  std::vector<std::byte> whole(count * mine.of_each);
  std::vector<Ranks::Sent> sent;
  std::vector<Ranks::Received> received;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const Part& from = parts[static_cast<std::size_t>(rank)];
    const std::span<std::byte> place = std::span(whole).subspan(from.first * mine.of_each, from.bytes);
    if (rank == ranks.rank()) {
      std::copy(mine.own.begin(), mine.own.end(), place.begin());
      continue;
    }
    if (!mine.own.empty()) sent.push_back({rank, mine.own});
    if (!place.empty()) received.push_back({rank, place});
  }
  ranks.exchange(sent, received);
  return whole;
}

template <EdgeValueType EdgeValue>
std::vector<std::vector<std::byte>> fill_in_for(const GraphOn<EdgeValue>& graph, const GivenOnRanks& given,
                                                std::span<std::byte> parameters, std::vector<VertexId>& until) {
  // The needs of run_program in compiled_program.hpp.
  graph.with({.copies_may_be_few = true, .searches = given.searches}, [](const auto&...) {});
  const bool has_global_ids = graph.part().known.has_value();
  expects(given.arrays.empty() || !has_global_ids,
          "run: programs with arrays run on graphs with fewer than 2^32 vertices");
  for (const GivenOnRanks::Vertex& each : given.vertices)
    write(parameters, each.offset, graph.find(VertexName(each.name)));
  for (const std::uint64_t name : given.until) until.push_back(graph.find(VertexName(name)));
  std::vector<std::vector<std::byte>> wholes;
  for (const GivenOnRanks::Values& each : given.arrays) {
    std::vector<std::byte>& whole = wholes.emplace_back(gather(*graph.runtime().ranks(), graph.part().own, each));
    write(parameters, each.offset, whole.data());
    write(parameters, each.offset + sizeof(void*), std::uint64_t{whole.size() / each.of_each});
  }
  return wholes;
}

}  // namespace

std::vector<std::vector<std::byte>> fill_in(const AnyGraphOn& graph, const GivenOnRanks& given,
                                            std::span<std::byte> parameters, std::vector<VertexId>& until) {
  return std::visit([&](const auto& each) { return fill_in_for(each, given, parameters, until); }, graph);
}

}  // namespace warpgraph::python
