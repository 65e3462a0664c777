// SPDX-License-Identifier: Apache-2.0
#include "input.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../file_names.hpp"
#include "../graph_file.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../reversed_edges.hpp"
#include "../text.hpp"
#include "parents.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

bool has_parents(const po::variables_map& options) {
  const std::string& input = options["input"].as<std::string>();
  if (input != "auto") return input == "parents";
  return files::value_format_of(options["file"].as<std::string>()) == files::ValueFormat::kNpy;
}

std::vector<VertexName> root_names(const po::variables_map& options) {
  std::vector<VertexName> names;
  if (options.count("root") == 0) return names;
  const std::string& text = options["root"].as<std::string>();
  const auto listed = parse_list<std::uint64_t>(text);
  if (!listed)
    throw UsageError("--root cannot be \"" + text + "\"; it is the id of a vertex, or several with commas between");
  for (const VertexName name : *listed) {
    if (std::ranges::find(names, name) != names.end())
      throw UsageError("--root names vertex " + to_string(name) + " twice");
    names.push_back(name);
  }
  return names;
}

GraphContent spanning_forest(GraphContent content, const po::variables_map& options, Runtime& runtime, Output& output) {
  const std::unique_ptr<AlgorithmRun> forest = find_algorithm("msf").read({}, {});
  const AnyGraphOn graph = on(runtime, build(std::move(content), build_options(options), runtime.device(), output));
  const Phase phase(output, "finding a spanning forest");
  return forest->run({PlacedGraphView(graph)}).edges;
}

TreeInput load_edges(const po::variables_map& options, Runtime& runtime, StreamRef stream, Output& output) {
  const std::string& name = options["file"].as<std::string>();
  const GraphFormat format = input_format(name, options, "format");
  LoadedFile file = load_graph(name, format, read_options(options), runtime.threads(), output);
  TreeInput input;
  input.read_seconds = file.seconds;
  BuildOptions building = build_options(options);
  remark(remark_on_reversed(file.content, building, runtime.threads()), output);
  if (options["spanning"].as<bool>()) {
    const Stopwatch watch;
    file.content = spanning_forest(std::move(file.content), options, runtime, output);
    input.spanning_seconds = watch.seconds();
    building = {};
  }
  input.graph = put_on_device(stream, std::move(file.content), building, output);
  try {
    input.roots = find_vertices(input.ids(), input.vertex_count(), root_names(options));
  } catch (const UnknownVertex& error) {
    throw InputError(error.what() + std::string(", which --root names"));
  }
  return input;
}

TreeInput load_parents(const po::variables_map& options, Runtime& runtime, StreamRef stream, Output& output) {
  const std::string& name = options["file"].as<std::string>();
  const Stopwatch watch;
  ParentForest forest;
  std::vector<std::string> remarks;  // for when the terminal's line is free again
  {
    const Phase phase(output, "reading " + input_name(name));
    forest = read_parents(name, runtime.threads(), remarks);
  }
  for (const std::string& each : remarks) remark(each, output);
  TreeInput input;
  input.read_seconds = watch.seconds();
  input.roots = std::move(forest.roots);
  input.graph = put_on_device(stream, std::move(forest.edges), {}, output);
  return input;
}

}  // namespace

const IdMap& TreeInput::ids() const {
  return std::visit([](const auto& each) -> const IdMap& { return each.ids(); }, graph);
}
VertexId TreeInput::vertex_count() const {
  return std::visit([](const auto& each) { return each.vertex_count(); }, graph);
}

void add_tree_input_options(Declaration& declaration) {
  declaration.choices["input"] = {"auto", "graph", "parents"};
  declaration.groups.front().options.add_options()  //
      ("input", po::value<std::string>()->value_name("WHICH")->default_value("auto"),
       "what FILE has: graph, the edges of the trees, or parents, the parent of every vertex; auto: parents if it is "
       "a .npy file")  //
      ("root", po::value<std::string>()->value_name("IDS"),
       "the root of a tree, or several with commas between; default: the lowest id of each tree")  //
      ("spanning", po::bool_switch(),
       "take the trees of a minimum spanning forest of the graph, which may have cycles");
}

void expect_tree_input_fits(const po::variables_map& options) {
  (void)root_names(options);
  if (!has_parents(options)) return;
  const std::filesystem::path file = options["file"].as<std::string>();
  if (files::value_format_of(file) != files::ValueFormat::kText && has_compressed_name(file))
    throw UsageError("FILE cannot be " + file.string() + ": an array of parents is not unpacked; do that first");
  for (const char* const name : {"root", "spanning", "format", "weights", "ids", "vertices", "direction", "symmetrise",
                                 "drop-self-loops", "duplicates"}) {
    if (is_given(options, name))
      throw UsageError(std::string("--") + name + " is for graphs, and FILE has the parents of vertices");
  }
}

TreeInput load_tree(const po::variables_map& options, Runtime& runtime, StreamRef stream, Output& output) {
  return has_parents(options) ? load_parents(options, runtime, stream, output)
                              : load_edges(options, runtime, stream, output);
}

}  // namespace warpgraph::cli
