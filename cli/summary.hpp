// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "graph_file.hpp"

namespace warpgraph::cli {

// A graph in a few words.
struct GraphSummary {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;  // those of an undirected graph counted once
  bool directed = true;
  ValueType values = ValueType::kNone;
};

GraphSummary summarise(const GraphContent& content, ThreadPool& threads);
// The same of a graph of which each rank has a part.
GraphSummary summarise(Ranks& ranks, const ranks::AnyGraphPart& part, ThreadPool& threads);

// "6 vertices, 7 directed edges, int32 values"
std::string describe(const GraphSummary& summary);

// Says what was written: a JSON object as a result, or a remark.
void report_written(const std::filesystem::path& file, const GraphFormat& format, const GraphSummary& summary,
                    double seconds, Output& output);

}  // namespace warpgraph::cli
