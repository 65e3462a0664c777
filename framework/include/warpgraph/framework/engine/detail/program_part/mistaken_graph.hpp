// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <variant>

#include <warpgraph/framework/graph/device_graph.hpp>

namespace warpgraph {
struct EdgeList;
template <EdgeValueType EdgeValue>
class GraphOn;
}  // namespace warpgraph

// What is handed to `run` in place of a graph, and says in one line what to do instead.
namespace warpgraph::detail {

// AnyGraph, AnyDeviceGraph, AnyGraphOn
template <class T>
inline constexpr bool kIsGraphOfAnyType = false;
template <template <EdgeValueType> class G, class... E>
inline constexpr bool kIsGraphOfAnyType<std::variant<G<E>...>> = true;
template <class T>
concept GraphOfAnyType = kIsGraphOfAnyType<T>;
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
