// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/row_choices.hpp>

#include <algorithm>

#include <warpgraph/framework/tuning.hpp>

namespace warpgraph {

bool is_skewed(const RowLengths& rows) {
  return static_cast<double>(rows.longest) > tuning::kSkewFactor * rows.mean + tuning::kSkewEdges;
}

bool pulls_unsettled(const RowLengths& incoming) {
  return is_skewed(incoming) && incoming.mean >= tuning::kMeanForUnsettled;
}

double distance_step(const RowLengths& outgoing) {
  if (is_skewed(outgoing)) return tuning::kStepSkewed;
  return (outgoing.mean <= tuning::kMeanOfRoads ? tuning::kStepRoads : tuning::kStepOthers) /
         std::max(outgoing.mean, 1.0);
}

std::uint32_t short_row_lanes(const RowLengths& rows) {
  const auto& mean = tuning::kMeanForPushLanes;
  if (is_skewed(rows)) return 0;
  if (rows.mean <= mean[0]) return 1;
  if (rows.mean <= mean[1]) return 4;
  return rows.mean <= mean[2] ? 8 : 0;
}

GatherShape choose_shape(const RowLengths& rows, DeviceKind kind) {
  if (kind == DeviceKind::kHost) return GatherShape::kSegments;
  if (rows.longest <= tuning::kLongestForThread && rows.mean <= tuning::kMeanForThread) return GatherShape::kThread;
  if (is_skewed(rows) && rows.longest >= tuning::kHeavyEdges) return GatherShape::kEqualSplit;
  const auto& mean = tuning::kMeanForLanes;
  if (rows.mean <= mean[0]) return GatherShape::kVirtual2;
  if (rows.mean <= mean[1]) return GatherShape::kVirtual4;
  if (rows.mean <= mean[2]) return GatherShape::kVirtual8;
  return rows.mean <= mean[3] ? GatherShape::kVirtual16 : GatherShape::kVirtual32;
}

}  // namespace warpgraph
