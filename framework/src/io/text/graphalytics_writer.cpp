// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/runtime/error.hpp>

#include "graph/number_text.hpp"
#include "io/adjacency.hpp"
#include "io/compression.hpp"
#include "io/extension.hpp"
#include "io/text/graphalytics.hpp"
#include "io/writers.hpp"

namespace warpgraph::detail {

namespace {

// Lines of properties are cut at blanks and signs.
bool is_plain(const std::string& name) {
  constexpr std::string_view kCuts = "=#!";
  return !name.empty() && std::ranges::none_of(name, [&](char c) {
    return static_cast<unsigned char>(c) <= ' ' || kCuts.find(c) != kCuts.npos;
  });
}

std::string properties_of(const std::string& name, const EdgeList& list, bool weights) {
  const std::string graph = "graph." + name + ".";
  std::string text =
      message(graph, "vertex-file = ", name, ".v\n", graph, "edge-file = ", name, ".e\n", graph,
              "meta.vertices = ", list.vertex_count, "\n", graph, "meta.edges = ", count_written_once(list), "\n",
              graph, "directed = ", list.direction == Direction::kDirected ? "true" : "false", "\n");
  if (!weights) return text;
  const bool is_real = std::holds_alternative<std::vector<float>>(list.values) ||
                       std::holds_alternative<std::vector<double>>(list.values);
  return text + message(graph, "edge-properties.names = weight\n", graph,
                        "edge-properties.types = ", is_real ? "real" : "int", "\n");
}

// In increasing order.
std::vector<std::uint64_t> names_of(const EdgeList& list) {
  std::vector<std::uint64_t> names(list.vertex_count);
  for (VertexId v = 0; v < list.vertex_count; ++v) names[v] = list.ids.name_of(v).value();
  if (!std::ranges::is_sorted(names)) std::ranges::sort(names);
  return names;
}

}  // namespace

void write_graphalytics(const std::filesystem::path& path, const EdgeList& list, const files::WriteOptions& options,
                        ThreadPool& pool) {
  if (path == "-") throw InputError("graphalytics files are three; standard output takes one, expected a path");
  if (extension_of(path) != "properties" || compression_of(path) != Compression::kNone)
    throw InputError(path.string(), 0, "expected a name that ends in .properties");
  if (!is_plain(path.stem().string()))
    throw InputError(path.string(), 0,
                     "expected a name without blanks and without =, # and !, which cut lines of properties");
  if (std::filesystem::is_symlink(path))
    throw InputError(path.string(), 0,
                     "is a link; expected the name of the file itself, beside which two others are written");
  if (list.vertex_count == 0) throw InputError(path.string(), 0, "a graph without vertices cannot be written");
  files::OutputFile vertices(vertices_beside(path));
  files::OutputFile edges(edges_beside(path));
  files::OutputFile properties(path);
  const std::vector<std::uint64_t> names = names_of(list);
  FormattedOutput(vertices, Compression::kNone, options, pool).write_each(names.size(), [&](std::size_t v, auto& text) {
    append_number(text, names[v]);
    text += '\n';
  });
  FormattedOutput edge_output(edges, Compression::kNone, options, pool);
  write_edge_list_text(edge_output, list, {EdgeListHead::kElsewhere, ' '});
  const bool weights = options.weights && !std::holds_alternative<std::monostate>(list.values);
  properties.write(properties_of(path.stem().string(), list, weights));
  vertices.commit();
  edges.commit();
  properties.commit();
}

}  // namespace warpgraph::detail
