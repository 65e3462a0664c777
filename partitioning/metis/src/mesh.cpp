// SPDX-License-Identifier: Apache-2.0
#include "mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace warpgraph::metis {

namespace {

constexpr std::uint32_t kNoPart = ~0u;

std::span<const VertexId> row_of(const Rows& rows, std::size_t i) {
  return std::span(rows.column).subspan(rows.row[i], rows.row[i + 1] - rows.row[i]);
}

// Ends a row of a graph: its neighbours, ascending.
void end_row(Rows& graph) {
  std::sort(graph.column.begin() + static_cast<std::ptrdiff_t>(graph.row.back()), graph.column.end());
  graph.row.push_back(graph.column.size());
}

// How many rows each part has, and may have.
class Room {
 public:
  Room(std::size_t rows, std::size_t parts, std::span<const real_t> targets) : size_(parts, 0), limit_(parts) {
    for (std::size_t p = 0; p < parts; ++p) {
      const double share = targets.empty() ? 1.0 / static_cast<double>(parts) : double{targets[p]};
      limit_[p] = static_cast<std::size_t>(std::ceil(share * static_cast<double>(rows)));
    }
  }

  void take(std::uint32_t part) { ++size_[part]; }
  [[nodiscard]] bool is_left(std::uint32_t part) const { return size_[part] < limit_[part]; }
  // A part that has room; all parts together have room for all rows.
  [[nodiscard]] std::uint32_t next() {
    while (next_ + 1 < size_.size() && !is_left(next_)) ++next_;
    return next_;
  }

 private:
  std::vector<std::size_t> size_;
  std::vector<std::size_t> limit_;
  std::uint32_t next_ = 0;
};

// The part that most of the row is in, among those with room; the lowest of several.
std::uint32_t part_of_most(std::vector<std::uint32_t>& parts_of_row, const Room& room) {
  std::ranges::sort(parts_of_row);
  std::uint32_t best = kNoPart;
  std::size_t max_entries = 0;
  for (std::size_t first = 0; first < parts_of_row.size();) {
    std::size_t last = first;
    while (last < parts_of_row.size() && parts_of_row[last] == parts_of_row[first]) ++last;
    if (last - first > max_entries && room.is_left(parts_of_row[first])) {
      max_entries = last - first;
      best = parts_of_row[first];
    }
    first = last;
  }
  return best;
}

}  // namespace

Rows elements_of_nodes(const Rows& mesh, idx_t nodes) {
  Rows result;
  result.row.assign(static_cast<std::size_t>(nodes) + 1, 0);
  for (const VertexId node : mesh.column) ++result.row[node + 1];
  for (std::size_t n = 1; n < result.row.size(); ++n) result.row[n] += result.row[n - 1];
  result.column.resize(mesh.column.size());
  std::vector<EdgeId> next(result.row.begin(), result.row.end() - 1);
  for (VertexId element = 0; element < mesh.vertices(); ++element)
    for (const VertexId node : row_of(mesh, element)) result.column[next[node]++] = element;
  return result;
}

Rows dual_graph(const Rows& mesh, idx_t nodes, idx_t common) {
  const Rows elements = elements_of_nodes(mesh, nodes);
  const auto nodes_in = [&](VertexId element) { return mesh.row[element + 1] - mesh.row[element]; };
  const auto wanted = static_cast<EdgeId>(std::max<idx_t>(common, 1));
  Rows graph;
  std::vector<EdgeId> shared(mesh.vertices(), 0);
  std::vector<VertexId> seen;
  for (VertexId element = 0; element < mesh.vertices(); ++element) {
    seen.clear();
    for (const VertexId node : row_of(mesh, element)) {
      for (const VertexId other : row_of(elements, node)) {
        if (shared[other]++ == 0) seen.push_back(other);
      }
    }
    for (const VertexId other : seen) {
      const EdgeId count = shared[other];
      const bool is_neighbour = count >= wanted || count + 1 >= nodes_in(element) || count + 1 >= nodes_in(other);
      if (is_neighbour && other != element) graph.column.push_back(other);
      shared[other] = 0;
    }
    end_row(graph);
  }
  return graph;
}

Rows nodal_graph(const Rows& mesh, idx_t nodes) {
  const Rows elements = elements_of_nodes(mesh, nodes);
  Rows graph;
  std::vector<VertexId> last_seen(elements.vertices(), kNoVertex);
  for (VertexId node = 0; node < elements.vertices(); ++node) {
    last_seen[node] = node;
    for (const VertexId element : row_of(elements, node)) {
      for (const VertexId other : row_of(mesh, element)) {
        if (last_seen[other] == node) continue;
        last_seen[other] = node;
        graph.column.push_back(other);
      }
    }
    end_row(graph);
  }
  return graph;
}

std::vector<std::uint32_t> parts_of_rows(const Rows& rows, const std::vector<std::uint32_t>& part, idx_t parts,
                                         std::span<const real_t> targets) {
  Room room(rows.vertices(), static_cast<std::size_t>(parts), targets);
  std::vector<std::uint32_t> result(rows.vertices(), kNoPart);
  for (VertexId i = 0; i < rows.vertices(); ++i) {
    const auto row = row_of(rows, i);
    if (row.empty()) continue;
    const bool is_inside = std::ranges::all_of(row, [&](VertexId each) { return part[each] == part[row.front()]; });
    if (!is_inside) continue;
    result[i] = part[row.front()];
    room.take(result[i]);
  }
  std::vector<std::uint32_t> parts_of_row;
  for (VertexId i = 0; i < rows.vertices(); ++i) {
    if (result[i] != kNoPart) continue;
    parts_of_row.clear();
    for (const VertexId each : row_of(rows, i)) parts_of_row.push_back(part[each]);
    result[i] = part_of_most(parts_of_row, room);
    if (result[i] == kNoPart) result[i] = parts_of_row.empty() ? room.next() : parts_of_row.front();
    room.take(result[i]);
  }
  return result;
}

}  // namespace warpgraph::metis
