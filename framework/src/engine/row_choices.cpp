// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/row_choices.hpp>

#include <algorithm>

#include <warpgraph/framework/tuning.hpp>

namespace warpgraph::rows {

bool is_skewed(const RowLengths& rows) {
  return static_cast<double>(rows.longest) > tuning::kSkewFactor * rows.mean + tuning::kSkewEdges;
}

bool pulls_unsettled(const RowLengths& incoming, std::uint64_t value_bytes) {
  return is_skewed(incoming) && incoming.mean >= tuning::kMeanForUnsettled &&
         value_bytes > tuning::kValueBytesForPriority;
}

double distance_step(const RowLengths& outgoing) {
  if (is_skewed(outgoing))
    return outgoing.mean < tuning::kMeanForUnsettled ? tuning::kStepSkewed : tuning::kStepSkewedLong;
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

std::uint32_t choose_blocks(VertexId rows, EdgeId edges, VertexId sources, std::size_t seen_bytes,
                            std::uint64_t block_bytes) {
  const std::uint64_t bytes = sources * std::uint64_t{seen_bytes};
  if (rows == 0 || block_bytes == 0 || bytes / 2 <= block_bytes) return 0;
  const std::uint64_t wanted = (bytes + block_bytes - 1) / block_bytes;
  const std::uint64_t most = edges / (rows * tuning::kEdgesPerRowOfBlock);
  return most < 2 ? 0 : static_cast<std::uint32_t>(std::min(wanted, most));
}

std::shared_ptr<const SourceBlocks> find_blocks(StreamRef stream, const GraphFacts& facts,
                                                const AdjacencyView<NoValue>& edges, VertexId sources,
                                                bool has_locality, std::size_t seen_bytes,
                                                const EngineOptions& options) {
  if (edges.row.empty() || has_locality || options.deterministic) return nullptr;
  const std::uint32_t count = choose_blocks(static_cast<VertexId>(edges.row.size() - 1), edges.column.size(), sources,
                                            seen_bytes, options.tuning.thresholds.block_bytes);
  return count == 0 ? nullptr : facts.blocks(stream, edges.row, edges.column, sources, count);
}

}  // namespace warpgraph::rows
