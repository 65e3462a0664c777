// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/component_count.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../file_names.hpp"
#include "../graph_file.hpp"
#include "../graph_report.hpp"
#include "../json_output.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// What the graph's own arrays say without being read.
template <class Value>
void add_shape(const Graph<Value>& graph, GraphReport& report) {
  report.graph_bytes = graph.size_bytes();
  report.has_outgoing = graph.has_outgoing();
  report.weights_of_a_vertex = graph.vertex_weights().count;
  const IdMap& ids = graph.ids();
  if (graph.vertex_count() == 0) return;
  report.first_id = ids.name_of(0).value();
  report.last_id = ids.name_of(graph.vertex_count() - 1).value();
  if (ids.original.empty()) return;
  const auto [min, max] = std::ranges::minmax(ids.original);
  report.first_id = min;
  report.last_id = max;
}

VertexId components_of(const AnyGraph& graph, Output& output) {
  const Phase phase(output, "counting the components");
  return std::visit([](const auto& typed) { return count_components(typed.incoming().row, typed.incoming().column); },
                    graph);
}

void look_at(const GraphContent& content, ThreadPool& threads, GraphReport& report, Output& output) {
  const auto& graph = std::get<AnyGraph>(content);
  {
    const Phase phase(output, "looking at the edges");
    report.graph = summarise(content, threads);
    std::visit([&](const auto& typed) { add_shape(typed, report); }, graph);
    report.statistics = describe_graph(graph, threads);
  }
  if (report.graph.vertices > 0) report.components = components_of(graph, output);
  report.memory = memory_needs(graph, {1, 2, 4, 8});
}

class InfoCommand final : public Command {
 public:
  std::string_view name() const override { return "info"; }
  std::string_view summary() const override { return "show what is in a graph file"; }
  std::string_view arguments() const override { return "FILE"; }

  std::vector<Example> examples(std::string_view) const override {
    return {{"warpgraph info g.wg", "size, degrees, components, memory need"},
            {"warpgraph info soc.txt.gz --json", "the same for machines"},
            {"warpgraph generate rmat -o - --format edges | warpgraph info - --format edges", "from a pipe"}};
  }

  Declaration describe(std::string_view) const override {
    Declaration declaration{{{"options"}}};
    declaration.hidden.add_options()("file", po::value<std::string>()->required(), "");
    declaration.positional.add("file", 1);
    add_format_option(declaration, "format", "format of FILE, if its name does not tell");
    add_read_options(declaration);
    return declaration;
  }

  void run(const po::variables_map& options, Output& output) override {
    const std::string& name = options["file"].as<std::string>();
    std::vector<NamedFile> inputs{{"FILE", name}};
    add_vertices_file(options, inputs);
    expect_distinct(inputs, {});
    const GraphFormat format = input_format(name, options, "format");
    Runtime runtime("host");
    ThreadPool& threads = runtime.threads();
    LoadedFile file = load_graph(name, format, read_options(options), threads, output);

    GraphReport report;
    report.file = input_name(name);
    report.format = format.name();
    report.file_bytes = file.bytes;
    report.load_seconds = file.seconds;
    const Stopwatch watch;
    const GraphContent graph = build(std::move(file.content), {}, runtime.device(), output);
    if (!format.is_own()) report.build_seconds = watch.seconds();
    look_at(graph, threads, report, output);

    if (output.json)
      print_json(to_json(report), output.out);
    else
      print_report(report, output);
  }
};

}  // namespace

std::unique_ptr<Command> make_info_command() { return std::make_unique<InfoCommand>(); }

}  // namespace warpgraph::cli
