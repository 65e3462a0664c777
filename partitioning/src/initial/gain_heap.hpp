// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "candidate.hpp"

namespace warpgraph::partitioning {

// Vertices by gain, the highest first: a binary heap that knows the place of each vertex, so that a change of gain
// leaves no entry behind.
class GainHeap {
 public:
  explicit GainHeap(VertexId vertices) : place_(vertices, kNowhere) {}

  // None if it is empty.
  [[nodiscard]] Candidate top() const { return entries_.empty() ? Candidate{} : entries_[0]; }

  // Adds the vertex or changes its gain.
  void set(VertexId v, Weight gain, std::uint64_t seed) {
    std::uint32_t at = place_[v];
    if (at == kNowhere) {
      at = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back(candidate(v, gain, seed));
      return rise(at);
    }
    const Weight before = std::exchange(entries_[at].gain, gain);
    if (gain > before) return rise(at);
    if (gain < before) sink(at);
  }
  void pop() {
    place_[entries_[0].vertex()] = kNowhere;
    const Candidate last = entries_.back();
    entries_.pop_back();
    if (entries_.empty()) return;
    entries_[0] = last;
    sink(0);
  }
  void clear() {
    for (const Candidate& each : entries_) place_[each.vertex()] = kNowhere;
    entries_.clear();
  }

 private:
  static constexpr std::uint32_t kNowhere = ~0u;

  void put(std::uint32_t at, const Candidate& entry) {
    entries_[at] = entry;
    place_[entry.vertex()] = at;
  }
  void rise(std::uint32_t at) {
    const Candidate entry = entries_[at];
    for (; at > 0 && entries_[(at - 1) / 2] < entry; at = (at - 1) / 2) put(at, entries_[(at - 1) / 2]);
    put(at, entry);
  }
  void sink(std::uint32_t at) {
    const Candidate entry = entries_[at];
    const std::size_t size = entries_.size();
    for (;;) {
      std::size_t child = 2 * std::size_t{at} + 1;
      if (child >= size) break;
      if (child + 1 < size && entries_[child] < entries_[child + 1]) ++child;
      if (!(entry < entries_[child])) break;
      put(at, entries_[child]);
      at = static_cast<std::uint32_t>(child);
    }
    put(at, entry);
  }

  std::vector<Candidate> entries_;
  std::vector<std::uint32_t> place_;
};

}  // namespace warpgraph::partitioning
