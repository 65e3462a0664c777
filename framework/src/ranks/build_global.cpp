// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/ranks/build_part.hpp>
#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/list_rules.hpp"
#include "ranks/check_directions.hpp"
#include "ranks/own_rows.hpp"

// Parts of graphs whose ids have 64 bits.
namespace warpgraph {

namespace detail {

namespace {

// Which rank has an id.
class IdOwners {
 public:
  IdOwners(Ranks& ranks, ranks::GlobalRange own) : all_(ranks::all_gather(ranks, own)) {
    GlobalId end = 0;
    for (std::size_t r = 0; r < all_.size(); ++r) {
      if (all_[r].empty()) continue;
      expects(end <= all_[r].first && all_[r].first < all_[r].last,
              "build_part: the ids of the ranks do not follow each other");
      end = all_[r].last;
      ends_.push_back(end);
      rank_.push_back(r);
      vertices_ += all_[r].size();
    }
  }

  [[nodiscard]] std::uint64_t vertices() const { return vertices_; }
  [[nodiscard]] std::optional<std::size_t> rank_of(GlobalId id) const {
    const auto found = static_cast<std::size_t>(std::ranges::upper_bound(ends_, id) - ends_.begin());
    if (found == ends_.size() || !all_[rank_[found]].contains(id)) return {};
    return rank_[found];
  }

 private:
  std::vector<ranks::GlobalRange> all_;
  std::vector<GlobalId> ends_;  // of those that are not empty
  std::vector<std::size_t> rank_;
  std::uint64_t vertices_ = 0;
};

// The edges that go to each rank, or have come from it.
template <class Value>
struct GlobalEdges {
  std::vector<std::vector<GlobalId>> source;
  std::vector<std::vector<GlobalId>> target;
  std::vector<std::vector<Value>> values;

  explicit GlobalEdges(std::size_t ranks) : source(ranks), target(ranks), values(ranks) {}
};

// `before`: the entries of the ranks before this one.
template <class Value>
GlobalEdges<Value> sort_by_owner(const IdOwners& owners, ranks::SparseEdgeList& list, const BuildOptions& options,
                                 std::uint64_t before, std::size_t ranks) {
  GlobalEdges<Value> sorted(ranks);
  const bool both = building::makes_both_directions(list.direction, options);
  const std::vector<Value> values = take_values<Value>(list.values);
  const auto owner_of = [&](std::size_t entry, GlobalId id) {
    const std::optional<std::size_t> owner = owners.rank_of(id);
    if (!owner)
      throw InputError("edge list: entry " + std::to_string(before + entry) + " names vertex " + std::to_string(id) +
                       ", which no rank has");
    return *owner;
  };
  for (std::size_t e = 0; e < list.size(); ++e) {
    const GlobalId ends[] = {list.source[e], list.target[e]};
    const std::size_t owner[] = {owner_of(e, ends[0]), owner_of(e, ends[1])};
    const bool is_loop = ends[0] == ends[1];
    if (is_loop && options.drop_self_loops) continue;
    for (std::size_t from = 0; from < (both && !is_loop ? 2 : 1); ++from) {
      sorted.source[owner[1 - from]].push_back(ends[from]);
      sorted.target[owner[1 - from]].push_back(ends[1 - from]);
      if constexpr (graphs::kHasValue<Value>) sorted.values[owner[1 - from]].push_back(values[e]);
    }
  }
  return sorted;
}

template <class T>
std::vector<T> bring(Ranks& ranks, std::vector<std::vector<T>>& sorted) {
  std::vector<T> all;
  for (std::vector<T>& from : ranks::all_to_all(ranks, std::exchange(sorted, {})))
    all.insert(all.end(), from.begin(), from.end());
  return all;
}

// The sources that are not own, ascending.
std::vector<GlobalId> find_read(const std::vector<GlobalId>& source, ranks::GlobalRange own) {
  std::vector<GlobalId> read;
  std::ranges::copy_if(source, std::back_inserter(read), [&](GlobalId id) { return !own.contains(id); });
  std::ranges::sort(read);
  read.erase(std::unique(read.begin(), read.end()), read.end());
  return read;
}

template <class Value>
ranks::GraphPart<Value> build_global(Ranks& ranks, ThreadPool& threads, ranks::SparseEdgeList& list,
                                     ranks::GlobalRange own, const BuildOptions& options) {
  const IdOwners owners(ranks, own);
  if (owners.vertices() == 0) throw InputError("build_part: no rank has an id, expected a vertex at least");
  const bool undirected = building::becomes_undirected(list.direction, options);
  const std::vector<std::uint64_t> entries = ranks::all_gather(ranks, std::uint64_t{list.size()});
  const std::uint64_t before = std::accumulate(entries.begin(), entries.begin() + ranks.rank(), std::uint64_t{0});
  auto sorted = together(ranks, [&] { return sort_by_owner<Value>(owners, list, options, before, entries.size()); });
  list.source = list.target = {};
  std::vector<GlobalId> source = bring(ranks, sorted.source);
  std::vector<GlobalId> target = bring(ranks, sorted.target);
  std::vector<Value> values;
  if constexpr (graphs::kHasValue<Value>) values = bring(ranks, sorted.values);
  if (building::looks_for_reverses(list.direction, options))
    expect_symmetric_on_all(ranks, threads, source, target, values);

  ranks::GraphPart<Value> part;
  together(ranks, [&] {
    std::vector<GlobalId> read = find_read(source, own);
    const std::uint64_t known = read.size() + own.size();
    if (known >= kNoVertex)
      throw InputError("rank " + std::to_string(ranks.rank()) + " has or reads " + std::to_string(known) +
                       " vertices, more than the " + std::to_string(kNoVertex - 1) + " that one rank can number");
    const auto below = static_cast<VertexId>(std::ranges::lower_bound(read, own.first) - read.begin());
    part.vertex_count = static_cast<VertexId>(known);
    part.undirected = undirected;
    part.own = {below, below + static_cast<VertexId>(own.size())};
    const auto number_of = [&](GlobalId id) {
      if (own.contains(id)) return below + static_cast<VertexId>(id - own.first);
      const auto place = static_cast<VertexId>(std::ranges::lower_bound(read, id) - read.begin());
      return place < below ? place : place + part.own.size();
    };
    const building::KeyLayout layout(part.vertex_count);
    EdgesByRank<Value> arrived;
    arrived.records = building::RecordArray<Value>(source.size());
    constexpr std::size_t kGrain = std::size_t{1} << 16;
    threads.for_each(source.size(), kGrain, [&](std::size_t e) {
      arrived.records.key[e] = layout.pack(number_of(target[e]), number_of(source[e]));
      if constexpr (graphs::kHasValue<Value>) arrived.records.value[e] = values[e];
    });
    source = target = {};
    building::Key misfit = building::kNoKey;
    part.incoming = build_own_rows(threads, std::move(arrived), layout, part.own, options.duplicates, misfit);
    part.known = ranks::KnownVertices{owners.vertices(), own.first, std::move(read)};
    if constexpr (graphs::kHasValue<Value>)
      if (misfit != building::kNoKey)
        building::throw_misfit<Value>(part.id_of(layout.column(misfit)), part.id_of(layout.row(misfit)));
  });
  part.edge_count = ranks::all_reduce(ranks, EdgeId{part.incoming.column.size()}, std::plus<>());
  return part;
}

// What the ranks must agree on.
struct GlobalTerms {
  std::uint32_t direction;
  std::uint32_t value_type;
  std::uint32_t duplicates;
  std::uint32_t flags;
  bool operator==(const GlobalTerms&) const = default;
};

}  // namespace
}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::ranks {

AnyGraphPart build_part(Ranks& ranks, ThreadPool& threads, SparseEdgeList list, GlobalRange own,
                        const BuildOptions& options) {
  detail::together(ranks, [&] {
    expects(list.source.size() == list.target.size(), "edge list: source and target differ in length");
    std::visit(
        [&]<class Held>(const Held& values) {
          if constexpr (!std::is_same_v<Held, std::monostate>)
            expects(values.size() == list.size(), "edge list: not a value for every edge");
        },
        list.values);
    expects(!options.outgoing, "build_part: a part has no outgoing edges");
    expects(options.relabel == Relabel::kNone, "build_part: the vertices of parts keep their numbers");
  });
  detail::expect_same(
      ranks,
      detail::GlobalTerms{
          static_cast<std::uint32_t>(list.direction), static_cast<std::uint32_t>(list.values.index()),
          static_cast<std::uint32_t>(options.duplicates),
          (options.symmetrise ? 1u : 0u) | (options.drop_self_loops ? 2u : 0u) | (options.check_symmetry ? 4u : 0u)},
      "build_part: the ranks have different directions, types of values or options");
  return std::visit(
      [&]<class Held>(const Held&) -> AnyGraphPart {
        return detail::build_global<typename building::ValueOf<Held>::type>(ranks, threads, list, own, options);
      },
      list.values);
}

}  // namespace warpgraph::ranks
