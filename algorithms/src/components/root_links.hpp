// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/sweep/host_union_find.hpp>

namespace warpgraph::algorithms::components {

// Two roots of one component.
struct RootLink {
  VertexId a;
  VertexId b;
  friend bool operator==(const RootLink&, const RootLink&) = default;
  friend auto operator<=>(const RootLink&, const RootLink&) = default;
};

// Trees of linked roots, on the host. The root of each is its lowest vertex. 8 bytes a root that has a link.
class LinkedRoots {
 public:
  explicit LinkedRoots(const std::vector<RootLink>& links) : name_(names_in(links)), trees_(name_.size()) {}

  // False: they were joined before.
  bool join(const RootLink& link) { return trees_.unite(place_of(link.a), place_of(link.b)); }
  // Ascending.
  [[nodiscard]] const std::vector<VertexId>& names() const { return name_; }
  [[nodiscard]] VertexId lowest(std::size_t i) { return name_[trees_.root_of(static_cast<VertexId>(i))]; }

 private:
  static std::vector<VertexId> names_in(const std::vector<RootLink>& links) {
    std::vector<VertexId> names;
    for (const RootLink& each : links) names.insert(names.end(), {each.a, each.b});
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    return names;
  }
  [[nodiscard]] VertexId place_of(VertexId name) const {
    return static_cast<VertexId>(std::ranges::lower_bound(name_, name) - name_.begin());
  }

  std::vector<VertexId> name_;
  sweep::HostUnionFind trees_;  // by place in name_
};

// The links without those that close a cycle.
inline std::vector<RootLink> without_cycles(std::vector<RootLink> links) {
  std::ranges::sort(links);
  links.erase(std::ranges::unique(links).begin(), links.end());
  LinkedRoots roots(links);
  std::erase_if(links, [&](const RootLink& each) { return !roots.join(each); });
  return links;
}

}  // namespace warpgraph::algorithms::components
