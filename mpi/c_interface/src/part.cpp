// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/ranks/read_part.hpp>
#include <warpgraph/framework/ranks/write_values.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "any_algorithm.hpp"
#include "engine_options.hpp"
#include "graph_options.hpp"
#include "handles.hpp"
#include "rank_handles.hpp"
#include "status.hpp"

namespace warpgraph::c_interface {
namespace {

ranks::ReadPartOptions part_options(const char* path, const char* format, const warpgraph_graph_options* given,
                                    Runtime& runtime) {
  const warpgraph_graph_options options = options_of(given, kStandardGraph);
  required(path, "path");
  ranks::ReadPartOptions result{read_options(options, runtime.threads()), build_options(options)};
  if (format != nullptr && std::string_view(format) != "wg") result.read.format = files::parse_file_format(format);
  result.build.outgoing = false;  // shards make their own
  return result;
}

std::unique_ptr<warpgraph_part> spread(const std::shared_ptr<MpiRanks>& ranks, const std::shared_ptr<Runtime>& runtime,
                                       const ranks::AnyGraphPart& any) {
  return std::visit(
      [&](const auto& part) {
        ShardOptions sharding;
        sharding.outgoing = true;
        // Components on one rank are found as on the devices of one process, which know all vertices.
        sharding.copies = ranks->size() == 1 ? Copies::kAll : Copies::kRead;
        AnyShardedGraph graph = shards::shard_part(*ranks, *runtime, part, sharding);
        return std::unique_ptr<warpgraph_part>(
            new warpgraph_part{ranks, runtime, part.own, part.ids, std::move(graph)});
      },
      any);
}

// What ranks compare before a run: whatever was called, even what is no call. Options are in the order of their names;
// those of one name keep theirs.
std::vector<std::string> run_words(const char* algorithm, const char* options, const EngineOptions& engine,
                                   bool no_facts) {
  std::vector<std::string> words;
  std::string_view rest = options == nullptr ? "" : options;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    words.emplace_back(one);
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
  }
  std::ranges::stable_sort(words, {}, [](const std::string& word) { return word.substr(0, word.find('=')); });
  words.insert(words.begin(), ranks::call_word("algorithm", algorithm == nullptr ? "NULL" : algorithm));
  words.push_back(ranks::call_word("max_supersteps", engine.max_supersteps));
  words.push_back(ranks::call_word("deterministic", engine.deterministic));
  words.push_back(ranks::call_word("no_facts", no_facts));
  return words;
}

void expect_runs_on_ranks(const NamedAlgorithm& named) {
  const algorithms::Algorithm& algorithm = named.algorithm;
  const bool runs =
      (algorithm.devices == algorithms::DeviceUse::kEngine || algorithm.runs_on_ranks) && named.runs->can_spread();
  require(runs, algorithm.name + " runs in one process, not on several ranks");
  require(algorithm.leaves == algorithms::Leaves::kValues,
          algorithm.name + " leaves edges, and no values of own vertices");
}

}  // namespace
}  // namespace warpgraph::c_interface

using namespace warpgraph;               // NOLINT(google-build-using-namespace)
using namespace warpgraph::c_interface;  // NOLINT(google-build-using-namespace)

warpgraph_status warpgraph_part_read(warpgraph_ranks* ranks, warpgraph_runtime* runtime, const char* path,
                                     const char* format, const warpgraph_graph_options* options,
                                     warpgraph_part** part) {
  return create(part, [&] {
    const std::shared_ptr<MpiRanks>& all = required(ranks, "ranks").ranks;
    const ranks::ReadPartOptions reading = ranks::fail_together(
        all.get(), [&] { return part_options(path, format, options, *required(runtime, "runtime").runtime); });
    const ranks::AnyGraphPart own = ranks::read_part(*all, path, reading);
    return ranks::fail_together(all.get(), [&] { return spread(all, runtime->runtime, own); });
  });
}

void warpgraph_part_destroy(warpgraph_part* part) { delete part; }

warpgraph_status warpgraph_part_vertex_count(const warpgraph_part* part, int64_t* count) {
  return guarded([&] {
    required(count, "count") =
        std::visit([](const auto& each) -> std::int64_t { return each.vertex_count(); }, required(part, "part").graph);
  });
}

warpgraph_status warpgraph_part_edge_count(const warpgraph_part* part, int64_t* count) {
  return guarded([&] {
    required(count, "count") = std::visit([](const auto& each) { return static_cast<std::int64_t>(each.edge_count()); },
                                          required(part, "part").graph);
  });
}

warpgraph_status warpgraph_part_own_count(const warpgraph_part* part, int64_t* count) {
  return guarded([&] { required(count, "count") = static_cast<std::int64_t>(required(part, "part").own.size()); });
}

warpgraph_status warpgraph_part_copy_vertices(const warpgraph_part* part, uint64_t* vertices, size_t capacity) {
  return guarded([&] {
    const VertexRange own = required(part, "part").own;
    require(capacity >= own.size(), "capacity is less than the number of vertices");
    if (own.size() != 0) required(vertices, "vertices");
    for (VertexId i = 0; i < own.size(); ++i) vertices[i] = part->ids.empty() ? own.first + i : part->ids[i];
  });
}

warpgraph_status warpgraph_part_run(warpgraph_part* part, const char* algorithm, const char* options,
                                    const warpgraph_run_options* run, warpgraph_result** result) {
  return create(result, [&] {
    const warpgraph_part& handle = required(part, "part");
    MpiRanks& ranks = *handle.ranks;
    const EngineOptions engine = ranks::fail_together(&ranks, [&] { return run_options(run); });
    ranks::expect_same_call(&ranks, "warpgraph_part_run", run_words(algorithm, options, engine, leaves_out_facts(run)));
    // What fails here fails on all ranks.
    const NamedAlgorithm named = named_algorithm(algorithm, parse_arguments(options), run, OnDevices::kSeveral);
    expect_runs_on_ranks(named);
    return ranks::fail_together(&ranks, [&] {
      const algorithms::AlgorithmRequest request = request_of(named, algorithms::PlacedGraphView(handle.graph));
      algorithms::AlgorithmOutcome outcome = named.runs->run(request);
      std::vector<CFact> facts = facts_of(named, request, outcome, run);
      std::vector<CColumn> columns = as_c_columns(named.algorithm, outcome);
      return std::make_unique<warpgraph_result>(
          warpgraph_result{std::move(columns), std::move(outcome.report), std::move(facts)});
    });
  });
}

warpgraph_status warpgraph_part_write(warpgraph_part* part, const warpgraph_result* result, const char* path) {
  return guarded([&] {
    const warpgraph_part& handle = required(part, "part");
    MpiRanks& ranks = *handle.ranks;
    ranks::fail_together(&ranks, [&] {
      const warpgraph_result& written = required(result, "result");
      const std::filesystem::path file(&required(path, "path"));
      std::visit(
          [&]<class Value>(const std::vector<Value>& values) {
            require(values.size() == handle.own.size(), "the result is not one of this part");
            files::write_values<Value>(ranks, file, {handle.own.first, values, handle.ids.span()});
          },
          written.columns.front().values);
    });
  });
}
