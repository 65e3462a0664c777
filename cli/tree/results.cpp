// SPDX-License-Identifier: Apache-2.0
#include "results.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../sum_limits.hpp"
#include "pairs.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

struct ArrayOption {
  const char* name;
  const char* text;
};
constexpr ArrayOption kArrays[] = {
    {"parents", "the parent of every vertex; a root is its own. As all of these: text, .npy or .bin"},
    {"roots", "the root of every vertex's tree"},
    {"depths", "the edges between every vertex and its root"},
    {"lengths", "the weight of these edges"},
    {"preorder", "how many vertices a walk around the trees comes to before the vertex"},
    {"postorder", "how many vertices it leaves before the vertex"},
    {"sizes", "the vertices of every vertex's subtree, itself among them"},
    {"sums", "the sum of --values over every vertex's subtree"},
};

bool asks_for(const po::variables_map& options, const char* name) { return options.count(name) != 0; }

template <class Value>
void write_array(const TreeResult& result, const po::variables_map& options, const char* name,
                 const std::vector<Value>& values) {
  files::ValueOptions writing;
  writing.pool = &result.stream.device().runtime().threads();
  files::write_values<Value>(options[name].as<std::string>(), values, result.input.ids(), writing);
}

// Ids are written as signed numbers where they are some.
void write_ids(const TreeResult& result, const po::variables_map& options, const char* name,
               const std::vector<VertexId>& vertices) {
  const IdMap& ids = result.input.ids();
  std::vector<std::uint64_t> names;
  names.reserve(vertices.size());
  for (const VertexId v : vertices) names.push_back(ids.name_of(v).value());
  constexpr std::uint64_t kMaxSigned = std::numeric_limits<std::int64_t>::max();
  if (std::ranges::any_of(names, [](std::uint64_t each) { return each > kMaxSigned; }))
    return write_array(result, options, name, names);
  write_array(result, options, name, std::vector<std::int64_t>(names.begin(), names.end()));
}

// Throws InputError if the sum of a vertex leaves the range of its type.
template <class Sum>
void expect_sum(std::optional<std::size_t> vertex, const TreeResult& result, const std::string& file,
                const std::string& which) {
  if (!vertex) return;
  const std::string sum = which + " vertex " + result.name_of(*vertex);
  if constexpr (std::is_floating_point_v<Sum>)  // sums are differences of sums over the forest
    throw InputError(file, 0, sum + " cannot be added up: all of them together are no finite number");
  else
    throw InputError(file, 0, sum + " add up to more than 64 bits hold");
}

template <class Value>
Writing sums_of(const TreeResult& result, const po::variables_map& options) {
  const HostForest& forest = result.host;
  const std::string& file = options["values"].as<std::string>();
  const auto values = files::read_values<Value>(file, result.input.ids(), result.forest.vertex_count());
  if constexpr (std::is_floating_point_v<Value>) {
    if (const auto vertex = find_not_finite<Value>(values))
      throw InputError(file, 0, "the value of vertex " + result.name_of(*vertex) + " is no finite number");
  }
  const Buffer<Value> on_device = to_device(result.stream, values, "forest values");
  std::vector<Value> sums = to_host(result.stream, subtree_sums(result.stream, result.forest, on_device.view()));
  expect_sum<Value>(find_subtree_overflow<Value>(forest.parent, forest.depth, values, sums), result, file,
                    "the values below");
  if (options["verify"].as<bool>()) {
    if (const auto wrong = find_wrong_subtree_sum<Value>(forest.parent, forest.preorder, values, sums))
      throw WrongResult("the result of tree is wrong: the sum below vertex " + result.name_of(*wrong) + " is another");
  }
  return [&result, &options, sums = std::move(sums)] { write_array(result, options, "sums", sums); };
}

// body(lengths), in what they are counted in. Integers are those of 64 bits, whatever the true sums.
template <class Body>
void with_lengths(const TreeResult& result, Body&& body) {
  std::visit(
      [&](const auto& graph) { body(to_host(result.stream, weighted_depths(result.stream, graph, result.forest))); },
      result.input.graph);
}

template <class Length>
void expect_lengths(const TreeResult& result, const std::vector<Length>& lengths) {
  expect_sum<Length>(find_path_overflow<Length>(result.host.parent, result.host.depth, lengths), result, "",
                     "the weights down to");
}

bool has_weights(const TreeInput& input) { return !std::holds_alternative<DeviceGraph<NoValue>>(input.graph); }

// From how far two vertices and the one where they meet are from the root; nothing if the type does not hold it.
std::optional<double> length_between(double a, double b, double top) {
  const double between = (a - top) + (b - top);
  return std::isfinite(between) ? std::optional(between) : std::nullopt;
}
std::optional<std::int64_t> length_between(const graphs::ExactSum& a, const graphs::ExactSum& b,
                                           const graphs::ExactSum& top) {
  const graphs::ExactSum between = a + b - top - top;
  if (!between.fits()) return std::nullopt;
  return between.value();
}

// What lengths between vertices are found from: doubles themselves, which must be finite, and integers that lose
// nothing, so that sums elsewhere in the forest may be as large as they are.
std::vector<double> summable(const TreeResult& result, std::vector<double> lengths) {
  expect_lengths(result, lengths);
  return lengths;
}
std::vector<graphs::ExactSum> summable(const TreeResult& result, const std::vector<std::int64_t>& lengths) {
  return exact_path_sums(result.host.parent, result.host.preorder, lengths);
}

std::vector<std::string> weights_between(const TreeResult& result, const VertexPairs& pairs,
                                         const std::vector<VertexId>& top) {
  std::vector<std::string> texts(pairs.a.size());
  with_lengths(result, [&](auto lengths) {
    const auto length = summable(result, std::move(lengths));
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (top[i] == kNoVertex) continue;
      char text[32];
      const auto between = length_between(length[pairs.a[i]], length[pairs.b[i]], length[top[i]]);
      if (!between) {
        throw InputError("the weights between the vertices " + result.name_of(pairs.a[i]) + " and " +
                         result.name_of(pairs.b[i]) + " add up to more than their type holds");
      }
      texts[i] = {text, std::to_chars(text, text + sizeof text, *between).ptr};
    }
  });
  return texts;
}

}  // namespace

void add_tree_result_options(Declaration& declaration) {
  declaration.choices["value-type"] = {"int64", "double"};
  declaration.groups.push_back({"files with a value for every vertex"});
  auto& options = declaration.groups.back().options;
  for (const ArrayOption& each : kArrays)
    options.add_options()(each.name, po::value<std::string>()->value_name("FILE"), each.text);
  options.add_options()  //
      ("values", po::value<std::string>()->value_name("FILE"), "a value for every vertex, for --sums")(
          "value-type", po::value<std::string>()->value_name("WHICH")->default_value("int64"),
          "what these are: int64 or double");
  declaration.groups.push_back({"pairs of vertices"});
  declaration.groups.back().options.add_options()  //
      ("lca", po::value<std::string>()->value_name("FILE"),
       "pairs of vertices, two ids a line, whose lowest common ancestors are wanted")  //
      ("output,o", po::value<std::string>()->value_name("FILE"),
       "where these go, a line for each pair: both ids, the ancestor's, the edges between the two, and their weight if "
       "edges have weights; - is standard output, without a summary");
}

std::vector<NamedFile> tree_inputs(const po::variables_map& options) {
  std::vector<NamedFile> files{{"FILE", options["file"].as<std::string>()}};
  for (const char* const name : {"lca", "values"})
    if (asks_for(options, name)) files.push_back({std::string("--") + name, options[name].as<std::string>()});
  add_vertices_file(options, files);
  return files;
}

std::vector<NamedFile> tree_outputs(const po::variables_map& options) {
  std::vector<NamedFile> files;
  for (const ArrayOption& each : kArrays)
    if (asks_for(options, each.name))
      files.push_back({std::string("--") + each.name, options[each.name].as<std::string>()});
  if (asks_for(options, "output")) {
    files.push_back({"--output", options["output"].as<std::string>()});
    expect_plain_text(files.back());
  }
  if (asks_for(options, "sums") != asks_for(options, "values"))
    throw UsageError("--sums and --values go together: the sums are those of the values");
  if (is_given(options, "value-type") && !asks_for(options, "values"))
    throw UsageError("--value-type has no effect without --values");
  if (asks_for(options, "lca") != asks_for(options, "output"))
    throw UsageError("--lca and --output go together: the pairs, and where they meet");
  return files;
}

std::vector<Writing> find_arrays(const TreeResult& result, const po::variables_map& options) {
  std::vector<Writing> writings;
  const HostForest& forest = result.host;
  const auto ids = [&](const char* name, const std::vector<VertexId>& vertices) {
    if (asks_for(options, name)) writings.push_back([&, name] { write_ids(result, options, name, vertices); });
  };
  const auto numbers = [&](const char* name, const std::vector<VertexId>& values) {
    if (asks_for(options, name)) writings.push_back([&, name] { write_array(result, options, name, values); });
  };
  ids("parents", forest.parent);
  ids("roots", forest.root);
  numbers("depths", forest.depth);
  if (asks_for(options, "lengths"))
    with_lengths(result, [&](auto lengths) {
      expect_lengths(result, lengths);
      writings.push_back([&, lengths = std::move(lengths)] { write_array(result, options, "lengths", lengths); });
    });
  numbers("preorder", forest.preorder);
  if (asks_for(options, "postorder"))
    writings.push_back([&, order = to_host(result.stream, postorder(result.stream, result.forest))] {
      write_array(result, options, "postorder", order);
    });
  numbers("sizes", forest.size);
  if (asks_for(options, "sums"))
    writings.push_back(options["value-type"].as<std::string>() == "double" ? sums_of<double>(result, options)
                                                                           : sums_of<std::int64_t>(result, options));
  return writings;
}

void answer_pairs(const TreeResult& result, const AnyGraph* verified_on, const po::variables_map& options,
                  nlohmann::ordered_json& facts, Output& output) {
  if (!asks_for(options, "lca")) return;
  const StreamRef stream = result.stream;
  const VertexPairs pairs = read_pairs(options["lca"].as<std::string>(), result.input.ids(),
                                       result.forest.vertex_count(), stream.device().runtime().threads());
  const Buffer<VertexId> a = to_device(stream, pairs.a, "pairs");
  const Buffer<VertexId> b = to_device(stream, pairs.b, "pairs");
  const Stopwatch indexing;
  const AncestorIndex index(stream, result.forest);
  stream.synchronize();
  facts["pairs"] = pairs.a.size();
  facts["index_seconds"] = indexing.seconds();
  const Stopwatch asking;
  const Buffer<VertexId> met = index.common_ancestors(stream, a, b);
  stream.synchronize();
  facts["pairs_seconds"] = asking.seconds();
  Meetings meetings{to_host(stream, met), to_host(stream, index.path_lengths(stream, a, b))};
  if (verified_on != nullptr) {
    const Phase phase(output, "verifying the pairs");
    if (const Problem problem = verify_common_ancestors(*verified_on, result.host, pairs.a, pairs.b, meetings.vertex))
      throw WrongResult("the result of tree is wrong: " + *problem);
  }
  if (has_weights(result.input)) meetings.weight = weights_between(result, pairs, meetings.vertex);
  write_meetings(options["output"].as<std::string>(), pairs, meetings, result.input.ids());
}

}  // namespace warpgraph::cli
