// SPDX-License-Identifier: Apache-2.0
#include "graph_on_ranks.hpp"

#include <filesystem>
#include <optional>
#include <system_error>

#include <warpgraph/framework/ranks/write_part.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "file_names.hpp"
#include "option_groups.hpp"
#include "summary.hpp"

namespace warpgraph::cli {

bool is_read_in_parts(const std::filesystem::path& file, const GraphFormat& format) {
  std::error_code error;
  const auto kind = std::filesystem::status(file, error).type();
  const bool has_places = kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found;
  if (!has_places || has_compressed_name(file)) return false;
  return format.is_own() || format.is_text();
}

bool makes_parts(const std::string& target, const std::string& format_option, const po::variables_map& options) {
  const bool wants_others = is_given(options, "devices") || options["outgoing"].as<bool>();
  return target != "-" && !wants_others && output_format(target, options, format_option).is_own();
}

void write_together(const std::string& target, const ranks::AnyGraphPart& part, ThreadPool& threads,
                    const Stopwatch& watch, Output& output) {
  Ranks& ranks = *output.ranks;
  const GraphSummary summary = summarise(ranks, part, threads);
  std::optional<Phase> phase(std::in_place, output, "writing " + output_name(target));
  ranks::write_part(ranks, target, part, threads);
  phase.reset();
  if (ranks.rank() == 0) report_written(target, GraphFormat::own(), summary, watch.seconds(), output);
}

}  // namespace warpgraph::cli
