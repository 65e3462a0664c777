// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>

// What is handed to run_program in place of a graph, and says in one line what to do instead.
namespace warpgraph::detail {

template <class T>
concept GraphOfAnyType = std::same_as<T, AnyGraph> || std::same_as<T, AnyDeviceGraph>;
template <class T>
inline constexpr bool kIsHostGraph = false;
template <class E>
inline constexpr bool kIsHostGraph<Graph<E>> = true;

template <class T>
concept MistakenForGraph = GraphOfAnyType<T> || std::same_as<T, EdgeList>;
// The same where the graph is to be on a device.
template <class T>
concept MistakenForDeviceGraph = MistakenForGraph<T> || kIsHostGraph<T>;

template <class T>
constexpr void explain_graph() {
  static_assert(!GraphOfAnyType<T>,
                "run_program: a vertex program runs on a graph of one type: build_graph<float>(...) makes one, and "
                "std::visit([&](const auto& each) { return run_program(runtime, each, program); }, graph) takes any");
  static_assert(!std::same_as<T, EdgeList>,
                "run_program: a list of edges is no graph yet; build_graph<float>(runtime.threads(), std::move(edges)) "
                "makes one");
  static_assert(!kIsHostGraph<T>,
                "run_program: the graph is in host memory; upload(stream, graph) brings it to the stream's device, and "
                "run_program(runtime, graph, program) of host_run.hpp takes it as it is");
}

}  // namespace warpgraph::detail
