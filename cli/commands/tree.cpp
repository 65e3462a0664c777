// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../described_options.hpp"
#include "../file_names.hpp"
#include "../json_output.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../run/description.hpp"
#include "../tree/input.hpp"
#include "../tree/results.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using nlohmann::ordered_json;

std::string device_of_trees(const Runtime& runtime) {
  const std::string name = runtime.device().name();
  if (runtime.device_count() == 1) return name;
  return name + " (1 of " + std::to_string(runtime.device_count()) + ": tree is for one)";
}

ordered_json summarise_trees(const TreeInput& input, const RootedForest& forest, const HostForest& host) {
  const auto max = [](const std::vector<VertexId>& values) { return values.empty() ? 0 : std::ranges::max(values); };
  ordered_json facts{{"vertices", forest.vertex_count()},
                     {"trees", forest.tree_count},
                     {"largest_tree", max(host.size)},
                     {"height", max(host.depth)},
                     {"read_seconds", input.read_seconds}};
  if (input.spanning_seconds) facts["spanning_seconds"] = *input.spanning_seconds;
  return facts;
}

class TreeCommand final : public Command {
 public:
  std::string_view name() const override { return "tree"; }
  std::string_view summary() const override { return "root trees: parents, depths, subtrees, common ancestors"; }
  std::string_view arguments() const override { return "FILE"; }

  std::vector<Example> examples(std::string_view) const override {
    return {{"warpgraph tree forest.txt --direction once --depths depths.txt",
             "a line for every vertex: its id and how far it is from the root"},
            {"warpgraph tree g.wg --spanning --root 17 --parents parents.npy",
             "roots a spanning tree of a graph at vertex 17"},
            {"warpgraph tree parents.npy --lca pairs.txt -o met.txt",
             "where pairs of vertices meet, and how far apart they are"},
            {"warpgraph tree parents.npy --values load.npy --sums sums.npy --verify",
             "sums over subtrees; the trees are checked"}};
  }

  Declaration describe(std::string_view) const override {
    Declaration declaration{{{"options"}}};
    declaration.hidden.add_options()("file", po::value<std::string>()->required(), "");
    declaration.positional.add("file", 1);
    add_tree_input_options(declaration);
    declaration.groups.front().options.add_options()(
        "verify", po::bool_switch(), "check the trees on the host, independently; exit with 6 if they are wrong");
    add_control_options(declaration);
    add_devices_option(declaration, "auto");
    add_format_option(declaration, "format", "format of the graph's file, if its name does not tell");
    add_tree_result_options(declaration);
    add_read_options(declaration);
    add_cleaning_options(declaration);
    return declaration;
  }

  void run(const po::variables_map& options, Output& output) override {
    const std::vector<NamedFile> outputs = tree_outputs(options);
    expect_distinct(tree_inputs(options), outputs);
    for (const NamedFile& file : outputs)
      if (file.name == "-" && output.json)
        throw UsageError("--json and " + file.role + " do not both fit on standard output");
    expect_tree_input_fits(options);
    const cancellation::Control control = asked_control(options);

    const auto runtime = open_devices(options, output);
    const Stream stream(runtime->device(), "tree");
    const TreeInput input = load_tree(options, *runtime, stream, output);
    const Stopwatch watch;
    const RootedForest forest =
        cancellation::controlled("tree", control, [&] { return rooted(stream, input, output); });
    const double seconds = watch.seconds();
    const HostForest host = to_host(stream, forest);
    ordered_json facts = summarise_trees(input, forest, host);
    facts["seconds"] = seconds;
    const bool verifies = options["verify"].as<bool>();
    std::optional<AnyGraph> graph;
    if (verifies) {
      graph = std::visit([&](const auto& each) -> AnyGraph { return download(stream, each); }, input.graph);
      verify(*graph, host, *runtime, output);
    }
    const TreeResult result{stream, input, forest, host};
    const std::vector<Writing> arrays = find_arrays(result, options);
    answer_pairs(result, graph ? &*graph : nullptr, options, facts, output);
    {
      const Phase phase(output, "writing");
      for (const Writing& write : arrays) write();
    }
    facts["devices"] = device_of_trees(*runtime);
    if (verifies) facts["verified"] = verified_of(options);
    show(facts, options, output);
  }

 private:
  static RootedForest rooted(StreamRef stream, const TreeInput& input, Output& output) {
    const Phase phase(output, "rooting the trees");
    RootForestOptions options;
    options.roots = input.roots;
    RootedForest forest = root_forest(stream, input.graph, options);
    stream.synchronize();
    return forest;
  }

  static std::string verified_of(const po::variables_map& options) {
    std::string what = "the trees";
    if (options.count("sums") != 0) what += ", all sums";
    if (options.count("lca") != 0) what += ", all pairs";
    return what;
  }

  static void verify(const AnyGraph& graph, const HostForest& host, Runtime& runtime, Output& output) {
    const Phase phase(output, "verifying the trees");
    if (const Problem problem = verify_forest(graph, host, &runtime.threads()))
      throw WrongResult("the result of tree is wrong: " + *problem);
  }

  static void show(const ordered_json& facts, const po::variables_map& options, Output& output) {
    const auto takes_output = [](const NamedFile& file) { return file.name == "-"; };
    if (output.json)
      print_json(facts, output.out);
    else if (std::ranges::none_of(tree_outputs(options), takes_output))
      print_run(facts, output);
  }
};

}  // namespace

std::unique_ptr<Command> make_tree_command() { return std::make_unique<TreeCommand>(); }

}  // namespace warpgraph::cli
