// SPDX-License-Identifier: Apache-2.0
#include "pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../file_names.hpp"
#include "line_of_edge.hpp"

namespace warpgraph::cli {

// The lines of a list of edges are what pairs look like.
VertexPairs read_pairs(const std::string& file, const IdMap& ids, VertexId vertices, ThreadPool& threads) {
  files::ReadOptions reading;
  reading.format = files::FileFormat::kEdgeList;
  reading.pool = &threads;
  reading.weights = files::WeightType::kNone;
  reading.direction = Direction::kDirected;
  const EdgeList list = files::read_edge_list(file, reading);
  const auto found = [&](const std::vector<VertexId>& ends) {
    std::vector<VertexName> names;
    names.reserve(ends.size());
    for (const VertexId each : ends) names.push_back(list.ids.name_of(each));
    try {
      return find_vertices(ids, vertices, names);
    } catch (const UnknownVertex& error) {
      const auto pair = static_cast<std::size_t>(std::ranges::find(names, error.name()) - names.begin());
      throw InputError(input_name(file), line_of_edge(file, pair), error.what());
    }
  };
  return {found(list.source), found(list.target)};
}

void write_meetings(const std::string& file, const VertexPairs& pairs, const Meetings& meetings, const IdMap& ids) {
  files::OutputFile out(file);
  std::string line;
  for (std::size_t i = 0; i < pairs.a.size(); ++i) {
    line = to_string(ids.name_of(pairs.a[i])) + ' ' + to_string(ids.name_of(pairs.b[i]));
    const bool meet = meetings.vertex[i] != kNoVertex;
    line += ' ' + (meet ? to_string(ids.name_of(meetings.vertex[i])) : "-");
    line += ' ' + (meet ? std::to_string(meetings.edges[i]) : "-");
    if (!meetings.weight.empty()) line += ' ' + (meet ? meetings.weight[i] : "-");
    line += '\n';
    out.write(line);
  }
  out.commit();
}

}  // namespace warpgraph::cli
