// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "../limits.hpp"

// Recursive bisection as a tree. Its root is the group of all parts, and each group of several parts is divided at its
// middle. The groups of one depth are ranges of parts, ascending.
namespace warpgraph::partitioning {

// More parts begin as so many groups of them, on smaller levels.
inline constexpr PartId kMaxStartParts = 64;

[[nodiscard]] inline PartId middle_of(PartId first, PartId last) { return first + (last - first) / 2; }

// Where each part is a group.
[[nodiscard]] int depth_of_parts(PartId parts);
// The first part of each group.
[[nodiscard]] std::vector<PartId> groups_at(PartId parts, int depth);
// What the groups may weigh. A group keeps some of its parts' tolerance for the bisections below.
[[nodiscard]] Limits limits_at(const Limits& limits, int depth);

}  // namespace warpgraph::partitioning
