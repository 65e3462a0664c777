// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../file_names.hpp"
#include "../graph_file.hpp"
#include "../graph_on_ranks.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../reversed_edges.hpp"
#include "../summary.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

// INPUT itself may be written anew; a permutation would be lost.
void expect_files_fit(const std::string& input, const std::string& target, const po::variables_map& options) {
  std::vector<NamedFile> permutation;
  if (options.count("permutation") != 0)
    permutation.push_back({"--permutation", options["permutation"].as<std::string>()});
  add_vertices_file(options, permutation);
  expect_distinct(permutation, {{"OUTPUT", target}});
  std::vector<NamedFile> inputs = std::move(permutation);
  inputs.push_back({"INPUT", input});
  expect_distinct(inputs, {});
}

class ConvertCommand final : public Command {
 public:
  std::string_view name() const override { return "convert"; }
  std::string_view summary() const override { return "turn a graph file into one of another format"; }
  std::string_view arguments() const override { return "INPUT OUTPUT"; }

  std::vector<Example> examples(std::string_view) const override {
    return {
        {"warpgraph convert roads.gr roads.wg", "to Warpgraph's own format, which opens in an instant"},
        {"warpgraph convert soc.txt.gz soc.wg --symmetrise --drop-self-loops --duplicates first",
         "an undirected graph without repetitions"},
        {"warpgraph convert g.wg h.wg --relabel given --permutation order.npy", "an order of vertices found elsewhere"},
        {"warpgraph convert g.wg g.mtx",
         "and back: without --relabel the ids are those of the file that g.wg was made from"},
        {"warpgraph convert g.wg - --to edges | head", "to standard output, as text"}};
  }

  Declaration describe(std::string_view) const override {
    Declaration declaration{{{"options"}}};
    declaration.hidden.add_options()                         //
        ("input", po::value<std::string>()->required(), "")  //
        ("output,o", po::value<std::string>()->required(), "");
    declaration.positional.add("input", 1).add("output", 1);
    add_format_option(declaration, "from", "format of INPUT, if its name does not tell");
    add_format_option(declaration, "to", "format of OUTPUT, if its name does not tell");
    add_devices_option(declaration, "host");
    add_read_options(declaration);
    add_cleaning_options(declaration);
    add_outgoing_option(declaration);
    add_relabel_options(declaration);
    add_rank_timeout_option(declaration.groups.front().options);
    return declaration;
  }

  bool runs_on_ranks(const po::variables_map& options) const override {
    const std::string& input = options["input"].as<std::string>();
    return options["relabel"].as<std::string>() == "none" &&
           is_read_in_parts(input, input_format(input, options, "from")) &&
           makes_parts(options["output"].as<std::string>(), "to", options);
  }

  void run(const po::variables_map& options, Output& output) override {
    const Stopwatch watch;
    const std::string& input = options["input"].as<std::string>();
    const std::string& target = options["output"].as<std::string>();
    expect_files_fit(input, target, options);
    const GraphFormat from = input_format(input, options, "from");
    const GraphFormat to = output_format(target, options, "to");
    BuildOptions building = build_options(options);
    expect_writable(target, to, building, output);

    if (output.ranks != nullptr) {
      Ranks& ranks = *output.ranks;
      const auto threads = open_rank_threads(ranks, options);
      const ranks::AnyGraphPart part = load_part(ranks, input, from, read_options(options), building, *threads, output);
      return write_together(target, part, *threads, watch, output);
    }
    const auto runtime = open_devices(options, output);
    ThreadPool& threads = runtime->threads();
    LoadedFile file = load_graph(input, from, read_options(options), threads, output);
    remark(remark_on_reversed(file.content, building, threads), output);
    if (building.relabel == Relabel::kGiven) {
      building.permutation = load_permutation(options["permutation"].as<std::string>(), file.content, threads, output);
    }
    const GraphContent content = prepare(std::move(file.content), to, building, runtime->device(), output);
    const GraphSummary summary = summarise(content, threads);
    save_graph(target, to, content, threads, output);
    report_written(target, to, summary, watch.seconds(), output);
  }
};

}  // namespace

std::unique_ptr<Command> make_convert_command() { return std::make_unique<ConvertCommand>(); }

}  // namespace warpgraph::cli
