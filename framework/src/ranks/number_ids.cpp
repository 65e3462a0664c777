// SPDX-License-Identifier: Apache-2.0
#include "ranks/number_ids.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph::detail {

namespace {

// A few elements of a sorted array, at equal distances.
struct Sample {
  static constexpr std::size_t kMax = 64;

  std::uint64_t of = 0;  // elements
  std::array<std::uint64_t, kMax> element = {};

  explicit Sample(std::span<const std::uint64_t> sorted) : of(sorted.size()) {
    for (std::size_t i = 0; i < size(); ++i) element[i] = sorted[sorted.size() * i / size()];
  }
  Sample() = default;
  [[nodiscard]] std::size_t size() const { return std::min<std::uint64_t>(of, kMax); }
};

// What lies between the splitters.
std::vector<std::vector<std::uint64_t>> cut(const std::vector<std::uint64_t>& sorted,
                                            const std::vector<std::uint64_t>& splitters) {
  std::vector<std::vector<std::uint64_t>> pieces;
  auto begin = sorted.begin();
  for (const std::uint64_t splitter : splitters) {
    const auto end = std::lower_bound(begin, sorted.end(), splitter);
    pieces.emplace_back(begin, end);
    begin = end;
  }
  pieces.emplace_back(begin, sorted.end());
  return pieces;
}

std::vector<std::uint64_t> merge_distinct(const std::vector<std::vector<std::uint64_t>>& sorted) {
  std::vector<std::uint64_t> all;
  for (const std::vector<std::uint64_t>& each : sorted) all.insert(all.end(), each.begin(), each.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// `spread`: so many elements for each vertex from `first` on.
template <class T>
std::vector<T> bring(Ranks& ranks, VertexId first, const std::vector<T>& spread, std::size_t width,
                     std::span<const VertexRange> own) {
  std::vector<std::vector<T>> to(own.size());
  const std::uint64_t last = first + (width == 0 ? 0 : spread.size() / width);
  const auto place_of = [&](std::uint64_t v) {
    return spread.begin() + static_cast<std::ptrdiff_t>((std::clamp<std::uint64_t>(v, first, last) - first) * width);
  };
  for (std::size_t r = 0; r < own.size(); ++r) to[r].assign(place_of(own[r].first), place_of(own[r].last));
  std::vector<T> mine;
  for (const std::vector<T>& from : ranks::all_to_all(ranks, to)) mine.insert(mine.end(), from.begin(), from.end());
  return mine;
}

}  // namespace

std::vector<std::uint64_t> choose_splitters(Ranks& ranks, std::span<const std::uint64_t> sorted) {
  std::vector<std::pair<std::uint64_t, double>> weighed;  // an element, and how many it stands for
  double all = 0;
  for (const Sample& sample : ranks::all_gather(ranks, Sample(sorted))) {
    for (std::size_t i = 0; i < sample.size(); ++i)
      weighed.emplace_back(sample.element[i], static_cast<double>(sample.of) / static_cast<double>(sample.size()));
    all += static_cast<double>(sample.of);
  }
  std::ranges::sort(weighed);
  std::vector<std::uint64_t> splitters;
  double before = 0;
  auto next = weighed.begin();
  for (int r = 1; r < ranks.size(); ++r) {
    const double wanted = all * r / ranks.size();
    while (next != weighed.end() && before + next->second <= wanted) before += (next++)->second;
    splitters.push_back(next == weighed.end() ? (weighed.empty() ? 0 : weighed.back().first) : next->first);
  }
  return splitters;
}

NumberedIds number_ids(Ranks& ranks, const std::vector<std::uint64_t>& ids) {
  const std::vector<std::vector<std::uint64_t>> asked =
      ranks::all_to_all(ranks, cut(ids, choose_splitters(ranks, ids)));
  NumberedIds result;
  result.names.names = merge_distinct(asked);
  const std::vector<std::uint64_t> counts = ranks::all_gather(ranks, std::uint64_t{result.names.names.size()});
  const std::uint64_t count = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (count > kNoVertex)
    throw InputError("expected no more than " + std::to_string(kNoVertex) + " vertices, found " +
                     std::to_string(count));
  result.vertex_count = static_cast<VertexId>(count);
  result.names.first =
      static_cast<VertexId>(std::accumulate(counts.begin(), counts.begin() + ranks.rank(), std::uint64_t{0}));

  std::vector<std::vector<VertexId>> answers(asked.size());
  for (std::size_t r = 0; r < asked.size(); ++r) {
    auto place = result.names.names.begin();
    for (const std::uint64_t id : asked[r]) {
      place = std::lower_bound(place, result.names.names.end(), id);
      answers[r].push_back(result.names.first + static_cast<VertexId>(place - result.names.names.begin()));
    }
  }
  for (const std::vector<VertexId>& answer : ranks::all_to_all(ranks, answers))
    result.number.insert(result.number.end(), answer.begin(), answer.end());
  return result;
}

graphs::HostArray<std::uint64_t> bring_names(Ranks& ranks, const SpreadNames& spread,
                                             std::span<const VertexRange> own) {
  return bring(ranks, spread.first, spread.names, 1, own);
}

VertexWeights bring_weights(Ranks& ranks, const SpreadWeights& spread, std::span<const VertexRange> own) {
  const std::size_t count = spread.weights.count;
  return {count, bring(ranks, spread.first, spread.weights.values, count, own)};
}

}  // namespace warpgraph::detail
