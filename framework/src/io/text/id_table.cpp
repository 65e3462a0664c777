// SPDX-License-Identifier: Apache-2.0
#include "io/text/id_table.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace warpgraph::detail {

namespace {

std::vector<std::uint64_t> merge(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> both;
  both.reserve(a.size() + b.size());
  std::ranges::set_union(a, b, std::back_inserter(both));
  return both;
}

}  // namespace

void DistinctIds::add(std::vector<std::uint64_t> ids) {
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  ids.shrink_to_fit();
  for (;;) {
    const Run other = take_similar(ids.size());
    if (other.empty()) break;
    ids = merge(ids, other);
  }
  const std::lock_guard lock(mutex_);
  runs_.push_back(std::move(ids));
}

DistinctIds::Run DistinctIds::take_similar(std::size_t size) {
  const std::lock_guard lock(mutex_);
  const auto similar = std::ranges::find_if(runs_, [&](const Run& run) { return run.size() / 2 <= size; });
  if (similar == runs_.end()) return {};
  Run run = std::move(*similar);
  runs_.erase(similar);
  return run;
}

std::vector<std::uint64_t> DistinctIds::take() {
  std::vector<std::uint64_t> all;
  std::ranges::sort(runs_, {}, &Run::size);
  for (Run& run : runs_) {
    all = merge(all, run);
    Run().swap(run);
  }
  runs_.clear();
  return all;
}

IdTable::IdTable(const std::vector<std::uint64_t>& sorted_ids) : ids_(sorted_ids) {
  if (ids_.empty()) return;
  smallest_ = ids_.front();
  const std::uint64_t range = ids_.back() - smallest_;
  const std::size_t buckets = std::bit_ceil(ids_.size() / 4 + 2);
  while (range >> shift_ >= buckets) ++shift_;
  bucket_begin_.assign(static_cast<std::size_t>(range >> shift_) + 2, 0);
  for (const std::uint64_t id : ids_) ++bucket_begin_[bucket_of(id) + 1];
  for (std::size_t i = 1; i < bucket_begin_.size(); ++i) bucket_begin_[i] += bucket_begin_[i - 1];
}

VertexId IdTable::place_of(std::uint64_t id) const {
  if (ids_.empty() || id < smallest_ || id > ids_.back()) return kNoVertex;
  const std::size_t bucket = bucket_of(id);
  const auto begin = ids_.begin() + bucket_begin_[bucket];
  const auto end = ids_.begin() + bucket_begin_[bucket + 1];
  const auto place = std::lower_bound(begin, end, id);
  return place != end && *place == id ? static_cast<VertexId>(place - ids_.begin()) : kNoVertex;
}

}  // namespace warpgraph::detail
