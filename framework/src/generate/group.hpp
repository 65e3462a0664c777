// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include <warpgraph/runtime/kernel/atomic.hpp>

#include "generate/job.hpp"

// Grouping the numbers [0, n) by a key: a counting sort whose places inside a group are first come, first served, and
// are then put in order, group by group. So the outcome does not depend on which came first. For small groups.
namespace warpgraph::generators::detail {

template <class Key>
struct CountMembers {
  Key key;
  View<std::uint32_t> ends;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { atomic::fetch_add(ends[key(i) + 1], 1u); }
};

template <class Key>
struct PlaceMembers {
  Key key;
  View<std::uint32_t> ends;
  View<std::uint32_t> members;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    members[atomic::fetch_add(ends[key(i) + 1], 1u)] = static_cast<std::uint32_t>(i);
  }
};

struct SortMembers {
  View<const std::uint32_t> ends;
  View<std::uint32_t> members;

  WARPGRAPH_DEVICE void operator()(std::uint64_t group) const {
    const std::uint32_t first = ends[group];
    for (std::uint32_t i = first; i < ends[group + 1]; ++i) {
      const std::uint32_t member = members[i];
      std::uint32_t place = i;
      for (; place > first && members[place - 1] > member; --place) members[place] = members[place - 1];
      members[place] = member;
    }
  }
};

// Group g is members[ends[g]] to members[ends[g + 1] - 1], ascending.
template <class Executor>
struct Groups {
  typename Executor::template Array<std::uint32_t> ends;
  typename Executor::template Array<std::uint32_t> members;
};

template <class Executor, class Key>
Groups<Executor> group_by(Executor& executor, std::uint64_t n, std::uint64_t groups, const Key& key) {
  auto ends = executor.template zeros<std::uint32_t>(groups + 1, "generated group ends");
  auto members = executor.template array<std::uint32_t>(n, "generated group members");
  // After the scan ends[g + 1] is where group g begins; placing its members moves it to where it ends.
  executor.for_each(n, CountMembers<Key>{key, Executor::view(ends)});
  executor.exclusive_scan(ends);
  executor.for_each(n, PlaceMembers<Key>{key, Executor::view(ends), Executor::view(members)});
  executor.for_each(groups, SortMembers{Executor::view(ends), Executor::view(members)});
  return {std::move(ends), std::move(members)};
}

}  // namespace warpgraph::generators::detail
