// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../described_options.hpp"
#include "../file_names.hpp"
#include "../graph_file.hpp"
#include "../json_output.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../reversed_edges.hpp"
#include "../run/description.hpp"
#include "../run/engine_options.hpp"
#include "../run/job.hpp"
#include "../run/placing.hpp"
#include "../run/plots.hpp"
#include "../run/prediction.hpp"
#include "../run/sources.hpp"
#include "../run/value_files.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using nlohmann::ordered_json;

// Null if nothing is to be verified; `fetched` is for one that no host memory holds yet.
const AnyGraph* graph_to_verify_on(const po::variables_map& options, const PlacedGraph& graph, AnyGraph& fetched) {
  if (!options["verify"].as<bool>()) return nullptr;
  if (graph.on_host() != nullptr) return graph.on_host();
  fetched = std::visit([&](const auto& each) -> AnyGraph { return download(graph.stream(), each); }, *graph.on_one());
  return &fetched;
}

// What comes before the first run. The devices are opened when the graph is placed on them.
struct StartTimes {
  double find_devices = 0;
  double read = 0;
  double place = 0;
};

void expect_right(const Job& job, const VerifiedGraph& graph, const NamedRun& run, const std::string& which,
                  Output& output) {
  const std::string& name = job.algorithm.name;
  const Phase phase(output, "verifying " + name + which);
  const auto problem = job.runs->verify(graph, run.source, run.outcome);
  if (!problem) return;
  const std::string from = job.algorithm.has_source ? " from " + to_string(run.source) : "";
  const char* const how = run.outcome.report.converged() ? " is wrong: " : " is unfinished, or wrong: ";
  throw WrongResult("the result of " + name + from + how + *problem);
}

// On several ranks the first looks at the values of all.
void verify(const Job& job, const PlacedGraph& graph, const std::optional<VerifiedGraph>& on, NamedRun& run,
            const std::string& which, Output& output) {
  if (graph.ranks() == nullptr) return expect_right(job, *on, run, which, output);
  std::vector<ResultColumn> own = run.outcome.columns;
  for (ResultColumn& column : run.outcome.columns) {
    column.values = std::visit(
        [&]<class Value>(std::vector<Value>& mine) -> VertexValues {
          return ranks::gather_on_first(*graph.ranks(), std::move(mine));
        },
        column.values);
  }
  if (on) expect_right(job, *on, run, which, output);
  run.outcome.columns = std::move(own);
}

// Zeros have the look of a result.
std::string missing_beginning(const Algorithm& algorithm, const po::variables_map& options) {
  std::string names;
  for (const std::string& name : algorithm.beginnings) {
    if (options.count(name) != 0) return "";
    names += (names.empty() ? "--" : " nor --") + name;
  }
  return names.empty() ? "" : algorithm.name + ": neither " + names + " is given, so all values stay 0";
}

// `warpgraph run ALGORITHM`, or a command of its own for one algorithm.
class RunCommand final : public Command {
 public:
  RunCommand() = default;
  explicit RunCommand(const Algorithm& only) : only_(&only) {}

  std::string_view name() const override { return only_ != nullptr ? std::string_view(only_->name) : "run"; }
  std::string_view summary() const override {
    return only_ != nullptr ? std::string_view(only_->summary) : "run an algorithm on a graph";
  }
  std::string_view arguments() const override { return only_ != nullptr ? "FILE" : "ALGORITHM FILE"; }

  std::vector<Variant> variants() const override {
    std::vector<Variant> variants;
    if (only_ != nullptr) return variants;
    for (const Algorithm& algorithm : all_algorithms()) variants.push_back({algorithm.name, algorithm.summary});
    return variants;
  }

  std::vector<Example> examples(std::string_view variant) const override {
    const Algorithm* const shown = find(variant);
    if (shown == nullptr || shown->name == "bfs") {
      return {
          {"warpgraph run bfs g.wg --source 17 -o levels.txt", "a line for every vertex: its id and its level"},
          {"warpgraph run bfs g.wg --sources random:64 --verify",
           "the times of 64 searches, whose results are checked"},
          {"warpgraph run bfs road.gr --source 1 --report road.html", "with a page of plots, superstep by superstep"}};
    }
    const std::string line = (only_ != nullptr ? "warpgraph " : "warpgraph run ") + shown->name + " g.wg" +
                             (shown->has_source ? " --source 17" : "") + " --verify -o ";
    if (shown->leaves == Leaves::kEdges)
      return {{line + "edges.wg", "checks the edges, and writes them as a graph of their own"}};
    return {{line + "values.npy", "checks the values of all vertices, and writes them as an array for NumPy"}};
  }

  Declaration describe(std::string_view variant) const override {
    const Algorithm* const algorithm = find(variant);
    Declaration declaration{{{"options"}}};
    if (only_ == nullptr) {
      declaration.hidden.add_options()("algorithm", po::value<std::string>(), "");
      declaration.positional.add("algorithm", 1);
    }
    auto* const file = po::value<std::string>();
    if (!variant.empty() || only_ != nullptr) file->required();
    declaration.hidden.add_options()("file", file, "");
    declaration.positional.add("file", 1);
    if (algorithm == nullptr)
      declaration.groups.front().options.add_options()(
          "list", po::bool_switch(),
          "only list the algorithms; with --json all that is known of them and their options");
    add_output_options(algorithm, declaration);
    add_control_options(declaration);
    add_devices_option(declaration, "auto");
    add_format_option(declaration, "format", "format of the graph's file, if its name does not tell");
    if (algorithm != nullptr) add_options_of(*algorithm, declaration);
    add_read_options(declaration);
    add_cleaning_options(declaration);
    add_engine_options(declaration);
    add_several_devices_options(declaration);
    if (algorithm != nullptr) hide_unused_options(*algorithm, declaration);
    return declaration;
  }

  bool goes_without_variant(std::string_view first) const override { return only_ == nullptr && first == "--list"; }

  bool runs_on_ranks(const po::variables_map& options) const override { return options.count("list") == 0; }

  void run(const po::variables_map& options, Output& output) override {
    if (options.count("list") != 0) return list(output);
    const Algorithm& algorithm = only_ != nullptr ? *only_ : find_algorithm(options["algorithm"].as<std::string>());
    const std::string& name = options["file"].as<std::string>();
    expect_usable(algorithm, options, output);
    const Job job{algorithm, algorithm.read(arguments_of(algorithm.options, options), wanted_columns(options))};
    const GraphFormat format = input_format(name, options, "format");
    Ranks* const ranks = output.ranks;

    StartTimes start;
    Stopwatch watch;
    const auto runtime = ranks == nullptr ? open_devices(options, output, runtime_options(options))
                                          : open_rank_devices(*ranks, options, output, runtime_options(options));
    start.find_devices = watch.lap();
    BuildOptions building = build_options(options);
    building.outgoing = true;  // the engine pushes along them
    const auto load = [&](Output& remarks) {
      return load_graph(name, format, read_options(options), runtime->threads(), remarks).content;
    };
    const auto place = [&] {
      if (ranks != nullptr) {
        ranks::AnyGraphPart part =
            load_part(*ranks, name, format, read_options(options), building, runtime->threads(), output);
        start.read = watch.lap();
        return place_part(*ranks, *runtime, to_be_placed(job), options, std::move(part), output);
      }
      GraphContent content = load(output);
      start.read = watch.lap();
      remark(remark_on_reversed(content, building, runtime->threads()), output);
      return place_graph(*runtime, to_be_placed(job), options, std::move(content), building, output);
    };
    const Placing placing = place();
    const PlacedGraph& graph = placing.graph;
    graph.stream().synchronize();
    start.place = watch.lap();

    const std::vector<VertexName> sources = sources_of(options, job, graph);
    AlgorithmRequest request{graph.view(), engine_options(options, graph)};
    const std::optional<Prediction> model = prediction(options, graph, request.engine);
    request.engine.exchange.on_late = [&](std::string_view message) { show_error(message, output); };
    request.control = asked_control(options);
    request.prepared = prepare(job, request.graph, sources, options, output);
    AnyGraph fetched;
    const bool is_first_rank = ranks == nullptr || ranks->rank() == 0;
    const AnyGraph* to_verify_on = nullptr;
    if (ranks == nullptr) {
      to_verify_on = graph_to_verify_on(options, graph, fetched);
    } else if (is_first_rank && options["verify"].as<bool>()) {
      Output again = output;
      again.quiet = true;  // the remarks were made when the parts were read
      fetched = build(load(again), building, runtime->device(), output);
      to_verify_on = &fetched;
    }
    std::optional<VerifiedGraph> verified;
    if (to_verify_on != nullptr) verified.emplace(*to_verify_on, runtime->threads());
    std::vector<NamedRun> runs;
    for (const VertexName source : sources) {
      request.source = source;
      const std::string which =
          sources.size() == 1 ? ""
                              : " (" + std::to_string(runs.size() + 1) + " of " + std::to_string(sources.size()) + ")";
      if (!runs.empty()) runs.back().outcome.columns.clear();  // they are not needed any more
      runs.push_back({source, run_repeatedly(job, request, which, options, output)});
      if (options["verify"].as<bool>()) verify(job, graph, verified, runs.back(), which, output);
    }
    remark(missing_beginning(algorithm, options), output);
    remark(placing.idle_options, output);
    remark_unused_options(options, algorithm, runs.back().outcome.report, output);
    const AlgorithmFacts facts = job.runs->facts(runs.back().outcome, graph.view());
    if (options.count("output") != 0) write(runs.back().outcome, algorithm.leaves, graph, options, output);
    if (is_first_rank) report(job, runs, facts, placing, start, request, model, options, output);
  }

 private:
  static void list(Output& output) {
    if (output.json)
      output.out << describe_json();
    else
      for (const Algorithm& each : all_algorithms()) print_fact(each.name, each.summary, output);
  }

  // Null for the help of all algorithms together.
  [[nodiscard]] const Algorithm* find(std::string_view variant) const {
    if (only_ != nullptr) return only_;
    return variant.empty() ? nullptr : &find_algorithm(variant);
  }

  static void add_output_options(const Algorithm* algorithm, Declaration& declaration) {
    const bool leaves_edges = algorithm != nullptr && algorithm->leaves == Leaves::kEdges;
    auto& shown = declaration.groups.front().options;
    shown.add_options()("output,o", po::value<std::string>()->value_name("FILE"),
                        leaves_edges ? "where the edges go, as a graph of their own; - is standard output"
                                     : "where the values go: text, .npy or .bin; - is standard output");
    if (leaves_edges) add_format_option(declaration, "to", "format of that file, if its name does not tell");
    shown.add_options()("report", po::value<std::string>()->value_name("FILE"),
                        "a page of HTML with plots of the supersteps; - is standard output, without a summary")(
        "verify", po::bool_switch(), "check the result on the host, independently; exit with 6 if it is wrong")(
        "repeat", po::value<unsigned>()->value_name("N")->default_value(1),
        "run N times and report the fastest run: the first one loads kernels and connects devices");
  }

  // Before the other options: an algorithm's own are what its help is read for.
  static void add_options_of(const Algorithm& algorithm, Declaration& declaration) {
    OptionGroup own{"options of " + algorithm.name};
    for (AlgorithmOption option : algorithm.options) {
      const bool is_source = option.kind == AlgorithmOption::Kind::kVertex;
      if (is_source) option.default_text = "the first with an edge to another";
      declare_option(option, own.options, declaration);
      if (is_source)
        own.options.add_options()("sources", po::value<std::string>()->value_name("random:N|ID,ID..."),
                                  "N random vertices with outgoing edges instead, or these vertices, one run each");
    }
    if (has_choice_of_columns(algorithm)) {
      own.options.add_options()("columns", po::value<std::string>()->value_name("NAME,..."),
                                help_of_columns(algorithm).c_str());
    }
    prepend(std::move(own), declaration);
  }

  static bool has_choice_of_columns(const Algorithm& algorithm) {
    return algorithm.leaves == Leaves::kValues && algorithm.columns.size() > 1;
  }
  static std::string help_of_columns(const Algorithm& algorithm) {
    std::string names;
    for (const AlgorithmColumn& each : algorithm.columns) names += (names.empty() ? "" : ", ") + each.name;
    return "the values to compute and write: one or more of " + names;
  }

  static WantedColumns wanted_columns(const po::variables_map& options) {
    if (options.count("columns") != 0) return WantedColumns::parse({options["columns"].as<std::string>()});
    return options.count("output") != 0;
  }

  // What can be told before the graph is read.
  static void expect_usable(const Algorithm& algorithm, const po::variables_map& options, const Output& output) {
    std::vector<NamedFile> inputs{{"FILE", options["file"].as<std::string>()}};
    std::vector<NamedFile> outputs;
    const auto add_file = [&](const std::string& name, std::vector<NamedFile>& files) {
      if (options.count(name) != 0) files.push_back({"--" + name, options[name].as<std::string>()});
    };
    for (const AlgorithmOption& option : algorithm.options)
      if (option.kind == AlgorithmOption::Kind::kFile || option.kind == AlgorithmOption::Kind::kArray)
        add_file(option.name, inputs);
    add_file("costs", inputs);
    add_vertices_file(options, inputs);
    if (options.count("output") != 0) {
      const std::vector<std::string> columns = wanted_columns(options).names();
      for (const std::string& file : files_of_columns(options["output"].as<std::string>(), columns, output.ranks))
        outputs.push_back({"--output", file});
    }
    add_file("report", outputs);
    expect_distinct(inputs, outputs);
    for (const NamedFile& file : outputs) {
      if (file.name == "-" && output.json)
        throw UsageError("--json and " + file.role + " do not both fit on standard output");
    }
    expect_no_unused_option(options, algorithm);
    static_cast<void>(asked_engine_options(options));
    static_cast<void>(asked_control(options));
    if (algorithm.leaves == Leaves::kEdges) expect_edges_writable(options, output);
    if (options["repeat"].as<unsigned>() == 0) throw UsageError("--repeat is at least 1");
    if (options["superstep-times"].as<bool>() && !output.json && options.count("report") == 0)
      throw UsageError("--superstep-times has no effect without --json");
    if (algorithm.has_source && asked_sources(options).count() > 1 && options.count("output") != 0)
      throw UsageError("the values of several runs do not fit into one file; leave out --output or --sources");
  }

  static void report(const Job& job, const std::vector<NamedRun>& runs, const AlgorithmFacts& values_tell,
                     const Placing& placing, const StartTimes& start, const AlgorithmRequest& request,
                     const std::optional<Prediction>& model, const po::variables_map& options, Output& output) {
    const Algorithm& algorithm = job.algorithm;
    const EngineOptions& engine = request.engine;
    const NamedRun& last = runs.back();
    const RunReport& left = last.outcome.report;
    ordered_json facts{{"algorithm", algorithm.name}};
    facts.update(describe_run(algorithm, last, values_tell, placing.graph.edge_count()));
    if (runs.size() > 1) facts = describe_times(algorithm, runs);
    if (request.prepared) facts.update(to_json(request.prepared->facts()));
    if (const unsigned repeats = options["repeat"].as<unsigned>(); repeats > 1) facts["fastest_of"] = repeats;
    facts["start_seconds"] = {{"find_devices", start.find_devices}, {"read", start.read}, {"place", start.place}};
    if (!placing.devices.empty()) facts["devices"] = placing.devices;
    if (!placing.devices.empty() && output.json) facts["device_count"] = placing.device_count();
    if (placing.graph.on_one() == nullptr && algorithm.uses_hub) facts.update(describe_exchange(left, engine.exchange));
    const std::vector<costs::SuperstepCost> predicted = model ? model->of(left) : std::vector<costs::SuperstepCost>{};
    facts.update(describe_prediction(predicted));
    if (model && predicted.empty()) remark("--costs: nothing is predicted, because this run has no supersteps", output);
    if (options["verify"].as<bool>()) facts["verified"] = describe_verified(algorithm, runs);
    bool output_is_taken = options.count("output") != 0 && options["output"].as<std::string>() == "-";
    if (options.count("report") != 0) {
      const std::string& target = options["report"].as<std::string>();
      files::OutputFile page(target);
      page.write(report_page("warpgraph run " + algorithm.name + " " + options["file"].as<std::string>(), facts, left,
                             algorithm.takes_plans, predicted));
      page.commit();
      output_is_taken = output_is_taken || target == "-";
    }
    if (output.json) {
      facts["superstep_statistics"] = to_json(left, algorithm, engine.time_supersteps, predicted);
      print_json(facts, output.out);
    } else if (!output_is_taken) {
      print_run(facts, algorithm, output);
    }
  }

  static void write(AlgorithmOutcome& outcome, Leaves what, const PlacedGraph& graph, const po::variables_map& options,
                    Output& output) {
    const std::string& target = options["output"].as<std::string>();
    if (what == Leaves::kValues) return write_columns(target, outcome.columns, graph);
    if (graph.ranks() != nullptr && graph.ranks()->rank() != 0) return;  // the first has all edges
    Device& device = graph.stream().device();
    const GraphFormat format = output_format(target, options, "to");
    save_graph(target, format, prepare(std::move(outcome.edges), format, {}, device, output),
               device.runtime().threads(), output);
  }

  const Algorithm* only_ = nullptr;  // null: all
};

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }
std::unique_ptr<Command> make_algorithm_command(const Algorithm& algorithm) {
  return std::make_unique<RunCommand>(algorithm);
}

}  // namespace warpgraph::cli
