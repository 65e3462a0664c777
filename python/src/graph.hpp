// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "interruptible.hpp"

namespace warpgraph::python {

// Devices by their text, as the command line has it.
struct Devices {
  std::string text;
  std::shared_ptr<Runtime> runtime;
};

// A graph and the devices that work on it: `_core.Graph`. Several threads may call it; one run has it at a time, and
// the others wait for their turn.
class PlacedGraph {
 public:
  PlacedGraph(Devices devices, AnyGraphOn graph)
      : devices_(std::move(devices)),
        graph_(std::move(graph)),
        steps_(runtime().device_count() == 1 && vertex_count(graph_) + edge_count(graph_) <= kSmall
                   ? Steps::kAreShort
                   : Steps::kMayBeLong) {}

  [[nodiscard]] const Devices& devices() const { return devices_; }
  [[nodiscard]] Runtime& runtime() const { return *devices_.runtime; }
  [[nodiscard]] const AnyGraphOn& graph() const { return graph_; }
  // Those of the library's algorithms. One device does what a launch does with a small graph within milliseconds.
  [[nodiscard]] Steps steps() const { return steps_; }

  // Throws UsageError in a function of Python's that a run on the graph calls: another run would wait for that one.
  void expect_no_run_calls_here() const;
  // For the thread, while it calls such a function.
  class CallBack {
   public:
    explicit CallBack(const PlacedGraph& graph);
    ~CallBack();
    CallBack(const CallBack&) = delete;
    CallBack& operator=(const CallBack&) = delete;
  };

  // act(graph) in its turn. The interpreter's lock is not held.
  template <class Act>
  auto in_turn(const Act& act) {
    const std::lock_guard lock(turn_);
    return act(graph_);
  }
  // act(graph) with the graph in host memory, of its own type: it does not change, so no turn is needed.
  template <class Act>
  auto on_host(const Act& act) const {
    return std::visit([&](const auto& each) { return act(each.graph()); }, graph_);
  }

 private:
  static constexpr std::uint64_t kSmall = 1 << 14;  // vertices and edges

  Devices devices_;
  AnyGraphOn graph_;
  Steps steps_;
  std::mutex turn_;
};

// Graphs are shared with the runs that are under way.
using SharedGraph = std::shared_ptr<PlacedGraph>;

}  // namespace warpgraph::python
