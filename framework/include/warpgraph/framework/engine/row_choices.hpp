// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/plan.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/runtime/device.hpp>

// What the engine chooses by the lengths of a graph's rows.
namespace warpgraph {

// Whether a few rows are far longer than the rest.
[[nodiscard]] bool is_skewed(const RowLengths& rows);

// The shape of pull-all for rows of these lengths: one lane a vertex where all rows are short, some lanes where they
// are of about one length, equal slices of the edges where a few are far longer than the rest. A virtual device has no
// idle lanes to save: there it is warp segmentation, always.
[[nodiscard]] GatherShape choose_shape(const RowLengths& rows, DeviceKind kind);

// Whether programs with a priority do better to pull large frontiers in no order than to push in order: where paths
// have few edges and heavy vertices have most of them.
[[nodiscard]] bool pulls_unsettled(const RowLengths& incoming);

// How far distances should be taken together, in mean edge lengths: so far that the device has enough to do, and no
// farther, because vertices that push before their distance is final push again.
[[nodiscard]] double distance_step(const RowLengths& outgoing);

// How many lanes push along a row where all rows are short; 0 where they are not.
[[nodiscard]] std::uint32_t short_row_lanes(const RowLengths& rows);

}  // namespace warpgraph
