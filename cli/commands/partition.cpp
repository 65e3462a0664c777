// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../coordinates.hpp"
#include "../described_options.hpp"
#include "../file_names.hpp"
#include "../graph_file.hpp"
#include "../json_output.hpp"
#include "../option_groups.hpp"
#include "../partition/part_file.hpp"
#include "../partition/report.hpp"
#include "../partition/settings.hpp"
#include "../progress.hpp"
#include "../reversed_edges.hpp"
#include "../summary.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

// A graph as the partitioner takes it; the graph itself must outlive it.
struct WeighedGraph {
  PartitionInput input;
  std::vector<std::int64_t> edge_weight;  // where the graph's are of another type
};

template <class Value>
void add_edge_weights(const Graph<Value>& graph, WeighedGraph& result) {
  const auto values = graph.incoming().value.span();
  if constexpr (std::is_same_v<Value, std::int64_t>) {
    result.input.edge_weight = values;
  } else if constexpr (std::is_same_v<Value, std::int32_t>) {
    result.edge_weight.assign(values.begin(), values.end());
    result.input.edge_weight = result.edge_weight;
  } else if constexpr (!std::is_same_v<Value, NoValue>) {
    if (!values.empty())
      throw InputError("the weights of the edges are no whole numbers; --weights none leaves them out");
  }
  if (std::ranges::any_of(result.input.edge_weight, [](std::int64_t weight) { return weight < 0; }))
    throw InputError("the weight of an edge is negative; --weights none leaves the weights out");
}

WeighedGraph weighed(const AnyGraph& any) {
  return std::visit(
      [](const auto& graph) {
        if (!graph.is_undirected() && graph.edge_count() > 0)
          throw RefusedGraphError<UsageError>(graphs::RefusedGraph(graphs::RefusedGraph::Reason::kDirected),
                                              "partition: the graph is directed, expected an undirected one");
        WeighedGraph result;
        result.input.row = graph.incoming().row.span();
        result.input.column = graph.incoming().column.span();
        const VertexWeights& weights = graph.vertex_weights();
        if (weights.count > 0) {
          result.input.vertex_weight = weights.values;
          result.input.constraints = static_cast<std::uint32_t>(weights.count);
        }
        add_edge_weights(graph, result);
        return result;
      },
      any);
}

std::vector<std::int64_t> heaviest_vertex(const PartitionInput& input) {
  std::vector<std::int64_t> heaviest(input.constraints, input.vertex_weight.empty() ? 1 : 0);
  for (std::size_t i = 0; i < input.vertex_weight.size(); ++i) {
    std::int64_t& each = heaviest[i % input.constraints];
    each = std::max(each, input.vertex_weight[i]);
  }
  return heaviest;
}

std::size_t bytes_of(const PartitionInput& input) {
  return input.row.size_bytes() + input.column.size_bytes() + input.edge_weight.size_bytes() +
         input.vertex_weight.size_bytes();
}

std::string output_name(const po::variables_map& options, std::uint32_t parts) {
  if (options.count("output") != 0) return options["output"].as<std::string>();
  const std::string& file = options["file"].as<std::string>();
  if (file == "-")
    throw UsageError("a graph from standard input has no name to call the partition after; say --output");
  return file + ".part." + std::to_string(parts);
}

std::string devices_of(const Runtime& runtime, int used) {
  std::string names = runtime.device().name();
  for (int i = 1; i < used; ++i) names += ", " + runtime.device(i).name();
  if (used == runtime.device_count()) return names;
  return names + " (" + std::to_string(used) + " of " + std::to_string(runtime.device_count()) + ")";
}

class PartitionCommand final : public Command {
 public:
  std::string_view name() const override { return "partition"; }
  std::string_view summary() const override { return "put the vertices of a graph into parts with few edges between"; }
  std::string_view arguments() const override { return "FILE"; }

  std::vector<Example> examples(std::string_view) const override {
    return {{"warpgraph partition mesh.graph -k 64", "writes mesh.graph.part.64: a line for every vertex, its part"},
            {"warpgraph partition soc.txt.gz -k 8 --symmetrise --preset strong -o soc.part",
             "a directed graph, as if its edges ran both ways"},
            {"warpgraph partition mesh.graph -k 64 --from old.part --tolerance 0.05",
             "repairs a partition: few vertices move"},
            {"warpgraph partition mesh.graph -k 64 --report v.html --coordinates mesh.xy",
             "with a page that shows the levels, and the parts where they lie"}};
  }

  Declaration describe(std::string_view) const override {
    Declaration declaration{{{"options"}}};
    declaration.hidden.add_options()("file", po::value<std::string>()->required(), "");
    declaration.positional.add("file", 1);
    declaration.groups.front().options.add_options()  //
        ("parts,k", po::value<std::string>()->value_name("K")->required(),
         ("how many parts: from 1 to " + std::to_string(kMaxEmptyParts) + " more than there are vertices").c_str())  //
        ("output,o", po::value<std::string>()->value_name("PART_FILE"),
         "where the parts go, a line for every vertex in the order of their ids; - is standard output, without a "
         "summary; default: FILE.part.K")  //
        ("report", po::value<std::string>()->value_name("HTML"),
         "a page of HTML with the levels of the run; - is standard output, without a summary")  //
        ("coordinates", po::value<std::string>()->value_name("FILE"),
         "x and y of every vertex, a line each in the order of their ids, or a .co file of DIMACS: --report then draws "
         "the parts");
    add_control_options(declaration);
    add_devices_option(declaration, "auto");
    add_memory_limit_option(declaration.groups.front().options);
    add_format_option(declaration, "format", "format of the graph's file, if its name does not tell");
    add_partition_options(declaration);
    add_read_options(declaration);
    add_cleaning_options(declaration);
    return declaration;
  }

  void run(const po::variables_map& options, Output& output) override {
    PartitionOptions asked = partition_options(options);
    const cancellation::Control control = asked_control(options);
    const std::string target = output_name(options, asked.parts);
    expect_files_fit(options, target, output);
    const std::string& name = options["file"].as<std::string>();
    const GraphFormat format = input_format(name, options, "format");

    const auto runtime = open_devices(options, output, runtime_options(options));
    const Stopwatch reading;
    LoadedFile file = load_graph(name, format, read_options(options), runtime->threads(), output);
    const BuildOptions building = build_options(options);
    remark(remark_on_reversed(file.content, building, runtime->threads()), output);
    const AnyGraph graph = build(std::move(file.content), building, runtime->device(), output);
    const WeighedGraph weighed_graph = weighed(graph);
    const PartitionInput& input = weighed_graph.input;
    PartitionReport report;
    if (options.count("coordinates") != 0)
      report.points = read_coordinates(options["coordinates"].as<std::string>(), ids(graph), vertex_count(graph));
    complete_for_graph(options, ids(graph), vertex_count(graph), input.constraints, asked);

    report.file = input_name(name);
    report.vertices = vertex_count(graph);
    report.edges = edges_of(graph);
    report.has_edge_weights = !input.edge_weight.empty();
    report.heaviest_vertex = heaviest_vertex(input);
    report.read_seconds = reading.seconds();
    if (asked.method == "multilevel") report.preset = options["preset"].as<std::string>();
    report.method = options["method"].as<std::string>();
    compute(*runtime, input, asked, control, report, output);
    write_parts(target, report.partition.part, ids(graph));
    const std::string limits = missed_limits(report);
    const std::string connection = missed_connection(report);
    const bool is_torn = !connection.empty() && report.quality.torn_parts > 0;
    if (!is_torn) remark(connection, output);
    show(report, target, options, output);
    if (limits.empty() && !is_torn) return;
    throw WrongResult("partition: " + limits + (limits.empty() || !is_torn ? "" : "; ") + (is_torn ? connection : ""));
  }

 private:
  static void expect_files_fit(const po::variables_map& options, const std::string& target, const Output& output) {
    std::vector<NamedFile> inputs{{"FILE", options["file"].as<std::string>()}};
    for (const char* const option : {"targets", "fixed", "from", "coordinates"})
      if (options.count(option) != 0) inputs.push_back({std::string("--") + option, options[option].as<std::string>()});
    add_vertices_file(options, inputs);
    std::vector<NamedFile> outputs{{"--output", target}};
    if (options.count("report") != 0) outputs.push_back({"--report", options["report"].as<std::string>()});
    expect_distinct(inputs, outputs);
    if (files::value_format_of(target) == files::ValueFormat::kText) expect_uncompressed(outputs.front());
    if (options.count("coordinates") != 0 && options.count("report") == 0)
      throw UsageError("--coordinates has no effect without --report");
    for (const NamedFile& file : outputs)
      if (file.name == "-" && output.json)
        throw UsageError("--json and " + file.role + " do not both fit on standard output");
  }

  // A self-loop stands in one row, an edge in two.
  static std::uint64_t edges_of(const AnyGraph& graph) {
    const auto self_loops = std::visit(
        [](const auto& typed) {
          std::uint64_t count = 0;
          for (VertexId v = 0; v < typed.vertex_count(); ++v)
            count += std::ranges::equal_range(typed.incoming().neighbours(v), v).size();
          return count;
        },
        graph);
    return (edge_count(graph) + self_loops) / 2;
  }

  static void compute(Runtime& runtime, const PartitionInput& input, const PartitionOptions& options,
                      const cancellation::Control& control, PartitionReport& report, Output& output) {
    report.options = options;
    report.graph_bytes = bytes_of(input);
    {
      const Phase phase(output, "partitioning");
      report.partition =
          cancellation::controlled("partition", control, [&] { return partition(runtime, input, options); });
    }
    report.devices = devices_of(runtime, report.partition.devices);
    report.predicted_bytes = partition_memory(input, options, report.partition.devices).total();
    for (int i = 0; i < runtime.device_count(); ++i)
      report.peak_bytes = std::max(report.peak_bytes, runtime.device(i).memory().peak);
    const Phase phase(output, "evaluating the partition");
    const Stopwatch watch;
    report.quality =
        evaluate_partition(runtime.threads(), input, report.partition.part, options.parts, options.targets);
    report.evaluate_seconds = watch.seconds();
  }

  static void show(const PartitionReport& report, const std::string& target, const po::variables_map& options,
                   Output& output) {
    bool output_is_taken = target == "-";
    if (options.count("report") != 0) {
      files::OutputFile page(options["report"].as<std::string>());
      page.write(partition_page(report));
      page.commit();
      output_is_taken = output_is_taken || options["report"].as<std::string>() == "-";
    }
    if (output.json)
      print_json(describe_partition(report), output.out);
    else if (!output_is_taken)
      print_partition(report, output);
  }
};

}  // namespace

std::unique_ptr<Command> make_partition_command() { return std::make_unique<PartitionCommand>(); }

}  // namespace warpgraph::cli
