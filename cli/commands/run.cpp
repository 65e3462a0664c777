// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <charconv>
#include <numeric>
#include <optional>
#include <ostream>
#include <random>

#include <nlohmann/json.hpp>

#include <warpgraph/framework/engine/vertex_groups.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../graph_file.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../run/algorithm.hpp"
#include "../run/plots.hpp"
#include "../text.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

std::vector<std::string> plan_names() {
  std::vector<std::string> names;
  for (int plan = 0; plan < kPlanCount; ++plan) names.emplace_back(to_string(static_cast<Plan>(plan)));
  return names;
}
std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  for (int shape = 0; shape < kGatherShapeCount; ++shape)
    names.emplace_back(to_string(static_cast<GatherShape>(shape)));
  return names;
}

void add_engine_options(Declaration& declaration) {
  declaration.groups.push_back({"engine"});
  declaration.groups.back().options.add_options()  //
      ("plan", po::value<std::string>()->value_name("PLAN"),
       "of every superstep in which it is possible, instead of the engine's own choice")  //
      ("shape", po::value<std::string>()->value_name("SHAPE"),
       "how pull-all spreads edges over lanes, instead of by the lengths of the rows")  //
      ("groups", po::value<std::string>()->value_name("N"),
       "of a directed graph: no outgoing edges, but what groups of 1, 2, 4, ... or 64 vertices activate; auto: the "
       "smallest groups that fit")                                                       //
      ("supersteps", po::value<std::uint32_t>()->value_name("N"), "stop after so many")  //
      ("deterministic", po::bool_switch(), "the same bits from run to run, for floats and parents too");
  declaration.choices["plan"] = plan_names();
  declaration.choices["shape"] = shape_names();
}

EngineOptions engine_options(const po::variables_map& options, const AnyDeviceGraph& graph, StreamRef stream) {
  EngineOptions engine;
  if (options.count("plan") != 0) engine.plan = parse_plan(options["plan"].as<std::string>());
  if (options.count("shape") != 0) engine.shape = parse_gather_shape(options["shape"].as<std::string>());
  if (options.count("supersteps") != 0) engine.most_supersteps = options["supersteps"].as<std::uint32_t>();
  engine.deterministic = options["deterministic"].as<bool>();
  engine.time_supersteps = options.count("report") != 0;
  engine.graph_plan = std::visit([&](const auto& each) { return plan_graph(stream, each); }, graph);
  return engine;
}

// "auto" is 0.
unsigned parse_groups(const std::string& text) {
  if (text == "auto") return 0;
  unsigned ratio = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ratio);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !std::has_single_bit(ratio) || ratio > kMostVerticesPerGroup)
    throw UsageError("--groups cannot be \"" + text + "\"; it is auto, 1, 2, 4, 8, 16, 32 or 64");
  return ratio;
}

// As --groups asks for them, in place of the outgoing edges that the graph does not have.
std::optional<VertexGroups> vertex_groups(std::optional<unsigned> ratio, const AnyDeviceGraph& graph, StreamRef stream,
                                          Output& output) {
  if (!ratio) return {};
  const Phase phase(output, "grouping the vertices");
  return std::visit(
      [&](const auto& each) -> std::optional<VertexGroups> {
        if (each.is_undirected()) throw UsageError("--groups is for directed graphs, and this one is undirected");
        if (each.has_outgoing()) throw UsageError("--groups takes the place of outgoing edges, and the graph has them");
        if (*ratio != 0) return group_vertices(stream, incoming_edges(each), *ratio);
        auto groups = group_vertices_within(stream, incoming_edges(each), stream.device().memory().free / 2);
        if (!groups) throw UsageError("--groups auto: not even groups of 64 vertices fit into the device's memory");
        return groups;
      },
      graph);
}

const IdMap& ids_of(const AnyDeviceGraph& graph) {
  return std::visit([](const auto& each) -> const IdMap& { return each.ids(); }, graph);
}

template <EdgeValueType EdgeValue>
std::vector<VertexId> vertices_with_outgoing_edges(const DeviceGraph<EdgeValue>& graph, StreamRef stream) {
  std::vector<bool> has_edges(graph.vertex_count());
  if (graph.has_outgoing()) {
    const std::vector<EdgeId> row = to_host(stream, graph.view().outgoing.row);
    for (VertexId v = 0; v < has_edges.size(); ++v) has_edges[v] = row[v] != row[v + 1];
  } else {
    for (const VertexId source : to_host(stream, graph.view().incoming.column)) has_edges[source] = true;
  }
  std::vector<VertexId> vertices;
  for (VertexId v = 0; v < has_edges.size(); ++v)
    if (has_edges[v]) vertices.push_back(v);
  return vertices;
}

// "random:64": so many vertices, drawn from those that have outgoing edges, the same ones every time.
std::vector<std::uint64_t> draw_sources(const AnyDeviceGraph& graph, StreamRef stream, std::size_t count) {
  const std::vector<VertexId> candidates =
      std::visit([&](const auto& each) { return vertices_with_outgoing_edges(each, stream); }, graph);
  if (candidates.empty()) throw InputError("no vertex has an outgoing edge to start from");
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> sources(count);
  for (std::uint64_t& source : sources) source = ids_of(graph).name_of(candidates[random() % candidates.size()]);
  return sources;
}

std::vector<std::uint64_t> sources_of(const po::variables_map& options, const Algorithm& algorithm,
                                      const AnyDeviceGraph& graph, StreamRef stream) {
  if (!algorithm.has_source) return {0};
  if (options.count("sources") == 0) return {options["source"].as<std::uint64_t>()};
  const std::string& text = options["sources"].as<std::string>();
  constexpr std::string_view kRandom = "random:";
  std::size_t count = 0;
  const auto digits = text.substr(std::min(text.size(), kRandom.size()));
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), count).ptr;
  if (!text.starts_with(kRandom) || end != digits.data() + digits.size() || count == 0 || count > 1000000)
    throw UsageError("--sources cannot be \"" + text + "\"; it is random:N with N from 1 to 1000000");
  return draw_sources(graph, stream, count);
}

std::optional<AnyGraph> graph_to_verify_on(const po::variables_map& options, const Algorithm& algorithm,
                                           const AnyDeviceGraph& graph, StreamRef stream) {
  if (!options["verify"].as<bool>()) return {};
  if (!algorithm.verify) throw UsageError("there is no --verify for " + algorithm.name);
  return std::visit([&](const auto& each) -> AnyGraph { return download(stream, each); }, graph);
}

void expect_right(const Algorithm& algorithm, const RunRequest& request, const AnyGraph& graph,
                  const RunOutcome& outcome, Output& output) {
  const Phase phase(output, "verifying " + algorithm.name);
  const Problem problem = algorithm.verify(request, graph, outcome);
  if (!problem) return;
  const std::string from = algorithm.has_source ? " from " + std::to_string(request.source) : "";
  throw WrongResult("the result of " + algorithm.name + from + " is wrong: " + *problem);
}

RunOutcome run_once(const Algorithm& algorithm, const RunRequest& request, Output& output) {
  const Phase phase(output, "running " + algorithm.name);
  return algorithm.run(request);
}

struct NamedRun {
  std::uint64_t source;
  RunOutcome outcome;
};

std::string_view to_string(RunEnd end) {
  switch (end) {
    case RunEnd::kConverged:
      return "converged";
    case RunEnd::kSuperstepLimit:
      return "superstep limit";
    case RunEnd::kStopped:
      return "stopped";
    case RunEnd::kCancelled:
      return "cancelled";
  }
  return "unknown";
}

ordered_json to_json(const std::vector<SuperstepStatistics>& supersteps, bool timed) {
  ordered_json all = ordered_json::array();
  for (const SuperstepStatistics& step : supersteps) {
    ordered_json one{{"superstep", step.superstep},
                     {"plan", to_string(step.plan)},
                     {"active_vertices", step.active_vertices},
                     {"active_edges", step.active_edges},
                     {"updated_vertices", step.updated_vertices}};
    if (timed) one["microseconds"] = step.microseconds;
    all.push_back(std::move(one));
  }
  return all;
}

// "push x 2, pull-first x 3": in the order in which they were first chosen.
std::string plans_of(const RunReport& report) {
  std::vector<std::pair<Plan, std::size_t>> counts;
  for (const SuperstepStatistics& step : report.supersteps) {
    const auto found = std::ranges::find(counts, step.plan, &std::pair<Plan, std::size_t>::first);
    if (found == counts.end())
      counts.emplace_back(step.plan, 1);
    else
      ++found->second;
  }
  std::string text;
  for (const auto& [plan, count] : counts)
    text += (text.empty() ? "" : ", ") + std::string(to_string(plan)) + " x " + format_count(count);
  return text;
}

ordered_json describe_run(const Algorithm& algorithm, const NamedRun& run, std::uint64_t edges) {
  ordered_json facts;
  if (algorithm.has_source) facts["source"] = run.source;
  facts.update(algorithm.facts(run.outcome.values));
  facts.update(run.outcome.facts);
  facts["seconds"] = run.outcome.seconds;
  facts["edges_per_second"] = static_cast<double>(edges) / run.outcome.seconds;
  facts["end"] = to_string(run.outcome.report.end);
  facts["supersteps"] = run.outcome.report.supersteps.size();
  facts["plans"] = plans_of(run.outcome.report);
  return facts;
}

void print_run(const ordered_json& facts, std::ostream& out) {
  for (const auto& [name, value] : facts.items()) {
    if (value.is_array()) continue;  // for --json
    std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (name.ends_with("seconds")) text = format_seconds(value.get<double>());
    if (name == "edges_per_second") text = format_number(value.get<double>());
    if (value.is_number_unsigned() && name != "source") text = format_count(value.get<std::uint64_t>());
    std::string label = name;
    std::ranges::replace(label, '_', ' ');
    label.resize(std::max<std::size_t>(label.size(), 18), ' ');
    out << label << ' ' << text << '\n';
  }
}

class RunCommand final : public Command {
 public:
  std::string_view name() const override { return "run"; }
  std::string_view summary() const override { return "run an algorithm on a graph"; }
  std::string_view arguments() const override { return "ALGORITHM FILE"; }

  std::vector<Variant> variants() const override {
    std::vector<Variant> variants;
    for (const Algorithm& algorithm : algorithms()) variants.push_back({algorithm.name, algorithm.summary});
    return variants;
  }

  std::vector<Example> examples(std::string_view variant) const override {
    if (variant.empty() || variant == "bfs") {
      return {
          {"warpgraph run bfs g.wg --source 17 -o levels.txt", "a line for every vertex: its id and its level"},
          {"warpgraph run bfs g.wg --sources random:64 --verify",
           "the times of 64 searches, whose results are checked"},
          {"warpgraph run bfs road.gr --source 1 --report road.html", "with a page of plots, superstep by superstep"}};
    }
    const Algorithm& algorithm = find_algorithm(variant);
    return {{"warpgraph run " + algorithm.name + " g.wg" + (algorithm.has_source ? " --source 17" : "") +
                 " --devices cuda:0 -o values.npy",
             algorithm.summary}};
  }

  Declaration describe(std::string_view variant) const override {
    Declaration declaration{{{"options"}}};
    declaration.hidden.add_options()("algorithm", po::value<std::string>(), "")(
        "file", po::value<std::string>()->required(), "");
    declaration.positional.add("algorithm", 1).add("file", 1);
    auto& own = declaration.groups.front().options;
    own.add_options()("output,o", po::value<std::string>()->value_name("FILE"),
                      "where the values go: text, .npy or .bin; - is standard output")(
        "report", po::value<std::string>()->value_name("FILE"), "a page of HTML with plots of the supersteps")(
        "verify", po::bool_switch(), "check the values on the host, independently; exit with 6 if they are wrong");
    add_devices_option(declaration, "auto");
    add_format_option(declaration, "format", "format of the graph's file, if its name does not tell");
    if (!variant.empty()) {
      const Algorithm& algorithm = find_algorithm(variant);
      if (algorithm.has_source) {
        own.add_options()("source", po::value<std::uint64_t>()->value_name("ID")->default_value(0),
                          "the vertex to start from")("sources", po::value<std::string>()->value_name("random:N"),
                                                      "N random vertices with outgoing edges instead, one run each");
      }
      algorithm.declare(own);
    }
    add_engine_options(declaration);
    add_read_options(declaration);
    add_cleaning_options(declaration);
    return declaration;
  }

  void run(const po::variables_map& options, Output& output) override {
    const Algorithm& algorithm = find_algorithm(options["algorithm"].as<std::string>());
    const std::string& name = options["file"].as<std::string>();
    const GraphFormat format = input_format(name, options, "format");
    expect_outputs_fit(options, output);

    const auto runtime = open_devices(options, output);
    Device& device = runtime->device();
    LoadedFile file = load_graph(name, format, read_options(options), runtime->threads(), output);
    const Stream stream(device, "run");
    BuildOptions building = build_options(options);
    std::optional<unsigned> groups_of;
    if (options.count("groups") != 0) groups_of = parse_groups(options["groups"].as<std::string>());
    building.outgoing = !groups_of;  // the engine pushes along them
    const AnyDeviceGraph graph = put_on_device(stream, std::move(file.content), building, output);

    const std::vector<std::uint64_t> sources = sources_of(options, algorithm, graph, stream);
    if (sources.size() > 1 && options.count("output") != 0)
      throw UsageError("the values of several runs do not fit into one file; leave out --output or --sources");
    const std::optional<VertexGroups> groups = vertex_groups(groups_of, graph, stream, output);
    RunRequest request{stream, graph, options, engine_options(options, graph, stream)};
    request.engine.groups = groups ? &*groups : nullptr;
    const std::optional<AnyGraph> verified = graph_to_verify_on(options, algorithm, graph, stream);
    std::vector<NamedRun> runs;
    for (const std::uint64_t source : sources) {
      request.source = source;
      if (!runs.empty()) runs.back().outcome.values = {};  // nobody asks for them any more
      runs.push_back({source, run_once(algorithm, request, output)});
      if (groups) runs.back().outcome.facts["vertices_a_group"] = groups->ratio();
      if (verified) expect_right(algorithm, request, *verified, runs.back().outcome, output);
    }
    report(algorithm, runs, graph, options, output);
  }

 private:
  static void expect_outputs_fit(const po::variables_map& options, const Output& output) {
    const bool values_to_output = options.count("output") != 0 && options["output"].as<std::string>() == "-";
    if (values_to_output && output.json) throw UsageError("--json and the values do not both fit on standard output");
  }

  static void report(const Algorithm& algorithm, const std::vector<NamedRun>& runs, const AnyDeviceGraph& graph,
                     const po::variables_map& options, Output& output) {
    const std::uint64_t edges = std::visit([](const auto& each) { return each.edge_count(); }, graph);
    const NamedRun& last = runs.back();
    ordered_json facts{{"algorithm", algorithm.name}};
    facts.update(describe_run(algorithm, last, edges));
    if (runs.size() > 1) facts = describe_times(algorithm, runs);
    if (options["verify"].as<bool>()) facts["verified"] = runs.size() > 1 ? "the values of all runs" : "all values";
    bool values_shown = false;
    if (options.count("output") != 0) {
      const std::string& target = options["output"].as<std::string>();
      std::visit([&](const auto& values) { write_values(target, std::span(values), ids_of(graph)); },
                 last.outcome.values);
      values_shown = target == "-";
    }
    if (options.count("report") != 0) {
      OutputFile page(options["report"].as<std::string>());
      page.write(report_page("warpgraph run " + algorithm.name + " " + options["file"].as<std::string>(), facts,
                             last.outcome.report));
      page.commit();
    }
    if (output.json) {
      facts["superstep_statistics"] = to_json(last.outcome.report.supersteps, options.count("report") != 0);
      output.out << facts.dump(2) << '\n';
    } else if (!values_shown) {
      print_run(facts, output.out);
    }
  }

  // Of runs from several sources.
  static ordered_json describe_times(const Algorithm& algorithm, const std::vector<NamedRun>& runs) {
    std::vector<double> seconds;
    ordered_json each = ordered_json::array();
    for (const NamedRun& run : runs) {
      seconds.push_back(run.outcome.seconds);
      each.push_back({{"source", run.source},
                      {"seconds", run.outcome.seconds},
                      {"supersteps", run.outcome.report.supersteps.size()}});
    }
    std::ranges::sort(seconds);
    return {{"algorithm", algorithm.name},      {"runs", runs.size()},
            {"least_seconds", seconds.front()}, {"seconds", seconds[seconds.size() / 2]},
            {"most_seconds", seconds.back()},   {"each", each}};
  }
};

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }

}  // namespace warpgraph::cli
