// SPDX-License-Identifier: Apache-2.0
#include "ranks/place_sections.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace warpgraph::detail {

namespace {

// The first section that rank r adds up; r = size: the end.
std::size_t first_of_rank(std::size_t sections, std::size_t r, std::size_t size) {
  return sections / size * r + std::min(r, sections % size);
}

// The edges of all ranks in the sections that this one adds up.
std::vector<EdgeId> sum_own_sections(Ranks& ranks, std::span<const EdgeId> edges) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const auto me = static_cast<std::size_t>(ranks.rank());
  const auto of = [&](std::size_t r) {
    const std::size_t first = first_of_rank(edges.size(), r, size);
    return edges.subspan(first, first_of_rank(edges.size(), r + 1, size) - first);
  };
  std::vector<EdgeId> sums(of(me).begin(), of(me).end());
  std::vector<std::vector<EdgeId>> arrived(size);
  std::vector<Ranks::Sent> sent;
  std::vector<Ranks::Received> received;
  for (std::size_t r = 0; r < size; ++r) {
    if (r == me) continue;
    arrived[r].resize(sums.size());
    if (!of(r).empty()) sent.push_back({static_cast<int>(r), std::as_bytes(of(r))});
    if (!sums.empty()) received.push_back({static_cast<int>(r), std::as_writable_bytes(std::span(arrived[r]))});
  }
  ranks.exchange(sent, received);
  for (const std::vector<EdgeId>& from : arrived)
    for (std::size_t i = 0; i < from.size(); ++i) sums[i] += from[i];
  return sums;
}

// The r-th of `size` equal parts begins here.
EdgeId part_begin(EdgeId total, std::size_t r, std::size_t size) { return total / size * r + total % size * r / size; }

}  // namespace

std::vector<VertexRange> place_by_sections(Ranks& ranks, std::span<const EdgeId> edges, VertexId vertex_count) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::vector<EdgeId> own = sum_own_sections(ranks, edges);
  const std::vector<EdgeId> sums = ranks::all_gather(ranks, std::accumulate(own.begin(), own.end(), EdgeId{0}));
  const EdgeId total = std::accumulate(sums.begin(), sums.end(), EdgeId{0});
  EdgeId before = std::accumulate(sums.begin(), sums.begin() + ranks.rank(), EdgeId{0});

  // borders[r]: the section with which rank r begins; found by the rank that adds up the edges around it.
  std::vector<std::uint64_t> borders(size);
  std::size_t section = first_of_rank(edges.size(), static_cast<std::size_t>(ranks.rank()), size);
  std::size_t r = 1;
  while (r < size && part_begin(total, r, size) < before) ++r;
  for (const EdgeId here : own) {
    for (; r < size && part_begin(total, r, size) < before + here; ++r) {
      const EdgeId to_begin = part_begin(total, r, size) - before;
      borders[r] = to_begin <= here - to_begin ? section : section + 1;
    }
    before += here;
    ++section;
  }
  if (total == 0)
    for (std::size_t i = 0; i < size; ++i) borders[i] = first_of_rank(edges.size(), i, size);
  std::vector<std::uint64_t> all(size * size);
  ranks.all_gather(std::as_bytes(std::span(borders)), std::as_writable_bytes(std::span(all)));

  std::vector<VertexRange> ranges(size);
  const auto border = [&](std::size_t rank) {
    std::uint64_t found = 0;
    for (std::size_t by = 0; by < size; ++by) found = std::max(found, all[by * size + rank]);
    return static_cast<VertexId>(std::min<std::uint64_t>(found * shards::kSection, vertex_count));
  };
  for (std::size_t i = 0; i < size; ++i) ranges[i] = {border(i), i + 1 < size ? border(i + 1) : vertex_count};
  return ranges;
}

}  // namespace warpgraph::detail
