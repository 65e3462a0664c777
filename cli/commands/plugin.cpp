// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/framework/plugin/graph_plugin.hpp>
#include <warpgraph/runtime/plugin.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../described_options.hpp"
#include "../file_names.hpp"
#include "../graph_file.hpp"
#include "../json_output.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../run/description.hpp"
#include "../run/placing.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

void declare(const plugins::PluginOption& option, Declaration& declaration) {
  auto& shown = declaration.groups.front().options;
  if (option.is_positional) {
    declaration.hidden.add_options()(option.name.c_str(), po::value<std::string>()->required(), "");
    declaration.positional.add(option.name.c_str(), 1);
    return;
  }
  declare_option(option, shown, declaration);
}

plugins::PluginOptions options_of(const plugins::Plugin& plugin, const po::variables_map& options) {
  const std::vector<plugins::PluginOption> declared = plugin.options();
  return plugins::PluginOptions(declared, texts_of(declared, options));
}

ordered_json json_of(const plugins::PluginReport& report) {
  ordered_json facts = ordered_json::object();
  for (const auto& [name, value] : report.facts) std::visit([&](const auto& each) { facts[name] = each; }, value);
  return facts;
}

class PluginCommand final : public Command {
 public:
  explicit PluginCommand(std::shared_ptr<plugins::Plugin> plugin)
      : plugin_(std::move(plugin)),
        on_graphs_(dynamic_cast<plugins::GraphPlugin*>(plugin_.get())),
        name_(plugin_->name()),
        summary_(plugin_->summary()),
        arguments_(positional_names(*plugin_)) {}

  std::string_view name() const override { return name_; }
  std::string_view summary() const override { return summary_; }
  std::string_view arguments() const override { return arguments_; }
  std::vector<Example> examples(std::string_view) const override {
    std::vector<Example> examples;
    for (const plugins::Plugin::Example& each : plugin_->examples()) examples.push_back({each.line, each.effect});
    return examples;
  }

  Declaration describe(std::string_view) const override {
    Declaration declaration{{{"options"}}};
    for (const plugins::PluginOption& option : plugin_->options()) declare(option, declaration);
    add_devices_option(declaration, "auto");
    if (on_graphs_ == nullptr) return declaration;
    auto& shown = declaration.groups.front().options;
    if (on_graphs_->leaves_edges()) {
      shown.add_options()("output,o", po::value<std::string>()->value_name("FILE"),
                          "where the edges go, as a graph of their own; - is standard output");
      add_format_option(declaration, "to", "format of that file, if its name does not tell");
    }
    if (on_graphs_->can_verify())
      shown.add_options()("verify", po::bool_switch(),
                          "check the result on the host, independently; exit with 6 if it is wrong");
    add_format_option(declaration, "format", "format of the graph's file, if its name does not tell");
    add_placing_options(declaration);
    add_read_options(declaration);
    add_cleaning_options(declaration);
    return declaration;
  }

  void run(const po::variables_map& options, Output& output) override {
    const plugins::PluginOptions own = options_of(*plugin_, options);
    plugins::PluginReport report =
        on_graphs_ == nullptr ? run_alone(own, options, output) : run_on_graph(own, options, output);
    if (edges_on_standard_output(options)) return;
    if (output.json)
      print_json(json_of(report), output.out);
    else
      print_run(json_of(report), output);
  }

 private:
  // "INPUT OUTPUT"
  static std::string positional_names(const plugins::Plugin& plugin) {
    std::string names;
    for (const plugins::PluginOption& option : plugin.options()) {
      if (!option.is_positional) continue;
      names += names.empty() ? "" : " ";
      for (const char c : option.name) names += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    return names;
  }
  static bool edges_on_standard_output(const po::variables_map& options) {
    return options.count("output") != 0 && options["output"].as<std::string>() == "-";
  }

  plugins::PluginReport run_alone(const plugins::PluginOptions& own, const po::variables_map& options, Output& output) {
    const auto runtime = open_devices(options, output);
    const Phase phase(output, "running " + name_);
    return plugin_->run(*runtime, own);
  }

  plugins::PluginReport run_on_graph(const plugins::PluginOptions& own, const po::variables_map& options,
                                     Output& output) {
    const std::string& file = options["file"].as<std::string>();
    const bool saves = options.count("output") != 0;
    std::vector<NamedFile> outputs;
    if (saves) outputs.push_back({"--output", options["output"].as<std::string>()});
    std::vector<NamedFile> inputs{{"FILE", file}};
    add_vertices_file(options, inputs);
    expect_distinct(inputs, outputs);
    const GraphFormat format = input_format(file, options, "format");
    expect_edges_writable(options, output);
    const auto runtime = open_devices(options, output, runtime_options(options));
    LoadedFile loaded = load_graph(file, format, read_options(options), runtime->threads(), output);
    const Placing placing =
        place_graph(*runtime, placed_run(own), options, std::move(loaded.content), build_options(options), output);
    warpgraph::plugins::GraphReport report = run_on_placed(placing.graph, own, output);
    if (!placing.devices.empty()) report.add("devices", placing.devices);
    if (!placing.devices.empty() && output.json) report.add("device_count", placing.device_count());
    if (is_to_be_verified(options)) verify(placing.graph, report, own, output);
    if (saves && report.edges) save(std::move(*report.edges), options, runtime->device(), output);
    remark(placing.idle_options, output);
    return report;
  }

  // As far as placing has to know it.
  [[nodiscard]] PlacedRun placed_run(const plugins::PluginOptions& own) const {
    PlacedRun run;
    run.name = name_;
    run.runs_on_several = on_graphs_->can_spread(own);
    run.needs = [this, own](VertexId) {
      shards::SpreadNeeds needs;
      needs.outgoing = false;
      needs.memory = [this, own](StreamRef, const shards::RunSize& size) { return on_graphs_->memory(size, own); };
      return needs;
    };
    return run;
  }

  warpgraph::plugins::GraphReport run_on_placed(const PlacedGraph& graph, const plugins::PluginOptions& own,
                                                Output& output) {
    const Phase phase(output, "running " + name_);
    if (graph.on_several() != nullptr) return on_graphs_->run_spread(*graph.on_several(), own);
    return on_graphs_->run_on(graph.stream(), *graph.on_one(), own);
  }

  [[nodiscard]] bool is_to_be_verified(const po::variables_map& options) const {
    return on_graphs_->can_verify() && options["verify"].as<bool>();
  }
  void verify(const PlacedGraph& placed, warpgraph::plugins::GraphReport& report, const plugins::PluginOptions& own,
              Output& output) const {
    const Phase phase(output, "verifying " + name_);
    AnyGraph fetched;
    if (placed.on_one() != nullptr)
      fetched =
          std::visit([&](const auto& each) -> AnyGraph { return download(placed.stream(), each); }, *placed.on_one());
    const AnyGraph& graph = placed.on_one() != nullptr ? fetched : *placed.on_host();
    ThreadPool& threads = placed.stream().device().runtime().threads();
    if (const auto problem = on_graphs_->verify(graph, report, own, threads))
      throw WrongResult("the result of " + name_ + " is wrong: " + *problem);
    report.add("verified", std::string("all of it"));
  }

  static void save(EdgeList edges, const po::variables_map& options, Device& device, Output& output) {
    const std::string& target = options["output"].as<std::string>();
    const GraphFormat format = output_format(target, options, "to");
    save_graph(target, format, prepare(std::move(edges), format, {}, device, output), device.runtime().threads(),
               output);
  }

  std::shared_ptr<plugins::Plugin> plugin_;
  plugins::GraphPlugin* on_graphs_;  // null if the plugin takes no graph
  std::string name_;
  std::string summary_;
  std::string arguments_;
};

}  // namespace

std::unique_ptr<Command> make_plugin_command(std::shared_ptr<plugins::Plugin> plugin) {
  return std::make_unique<PluginCommand>(std::move(plugin));
}

}  // namespace warpgraph::cli
