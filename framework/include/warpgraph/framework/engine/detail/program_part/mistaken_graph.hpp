// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>

// What is handed to `run` in place of a graph, and says in one line what to do instead.
namespace warpgraph::detail {

template <class T>
concept GraphOfAnyType = std::same_as<T, AnyGraphOn> || std::same_as<T, AnyGraph> || std::same_as<T, AnyDeviceGraph>;
template <class T>
inline constexpr bool kIsHostGraph = false;
template <class E>
inline constexpr bool kIsHostGraph<Graph<E>> = true;

template <class T>
concept MistakenGraph = GraphOfAnyType<T> || std::same_as<T, EdgeList> || kIsHostGraph<T>;

template <class T>
constexpr void explain_graph() {
  static_assert(!GraphOfAnyType<T>,
                "run: a vertex program runs on a graph of one type: read_graph<float>(...) and build_graph<float>(...) "
                "make one, and std::visit([&](const auto& each) { return run(each, program); }, graph) takes any");
  static_assert(!std::same_as<T, EdgeList>,
                "run: a list of edges is no graph yet; build_graph<float>(runtime.threads(), std::move(edges)) makes "
                "one");
  static_assert(!kIsHostGraph<T>,
                "run: the graph is in host memory; on(runtime, graph) says whose devices work on it, and "
                "upload(stream, graph) brings it to a stream's device");
}

}  // namespace warpgraph::detail
