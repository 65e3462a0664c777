// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/ranks/generate_part.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../coordinates.hpp"
#include "../file_names.hpp"
#include "../graph_file.hpp"
#include "../graph_on_ranks.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../summary.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

// "from 1 to 31" of "a whole number from 1 to 31".
std::string without_kind(const std::string& values) {
  for (const std::string kind : {"a whole number ", "a number "})
    if (values.starts_with(kind)) return values.substr(kind.size());
  return values;
}

void add_parameter(const option::Option& parameter, po::options_description& options) {
  constexpr std::size_t kWorthSaying = 30;  // limits that bind are short
  auto* const value = po::value<std::string>()->default_value(option::to_text(parameter.default_value));
  const bool is_switch = parameter.kind == option::Option::Kind::kSwitch;
  if (is_switch)
    value->implicit_value("true", "")->value_name("[=true|false]");
  else
    value->value_name("VALUE");
  const std::string values = accepted_values(parameter);
  const bool binds = !values.ends_with(" on");  // some values are refused
  const bool says_values = !is_switch && binds && values.size() <= kWorthSaying;
  const std::string text = parameter.help + (says_values ? "; " + without_kind(values) : "");
  options.add_options()(parameter.name.c_str(), value, text.c_str());
}

void add_parameters(const generators::GeneratorInfo& generator, Declaration& declaration) {
  OptionGroup group{"parameters of " + generator.name};
  for (const option::Option& parameter : generator.parameters) {
    add_parameter(parameter, group.options);
    if (!parameter.choices.empty()) declaration.choices[parameter.name] = parameter.choices;
  }
  prepend(std::move(group), declaration);
}

void expect_weights_for(const po::variables_map& options, generators::WeightKind kind) {
  const auto expect_none = [&](const std::string& name, const char* where) {
    if (!options[name].defaulted()) throw UsageError("--" + name + " has no effect " + where);
  };
  for (const char* const name : {"weight-type", "lowest-weight", "highest-weight"})
    if (kind == generators::WeightKind::kNone) expect_none(name, "without --weights");
  for (const char* const name : {"lowest-weight", "highest-weight"})
    if (kind == generators::WeightKind::kLength) expect_none(name, "on weights by length");
}

generators::GeneratorSpec parse_parameters(const std::string& name, const po::variables_map& options) {
  generators::GeneratorArguments arguments;
  for (const option::Option& parameter : generators::find_generator(name).parameters)
    if (!options[parameter.name].defaulted()) arguments[parameter.name] = options[parameter.name].as<std::string>();
  try {
    const generators::GeneratorSpec spec = generators::parse_generator(name, arguments);
    expect_weights_for(options, spec.weights.kind);
    if (!generators::is_random(spec))
      expect_no_seed(options, "on " + name + " without --permute, --shuffle or random weights");
    return spec;
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
}

class GenerateCommand final : public Command {
 public:
  std::string_view name() const override { return "generate"; }
  std::string_view summary() const override { return "make a graph"; }
  std::string_view arguments() const override { return "GENERATOR -o FILE"; }

  std::vector<Variant> variants() const override {
    std::vector<Variant> variants;
    for (const generators::GeneratorInfo& generator : generators::generator_registry())
      variants.push_back({generator.name, generator.summary});
    return variants;
  }

  std::vector<Example> examples(std::string_view variant) const override {
    if (!variant.empty()) return {example_of(generators::find_generator(variant))};
    return {{"warpgraph generate rmat --scale 20 --edge-factor 16 --seed 1 -o g.wg", "the same graph on every machine"},
            {"warpgraph generate road --weights length -o roads.gr", "with the lengths of the roads, as DIMACS text"},
            {"warpgraph generate kron --scale 20 --devices auto -o k.wg", "on a GPU, if there is one"},
            {"warpgraph generate grid2d --width 8 --height 8 -o - --format edges", "to standard output"}};
  }

  Declaration describe(std::string_view variant) const override {
    Declaration declaration{{{"options"}}};
    declaration.hidden.add_options()("generator", po::value<std::string>(), "");
    declaration.positional.add("generator", 1);
    declaration.groups.front().options.add_options()("output,o",
                                                     po::value<std::string>()->value_name("FILE")->required(),
                                                     "where the graph goes; - is standard output")(
        "coordinates", po::value<std::string>()->value_name("FILE"),
        "where x and y of every vertex go, a line each in the order of their ids: of grid2d, road, rgg and mesh");
    add_format_option(declaration, "format", "format of FILE, if its name does not tell");
    add_devices_option(declaration, "host");
    add_cleaning_options(declaration);
    add_outgoing_option(declaration);
    add_rank_timeout_option(declaration.groups.front().options);
    if (!variant.empty()) add_parameters(generators::find_generator(variant), declaration);
    return declaration;
  }

  bool runs_on_ranks(const po::variables_map& options) const override {
    return options.count("coordinates") == 0 && makes_parts(options["output"].as<std::string>(), "format", options);
  }

  void run(const po::variables_map& options, Output& output) override {
    const Stopwatch watch;
    const std::string& target = options["output"].as<std::string>();
    std::vector<NamedFile> targets{{"--output", target}};
    if (options.count("coordinates") != 0)
      targets.push_back({"--coordinates", options["coordinates"].as<std::string>()});
    expect_distinct({}, targets);
    if (targets.size() > 1) expect_uncompressed(targets.back());
    if (output.json && targets.back().name == "-")
      throw UsageError("--json and " + targets.back().role + " do not both fit on standard output");
    const GraphFormat format = output_format(target, options, "format");
    const generators::GeneratorSpec spec = parse_parameters(options["generator"].as<std::string>(), options);
    const BuildOptions building = build_options(options);
    expect_writable(target, format, building, output);

    if (output.ranks != nullptr) {
      const auto threads = open_rank_threads(*output.ranks, options);
      const ranks::AnyGraphPart part = generated_by(*output.ranks, spec, building, *threads, output);
      return write_together(target, part, *threads, watch, output);
    }
    const auto runtime = open_devices(options, output);
    ThreadPool& threads = runtime->threads();
    std::vector<generators::PlanePoint> points;
    if (targets.size() > 1) points = generators::generator_points(spec, threads);
    Device& device = runtime->device();
    const GraphContent content = made(spec, format, building, device, output);
    const GraphSummary summary = summarise(content, threads);
    save_graph(target, format, content, threads, output);
    if (targets.size() > 1) write_coordinates(targets.back().name, points);
    report_written(target, format, summary, watch.seconds(), output);
  }

 private:
  static Example example_of(const generators::GeneratorInfo& generator) {
    const option::Option& first = generator.parameters.front();
    return {"warpgraph generate " + generator.name + " --" + first.name + " " + option::to_text(first.default_value) +
                " -o " + generator.name + ".wg",
            "writes the graph to " + generator.name + ".wg, in Warpgraph's own format"};
  }

  static GraphContent made(const generators::GeneratorSpec& spec, const GraphFormat& format,
                           const BuildOptions& building, Device& device, Output& output) {
    if (device.kind() != DeviceKind::kHost) return generated_on(device, spec, format, building, output);
    return prepare(generated(spec, device.runtime().threads(), output), format, building, device, output);
  }

  static ranks::AnyGraphPart generated_by(Ranks& ranks, const generators::GeneratorSpec& spec,
                                          const BuildOptions& building, ThreadPool& threads, Output& output) {
    const Phase phase(output, "generating");
    return ranks::generate_part(ranks, threads, spec, building);
  }

  static EdgeList generated(const generators::GeneratorSpec& spec, ThreadPool& threads, Output& output) {
    const Phase phase(output, "generating");
    return generators::generate(spec, threads);
  }

  // What has to be built is built on the device, too.
  static GraphContent generated_on(Device& device, const generators::GeneratorSpec& spec, const GraphFormat& format,
                                   const BuildOptions& building, Output& output) {
    const Phase phase(output, "generating on " + device.name());
    const Stream stream(device, "generate");
    DeviceEdgeList list = generators::generate(stream, spec);
    if (!format.is_own() && !building.changes_edges()) return to_host(stream, list);
    AnyGraph graph = std::visit([&](const auto& built) -> AnyGraph { return download(stream, built); },
                                build_device_graph(stream, std::move(list), {building}));
    if (format.is_own()) return graph;
    return to_edge_list(device.runtime().threads(), graph);
  }
};

}  // namespace

std::unique_ptr<Command> make_generate_command() { return std::make_unique<GenerateCommand>(); }

}  // namespace warpgraph::cli
