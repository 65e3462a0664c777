// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "list_parts.hpp"
#include "placed_sublists.hpp"
#include "spread.hpp"
#include "walk_size.hpp"

// The heads of several lists on several devices, before any of these walks.
namespace warpgraph::algorithms::lists {

// The words of a bitmask in which a range has bits.
[[nodiscard]] inline VertexRange words_of(VertexRange range) {
  return range.empty() ? VertexRange{} : VertexRange{range.first / 32, (range.last - 1) / 32 + 1};
}

inline void collect_heads(ListPart& part, const Splitters& splitters, View<std::uint32_t> heads) {
  const VertexRange words = words_of(part.own);
  kernel::launch(part.stream, kernel::Warps{divided(part.own.size(), CollectOwnHeads::kElements)},
                 CollectOwnHeads{splitters, std::as_const(part.marks).view().subview(words.first, words.size()),
                                 part.own.first, part.own.last, heads, part.status});
}

// Elements that no other is before, and that are no splitters, on all devices in the same order. Returns how many there
// are, and nothing if these are no lists.
inline std::optional<std::uint32_t> find_heads(ListParts& parts, const Splitters& splitters) {
  for (ListPart& part : parts) {
    part.marks = Buffer<std::uint32_t>(part.stream, (parts.elements() + 31) / 32, "list marks");
    fill(part.stream, part.marks, 0);
    kernel::for_each(part.stream, part.own.size(),
                     MarkSuccessors{own_part(part, part.next.view()), part.marks, part.status});
    part.inbox = Buffer<std::uint32_t>(part.stream, (parts.size() - 1) * words_of(part.own).size(), "list inbox");
  }
  parts.exchange([&](ListPart& from, const ListPart& to) {
    const VertexRange words = words_of(to.own);
    return std::as_const(from.marks).view().subview(words.first, words.size());
  });
  for (ListPart& part : parts) {
    const VertexRange words = words_of(part.own);
    kernel::for_each(part.stream, words.size(),
                     MergeMarks{part.marks.view().subview(words.first, words.size()), part.inbox, part.status});
    collect_heads(part, splitters, {});
  }
  std::vector<std::uint64_t> counts;
  std::uint64_t count = 0;
  for (const Status& found : parts.statuses()) {
    if (found.is_faulty != 0) return std::nullopt;
    counts.push_back(count);
    count += found.heads;
  }
  counts.push_back(count);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ListPart& part = parts[i];
    part.heads = Buffer<std::uint32_t>(part.stream, count, "list heads");
    kernel::for_each(part.stream, 1, SetStatus{part.status, {}});
    if (counts[i + 1] != counts[i])
      collect_heads(part, splitters, part.heads.view().subview(counts[i], counts[i + 1] - counts[i]));
  }
  parts.put_ranges(counts, [](ListPart& part) { return part.heads.view(); });
  for (ListPart& part : parts) {
    part.marks = {};
    part.inbox = {};
  }
  return static_cast<std::uint32_t>(count);
}

}  // namespace warpgraph::algorithms::lists
