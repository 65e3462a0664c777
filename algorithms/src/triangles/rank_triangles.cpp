// SPDX-License-Identifier: Apache-2.0
#include "rank_triangles.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include <warpgraph/framework/graph/row_pieces.hpp>
#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/select.hpp>

#include "kept_edges.hpp"
#include "rank_kernels.hpp"
#include "row_letters.hpp"

namespace warpgraph::algorithms::triangles {
namespace {

// What one device counts.
class RankCount {
 public:
  RankCount(const RankPart& part, bool of_vertices)
      : part_(part), stream_(part.stream), local_ids_(part.local_ids.view()), totals_(part.stream) {
    if (!of_vertices) return;
    of_vertices_ = Buffer<std::uint64_t>(stream_, local_ids_.count, "triangles of vertices");
    fill(stream_, of_vertices_, 0);
  }

  // Of the own vertices. Waits for the stream.
  [[nodiscard]] std::vector<std::uint32_t> lengths() const {
    const std::vector<EdgeId> row = to_host(stream_, part_.incoming.row);
    std::vector<std::uint32_t> length(part_.own.size());
    for (std::size_t i = 0; i < length.size(); ++i) length[i] = static_cast<std::uint32_t>(row[i + 1] - row[i]);
    return length;
  }

  // Waits for the stream.
  void keep(const std::vector<std::uint32_t>& own_lengths, const std::vector<VertexId>& ghosts,
            const std::vector<std::uint32_t>& ghost_lengths) {
    const AdjacencyView<NoValue>& edges = part_.incoming;
    row_ = Buffer<EdgeId>(stream_, edges.row.size(), "triangles rows");
    fill(stream_, row_, 0);
    if (edges.column.empty()) return;
    Buffer<std::uint32_t> length(stream_, local_ids_.count, "triangles row lengths");
    copy(stream_, length.view().subview(first_own(), own_lengths.size()), view_of(std::span(own_lengths)));
    const Buffer<VertexId> ghost = to_device(stream_, ghosts, "triangles ghosts");
    const Buffer<std::uint32_t> of_ghost = to_device(stream_, ghost_lengths, "triangles ghosts");
    primitives::scatter(stream_, View<const std::uint32_t>(of_ghost), ghost, length.view());

    const rows::RowPieces pieces(stream_, edges.row);
    Buffer<std::uint8_t> kept(stream_, edges.column.size(), "triangles kept edges");
    Buffer<std::uint64_t> wedges(stream_, part_.own.size(), "triangles wedges");
    Buffer<std::uint64_t> sum(stream_, part_.own.size(), "triangles sums");
    rows::sum_rows(stream_, pieces, sum, KeepsHigher{edges, local_ids_, first_own(), length, kept});
    kernel::for_each(stream_, row_.size(), SplitSums{sum, row_, wedges});
    totals_.set_wedges(wedges);
    primitives::exclusive_scan(stream_, row_.view(), row_.view());

    column_ = Buffer<VertexId>(stream_, to_host(stream_, row_.view().subview(part_.own.size(), 1)).front(),
                               "triangles edges");
    Buffer<std::uint64_t> selected(stream_, 1, "triangles count");
    primitives::select(stream_, edges.column, kept.view(), column_.view(), selected.view());
    kernel::for_each(stream_, column_.size(), NameColumns{column_, local_ids_, column_});
    stream_.synchronize();
  }
  [[nodiscard]] KeptRows rows() const { return {row_, column_, {}, part_.own.first}; }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] VertexRange own() const { return part_.own; }

  // The triangles that these rows make with the own ones.
  void count(const KeptRows& rows) {
    if (rows.column.empty() || column_.empty()) return;
    const kernel::Warps warps = sweep::warps_for(rows.column.size(), kernel::Warp::kSize);
    if (of_vertices_.empty())
      kernel::launch(stream_, warps, CountAtMiddle<false>{rows, this->rows(), local_ids_, totals_.view(), {}});
    else
      kernel::launch(stream_, warps, CountAtMiddle<true>{rows, this->rows(), local_ids_, totals_.view(), of_vertices_});
  }
  // Waits for the stream.
  void count(const RowLetter& letter) {
    if (letter.column.empty()) return;
    const Buffer<EdgeId> row = to_device(stream_, letter.rows(), "triangles letters");
    const Buffer<VertexId> column = to_device(stream_, letter.column, "triangles letters");
    const Buffer<VertexId> vertex = to_device(stream_, letter.vertex, "triangles letters");
    count({row, column, vertex});
    stream_.synchronize();
  }

  // What was found at these local ids. Waits for the stream.
  [[nodiscard]] std::vector<std::uint64_t> found_at(const std::vector<VertexId>& local) const {
    if (local.empty()) return {};
    const Buffer<VertexId> index = to_device(stream_, local, "triangles ghosts");
    Buffer<std::uint64_t> found(stream_, local.size(), "triangles ghosts");
    primitives::gather(stream_, View<const std::uint64_t>(of_vertices_), index, found.view());
    return to_host(stream_, found);
  }
  // Adds what others have found at own vertices. Waits for the stream.
  void add(std::span<const VertexId> vertices, std::span<const std::uint64_t> found) {
    const Buffer<VertexId> vertex = to_device(stream_, vertices, "triangles ghosts");
    const Buffer<std::uint64_t> more = to_device(stream_, found, "triangles ghosts");
    kernel::for_each(stream_, vertices.size(), AddAt{vertex, part_.local_ids.first, more, of_vertices_});
    stream_.synchronize();
  }
  // Waits for the stream.
  void add_to(TriangleCounts& counts) { totals_.add_to(counts); }
  Buffer<std::uint64_t> take() { return std::move(of_vertices_); }

 private:
  [[nodiscard]] VertexId first_own() const { return part_.own.empty() ? 0 : part_.own.first - part_.local_ids.first; }

  RankPart part_;
  StreamRef stream_;
  shards::LocalIds local_ids_;
  Buffer<EdgeId> row_;  // and columns: the kept edges
  Buffer<VertexId> column_;
  Buffer<std::uint64_t> of_vertices_;
  TotalsBuffer totals_;
};

void keep_edges(std::vector<RankCount>& counts, const peers::Ghosts& ghosts) {
  std::vector<std::vector<std::uint32_t>> own;
  for (const RankCount& each : counts) own.push_back(each.lengths());
  const auto of_ghosts = ghosts.ask_owners<std::uint32_t>(
      [&](std::size_t device, VertexId v) { return own[device][v - counts[device].own().first]; });
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i].keep(own[i], ghosts.local_ids(i), of_ghosts[i]);
}

// Rows go to the owners of their columns, round after round, until no rank has any left.
void count_far(std::vector<RankCount>& counts, const ranks::RankLayout& layout, std::uint64_t edges_a_round,
               std::vector<std::uint64_t>& bytes) {
  std::vector<RowSender> senders;
  for (std::size_t i = 0; i < counts.size(); ++i)
    senders.emplace_back(counts[i].stream(), counts[i].rows(), layout,
                         static_cast<std::size_t>(layout.first_device) + i);
  const std::uint64_t edges_each = std::max<std::uint64_t>(edges_a_round / senders.size(), 1);
  for (bool goes_on = true; goes_on;) {
    std::vector<RowLetter> letters(layout.held.size());
    bool has_more = false;
    for (RowSender& each : senders) has_more = each.fill(edges_each, letters) || has_more;
    const std::vector<RowLetter> heard = exchange_letters(layout, letters, bytes);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i].count(heard[i]);
    goes_on = ranks::all_reduce(*layout.ranks, has_more ? 1 : 0, std::plus<>()) != 0;
  }
}

// For the report.
std::vector<results::LinkTraffic> traffic_of(const ranks::RankLayout& layout, const std::vector<std::uint64_t>& bytes) {
  std::vector<results::LinkTraffic> traffic;
  for (std::size_t j = 0; j < bytes.size(); ++j)
    if (bytes[j] != 0)
      traffic.push_back({layout.first_device, static_cast<int>(j), results::MessageForm::kPairs, bytes[j], bytes[j]});
  return traffic;
}

void add_up_vertices(std::vector<RankCount>& counts, const peers::Ghosts& ghosts) {
  std::vector<std::vector<std::uint64_t>> found;
  for (std::size_t i = 0; i < counts.size(); ++i) found.push_back(counts[i].found_at(ghosts.local_ids(i)));
  ghosts.tell_owners(found, [&](std::size_t own, std::size_t reader, std::span<const std::uint64_t> told) {
    counts[own].add(ghosts.wanted(own, reader), told);
  });
}

}  // namespace

MemoryPlan rank_triangles_memory(const RankPart& part, EdgeId graph_edges, int ranks, const TriangleOptions& options) {
  const EdgeId edges = part.incoming.column.size();
  const std::size_t own = part.own.size();
  const std::size_t local_ids = part.local_ids.count;
  MemoryPlan marking("triangles row lengths", 3 * local_ids * sizeof(std::uint32_t));
  marking += rows::RowPieces::memory(part.own.size(), edges);
  marking.add_array<std::uint64_t>("triangles sums", 2 * own);
  marking.add("triangles kept edges", edges);
  // A row that travels has two columns at least, so one offset and one vertex for two columns.
  const std::uint64_t heard = std::min(graph_edges / 2, static_cast<std::uint64_t>(ranks) * options.edges_a_round);
  const MemoryPlan letters("triangles letters", heard * (sizeof(VertexId) + (sizeof(EdgeId) + sizeof(VertexId)) / 2));
  MemoryPlan plan = marking.total() > letters.total() ? marking : letters;
  plan.add_array<EdgeId>("triangles rows", own + 1);
  plan.add_array<VertexId>("triangles edges", edges);
  if (options.of_vertices) plan.add_array<std::uint64_t>("triangles of vertices", 2 * local_ids);
  return plan += TotalsBuffer::memory();
}

ShardedTriangles count_on_ranks(const std::vector<RankPart>& parts, const peers::Ghosts& ghosts,
                                const ranks::RankLayout& layout, const TriangleOptions& options) {
  ShardedTriangles triangles;
  peers::PeerGraph peers;
  for (const RankPart& each : parts) peers.parts.push_back({each.stream, each.own, each.own, each.incoming, {}, {}});
  peers::PeerArrays none(peers);
  peers::StepRun run(peers, none, options.engine, triangles);
  std::vector<std::uint64_t> bytes(layout.held.size(), 0);
  std::vector<RankCount> counts;
  run.begin_whole();
  for (const RankPart& each : parts) {
    triangles.own.push_back(each.own);
    triangles.first.push_back(each.local_ids.first);
    counts.emplace_back(each, options.of_vertices);
  }
  keep_edges(counts, ghosts);
  for (RankCount& each : counts) each.count(each.rows());
  run.mark_computed();
  count_far(counts, layout, options.edges_a_round, bytes);
  if (options.of_vertices) add_up_vertices(counts, ghosts);
  TriangleCounts mine;
  for (RankCount& each : counts) each.add_to(mine);
  const TriangleCounts all = ranks::all_reduce(*layout.ranks, mine, [](TriangleCounts a, const TriangleCounts& b) {
    a.total += b.total;
    a.wedges += b.wedges;
    return a;
  });
  static_cast<TriangleCounts&>(triangles) = all;
  if (options.of_vertices)
    for (RankCount& each : counts) triangles.values.push_back(each.take());
  run.end_whole();
  triangles.per_device.back().links = traffic_of(layout, bytes);
  return triangles;
}

}  // namespace warpgraph::algorithms::triangles
