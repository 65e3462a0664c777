// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <warpgraph/framework/graph/value.hpp>

// Errors that say why a graph is refused. what() is complete; a program adds which of its own options help.
namespace warpgraph::graphs {

// Stands beside the type of the error, so that dynamic_cast finds it in any error.
class RefusedGraph {
 public:
  enum class Reason {
    kDirected,       // only undirected graphs are taken
    kUndirected,     // only directed graphs are taken
    kSelfLoop,       // an edge leads from a vertex to itself
    kParallelEdges,  // several edges lead from one vertex to another
    kOneWayEdge,     // a list that is to have both directions of every edge lacks one
    kWeights,        // edges have weights, for which there is no place
    kNarrowWeights,  // the type of the weights does not hold what they add up to
  };

  // `wider`: the type that holds more; kNone if there is none, and for other reasons.
  explicit RefusedGraph(Reason reason, ValueType wider = ValueType::kNone) : reason_(reason), wider_(wider) {}
  virtual ~RefusedGraph() = default;

  [[nodiscard]] Reason reason() const noexcept { return reason_; }
  [[nodiscard]] ValueType wider() const noexcept { return wider_; }

 protected:
  RefusedGraph(const RefusedGraph&) = default;
  RefusedGraph& operator=(const RefusedGraph&) = default;

 private:
  Reason reason_;
  ValueType wider_;
};

}  // namespace warpgraph::graphs

namespace warpgraph {

// An error of this kind, made of the arguments that the kind takes.
template <class Kind>
class RefusedGraphError final : public Kind, public graphs::RefusedGraph {
 public:
  template <class... Arguments>
  explicit RefusedGraphError(const graphs::RefusedGraph& refused, Arguments&&... arguments)
      : Kind(std::forward<Arguments>(arguments)...), graphs::RefusedGraph(refused) {}
};

}  // namespace warpgraph
