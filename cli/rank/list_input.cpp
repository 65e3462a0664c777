// SPDX-License-Identifier: Apache-2.0
#include "list_input.hpp"

#include <filesystem>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/graph_lists.hpp>
#include <warpgraph/framework/io/file_format.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../file_names.hpp"
#include "../graph_file.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../text.hpp"
#include "list_spec.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

bool is_wide(const po::variables_map& options) { return options["index"].as<std::string>() == "64"; }

void load_graph_of_lists(const po::variables_map& options, Runtime& runtime, Output& output, ListInput& input) {
  const std::string& file = options["file"].as<std::string>();
  const GraphFormat format = input_format(file, options, "format");
  LoadedFile loaded = load_graph(file, format, read_options(options), runtime.threads(), output);
  input.graph = build(std::move(loaded.content), {}, runtime.device(), output);
  input.next.type = NumberType::kUint32;
  input.next.narrow = list_successors(*input.graph);
}

template <class Index>
std::vector<Index> generated(const po::variables_map& options, Runtime& runtime, Output& output) {
  const Stream stream(runtime.device(), "rank");
  const ListSpec spec = parse_list_spec(options["generate"].as<std::string>(), options["seed"].as<std::uint64_t>());
  const std::uint64_t stride = list_stride(spec);
  if (spec.shape == ListShape::kStrided && stride != spec.stride)
    remark("--generate: the stride is " + std::to_string(stride) + "; " + std::to_string(spec.stride) + " and " +
               counted(spec.elements, "element", "elements") + " have a common divisor",
           output);
  return to_host(stream, generate_lists<Index>(stream, spec));
}

}  // namespace

std::string ListInput::name_of(std::uint64_t element) const {
  if (!graph) return "element " + std::to_string(element);
  return "vertex " + to_string(ids(*graph).name_of(static_cast<VertexId>(element)));
}

bool is_graph_of_lists(const po::variables_map& options) {
  if (options.count("file") == 0) return false;
  if (options.count("format") != 0) return true;
  std::filesystem::path file = options["file"].as<std::string>();
  if (has_compressed_name(file)) file.replace_extension();
  return file.extension() == ".wg" || (file.extension() != ".txt" && files::file_format_of(file).has_value());
}

void expect_list_input_fits(const po::variables_map& options) {
  if (is_graph_of_lists(options)) {
    if (is_given(options, "index")) throw UsageError("--index is for arrays, and NEXT is a graph");
    return;
  }
  if (options.count("file") != 0 &&
      files::value_format_of(options["file"].as<std::string>()) == files::ValueFormat::kNpy &&
      is_given(options, "index"))
    throw UsageError("--index is for text and .bin files, and NEXT says by itself how wide its numbers are");
  for (const char* const name : {"format", "weights", "ids", "vertices", "direction", "text-limit"})
    if (is_given(options, name)) throw UsageError(std::string("--") + name + " is for graphs, and NEXT is none");
}

ListInput load_lists(const po::variables_map& options, Runtime& runtime, Output& output) {
  ListInput input;
  input.next.type = is_wide(options) ? NumberType::kUint64 : NumberType::kUint32;
  if (options.count("file") == 0) {
    input.name = options["generate"].as<std::string>();
    if (is_wide(options))
      input.next.wide = generated<std::uint64_t>(options, runtime, output);
    else
      input.next.narrow = generated<std::uint32_t>(options, runtime, output);
    return input;
  }
  const std::string& file = options["file"].as<std::string>();
  input.name = input_name(file);
  if (is_graph_of_lists(options)) {
    load_graph_of_lists(options, runtime, output, input);
    return input;
  }
  const Phase phase(output, "reading " + file);
  const bool is_text = files::value_format_of(file) == files::ValueFormat::kText;
  const NumberType unsaid = is_wide(options) ? (is_text ? NumberType::kInt64 : NumberType::kUint64)
                            : is_text        ? NumberType::kInt32
                                             : NumberType::kUint32;
  input.next = read_numbers(file, unsaid, "; lines of edges are a graph, for --format edges");
  return input;
}

}  // namespace warpgraph::cli
