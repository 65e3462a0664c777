// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/io/wg.hpp>

#include "any_algorithm.hpp"
#include "edges.hpp"
#include "graph_options.hpp"
#include "handles.hpp"
#include "options.hpp"
#include "status.hpp"

namespace warpgraph::c_interface {
namespace {

// Complete when it returns.
AnyDeviceGraph upload_any(StreamRef stream, const AnyGraph& graph) {
  AnyDeviceGraph uploaded = std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  stream.synchronize();
  return uploaded;
}

AnyDeviceGraph build_there(StreamRef stream, EdgeList list, const BuildOptions& options) {
  Device& device = stream.device();
  if (device.kind() == DeviceKind::kHost)
    return upload_any(stream, build_graph(device.runtime().threads(), std::move(list), options));
  return build_device_graph(stream, to_device(stream, list), {options});
}

// As it is, unless the options change its edges or it lacks the outgoing ones.
AnyDeviceGraph bring_there(StreamRef stream, const AnyGraph& graph, const BuildOptions& options) {
  const bool is_done =
      !options.changes_edges() && std::visit([](const auto& each) { return each.has_outgoing(); }, graph);
  if (is_done) return upload_any(stream, graph);
  return build_there(stream, to_edge_list(stream.device().runtime().threads(), graph), options);
}

// The file stays mapped until its graph has been copied.
AnyDeviceGraph bring_own(StreamRef stream, const std::filesystem::path& path, const warpgraph_graph_options& options,
                         const BuildOptions& building) {
  require(options.direction == kByItself, "options: a wg file says itself what its direction is");
  ThreadPool& threads = stream.device().runtime().threads();
  const files::MappedFile file(path);
  return files::read_unchanged(file, [&] {
    const files::WeightType weights = read_options(options, threads).weights;
    return bring_there(
        stream, files::read_wg(file.bytes(), file.name(), {.verify = true, .threads = &threads, .weights = weights}),
        building);
  });
}

// load(options, threads) returns an EdgeList or an AnyGraph.
template <class Load>
warpgraph_status create_graph(warpgraph_runtime* runtime, const warpgraph_graph_options* given, warpgraph_graph** graph,
                              Load&& load) {
  return create(graph, [&] {
    const auto& owner = required(runtime, "runtime").runtime;
    const warpgraph_graph_options options = options_of(given, kStandardGraph);
    require(options.device >= 0 && options.device < owner->device_count(), "options: there is no such device");
    const BuildOptions building = build_options(options);
    Stream stream(owner->device(options.device), "c interface");
    AnyDeviceGraph built = load(stream, options, building);
    std::visit([&](const auto& each) { each.find_facts(stream); }, built);
    return std::unique_ptr<warpgraph_graph>(new warpgraph_graph{owner, std::move(stream), std::move(built)});
  });
}

// Generators call what they refuse wrong input; here it comes from the caller.
generators::GeneratorSpec generator_of(const char* name, const char* parameters) {
  const std::string generator = &required(name, "generator");
  generators::GeneratorArguments arguments;
  for (auto& [parameter, given] : parse_arguments(parameters)) {
    require(given.texts.size() == 1, "parameters: one is given twice");
    arguments.emplace(parameter, given.texts.front());
  }
  try {
    return generators::parse_generator(generator, arguments);
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
}

AnyDeviceGraph generate_there(StreamRef stream, const generators::GeneratorSpec& spec, const BuildOptions& options) {
  Device& device = stream.device();
  if (device.kind() == DeviceKind::kHost) {
    ThreadPool& threads = device.runtime().threads();
    return upload_any(stream, build_graph(threads, generators::generate(spec, threads), options));
  }
  return build_device_graph(stream, generators::generate(stream, spec), {options});
}

EdgeList with_direction(EdgeList list, const warpgraph_graph_options& options) {
  list.direction = direction_of(options).value_or(Direction::kDirected);
  return list;
}

template <class Number, class Ask>
warpgraph_status answer(const warpgraph_graph* graph, Number* place, const char* name, Ask&& ask) {
  return guarded([&] { required(place, name) = static_cast<Number>(std::visit(ask, required(graph, "graph").graph)); });
}

}  // namespace
}  // namespace warpgraph::c_interface

using namespace warpgraph;               // NOLINT(google-build-using-namespace)
using namespace warpgraph::c_interface;  // NOLINT(google-build-using-namespace)

warpgraph_status warpgraph_graph_options_init(warpgraph_graph_options* options, size_t size) {
  return guarded([&] { initialise(options, size, kStandardGraph); });
}

warpgraph_status warpgraph_graph_create_coo(warpgraph_runtime* runtime, int64_t vertex_count, int64_t edge_count,
                                            warpgraph_type index_type, const void* source, const void* target,
                                            warpgraph_type weight_type, const void* weights,
                                            const warpgraph_graph_options* options, warpgraph_graph** graph) {
  return create_graph(runtime, options, graph,
                      [&](StreamRef stream, const warpgraph_graph_options& all, const BuildOptions& building) {
                        const ArrayShape shape{vertex_count, all.first_vertex, index_type, weight_type};
                        ThreadPool& threads = runtime->runtime->threads();
                        EdgeList list = edges_of_pairs(threads, shape, edge_count, source, target, weights);
                        return build_there(stream, with_direction(std::move(list), all), building);
                      });
}

warpgraph_status warpgraph_graph_create_csr(warpgraph_runtime* runtime, int64_t vertex_count, warpgraph_type index_type,
                                            const void* offset, const void* target, warpgraph_type weight_type,
                                            const void* weights, const warpgraph_graph_options* options,
                                            warpgraph_graph** graph) {
  return create_graph(runtime, options, graph,
                      [&](StreamRef stream, const warpgraph_graph_options& all, const BuildOptions& building) {
                        const ArrayShape shape{vertex_count, all.first_vertex, index_type, weight_type};
                        ThreadPool& threads = runtime->runtime->threads();
                        EdgeList list = edges_of_rows(threads, shape, offset, target, weights);
                        return build_there(stream, with_direction(std::move(list), all), building);
                      });
}

warpgraph_status warpgraph_graph_read(warpgraph_runtime* runtime, const char* path, const char* format,
                                      const warpgraph_graph_options* options, warpgraph_graph** graph) {
  return create_graph(
      runtime, options, graph,
      [&](StreamRef stream, const warpgraph_graph_options& all, BuildOptions building) -> AnyDeviceGraph {
        building.check_symmetry = false;  // files are looked through when they are read
        const std::filesystem::path file(&required(path, "path"));
        ThreadPool& threads = runtime->runtime->threads();
        const bool is_own = format == nullptr ? file.extension() == ".wg" : std::string_view(format) == "wg";
        if (is_own) return bring_own(stream, file, all, building);
        files::ReadOptions reading = read_options(all, threads);
        if (format != nullptr) reading.format = files::parse_file_format(format);
        return build_there(stream, files::read_edge_list(file, reading), building);
      });
}

warpgraph_status warpgraph_graph_generate(warpgraph_runtime* runtime, const char* generator, const char* parameters,
                                          const warpgraph_graph_options* options, warpgraph_graph** graph) {
  return create_graph(runtime, options, graph,
                      [&](StreamRef stream, const warpgraph_graph_options& all, const BuildOptions& building) {
                        require(all.direction == kByItself && all.weights == kByItself,
                                "options: a generator says itself what its direction and its weights are");
                        return generate_there(stream, generator_of(generator, parameters), building);
                      });
}

void warpgraph_graph_destroy(warpgraph_graph* graph) { delete graph; }

warpgraph_status warpgraph_graph_vertex_count(const warpgraph_graph* graph, int64_t* count) {
  return answer(graph, count, "count", [](const auto& each) { return each.vertex_count(); });
}

warpgraph_status warpgraph_graph_edge_count(const warpgraph_graph* graph, int64_t* count) {
  return answer(graph, count, "count", [](const auto& each) { return each.edge_count(); });
}

warpgraph_status warpgraph_graph_is_undirected(const warpgraph_graph* graph, int32_t* is_undirected) {
  return answer(graph, is_undirected, "is_undirected", [](const auto& each) { return each.is_undirected(); });
}

warpgraph_status warpgraph_graph_weight_type(const warpgraph_graph* graph, int32_t* type) {
  return answer(graph, type, "type", []<class E>(const DeviceGraph<E>&) { return value_type<E>(); });
}

warpgraph_status warpgraph_graph_copy_vertices(const warpgraph_graph* graph, uint64_t* vertices, size_t capacity) {
  return guarded([&] {
    const IdMap& ids = required(graph, "graph").ids();
    const VertexId count = graph->vertex_count();
    require(capacity >= count, "capacity is less than the number of vertices");
    if (count != 0) required(vertices, "vertices");
    for (VertexId v = 0; v < count; ++v) vertices[v] = ids.name_of(v).value();
    std::sort(vertices, vertices + count);
  });
}
