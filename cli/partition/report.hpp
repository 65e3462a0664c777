// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/framework/generate/generator.hpp>
#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/partitioning/partition.hpp>

#include "../command.hpp"

// What `warpgraph partition` says of a partition.
namespace warpgraph::cli {

struct PartitionReport {
  std::string file;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool has_edge_weights = false;
  std::vector<std::int64_t> heaviest_vertex = {};  // by each constraint
  partitioning::PartitionOptions options = {};
  std::string preset = {};  // empty: the method has none
  std::string method = {};
  std::string devices = {};
  partitioning::Partition partition = {};
  partitioning::PartitionQuality quality = {};
  std::uint64_t graph_bytes = 0;      // of its arrays, with all weights
  std::uint64_t predicted_bytes = 0;  // partition_memory() of the devices that took part
  std::uint64_t peak_bytes = 0;       // of the device that had most
  double read_seconds = 0;
  double evaluate_seconds = 0;
  std::vector<generators::PlanePoint> points = {};  // where the vertices lie, if that is known
};

// For --json, and for the table of the page.
nlohmann::ordered_json describe_partition(const PartitionReport& report);

// In the shape that gpmetis gives its results, which scripts know how to take apart.
void print_partition(const PartitionReport& report, Output& output);

// A line about parts that weigh more or less than they may, because no better partition was found or there is none;
// empty if there are no such parts.
std::string missed_limits(const PartitionReport& report);

// A line about parts that are not connected although they shall be; empty if there are no such parts.
std::string missed_connection(const PartitionReport& report);

// A page of HTML: the facts, the parts where they lie, and the levels as a V. The left arm is coarsening, the right one
// refinement.
std::string partition_page(const PartitionReport& report);

}  // namespace warpgraph::cli
