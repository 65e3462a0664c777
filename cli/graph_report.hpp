// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "memory_need.hpp"
#include "statistics.hpp"
#include "summary.hpp"

namespace warpgraph::cli {

// All that `warpgraph info` says about a file.
struct GraphReport {
  std::string file;
  std::string format;
  std::uint64_t file_bytes = 0;  // 0: not a regular file
  double load_seconds = 0;
  double build_seconds = 0;  // 0: the file holds a finished graph
  GraphSummary graph;
  std::uint64_t graph_bytes = 0;  // in host memory
  bool has_outgoing = false;
  std::uint64_t first_id = 0;  // the file's own ids, if there are vertices
  std::uint64_t last_id = 0;
  std::uint64_t weights_of_a_vertex = 0;
  GraphStatistics statistics;
  std::uint64_t components = 0;
  std::vector<MemoryNeed> memory;
};

nlohmann::ordered_json to_json(const GraphReport& report);
void print_report(const GraphReport& report, Output& output);

}  // namespace warpgraph::cli
