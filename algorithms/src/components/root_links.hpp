// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <warpgraph/framework/ids.hpp>

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
  explicit LinkedRoots(const std::vector<RootLink>& links) {
    for (const RootLink& each : links) name_.insert(name_.end(), {each.a, each.b});
    std::ranges::sort(name_);
    name_.erase(std::ranges::unique(name_).begin(), name_.end());
    for (std::size_t i = 0; i < name_.size(); ++i) parent_.push_back(static_cast<VertexId>(i));
  }

  // False: they were joined before.
  bool join(const RootLink& link) {
    VertexId a = root(place_of(link.a));
    VertexId b = root(place_of(link.b));
    if (a == b) return false;
    if (a < b) std::swap(a, b);
    parent_[a] = b;
    return true;
  }
  // Ascending.
  [[nodiscard]] const std::vector<VertexId>& names() const { return name_; }
  [[nodiscard]] VertexId lowest(std::size_t i) { return name_[root(static_cast<VertexId>(i))]; }

 private:
  [[nodiscard]] VertexId place_of(VertexId name) const {
    return static_cast<VertexId>(std::ranges::lower_bound(name_, name) - name_.begin());
  }
  VertexId root(VertexId i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  std::vector<VertexId> name_;
  std::vector<VertexId> parent_;
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
