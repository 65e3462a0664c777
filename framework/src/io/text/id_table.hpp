// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph::detail {

// A set of ids that threads add to, as sorted runs. Runs of like size are merged as soon as there
// are two of them, so the memory is a small multiple of the distinct ids.
class DistinctIds {
 public:
  void add(std::vector<std::uint64_t> ids);
  // All of them, in increasing order.
  [[nodiscard]] std::vector<std::uint64_t> take();

 private:
  using Run = std::vector<std::uint64_t>;
  // A run that should be merged with one of `size` ids before that is added; empty if there is none.
  Run take_similar(std::size_t size);

  std::mutex mutex_;
  std::vector<Run> runs_;
};

// The place of an id in a sorted list of ids. A first table over the ids' leading bits leaves a
// search among a few.
class IdTable {
 public:
  explicit IdTable(const std::vector<std::uint64_t>& sorted_ids);
  // kNoVertex if `id` is not in the list.
  [[nodiscard]] VertexId place_of(std::uint64_t id) const;

 private:
  [[nodiscard]] std::size_t bucket_of(std::uint64_t id) const {
    return static_cast<std::size_t>((id - smallest_) >> shift_);
  }

  const std::vector<std::uint64_t>& ids_;
  std::uint64_t smallest_ = 0;
  unsigned shift_ = 0;
  std::vector<VertexId> bucket_begin_;
};

}  // namespace warpgraph::detail
