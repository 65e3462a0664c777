// SPDX-License-Identifier: Apache-2.0
#include "advice.hpp"

#include <algorithm>
#include <string_view>

#include <warpgraph/framework/graph/refused_graph.hpp>

namespace warpgraph::cli {

namespace {

bool has_option(const Declaration& declaration, const std::string& name) {
  return std::ranges::any_of(
      declaration.groups, [&](const OptionGroup& group) { return group.options.find_nothrow(name, false) != nullptr; });
}

std::string advice_on_directed(const Declaration& declaration) {
  std::string advice;
  if (has_option(declaration, "direction"))
    advice +=
        "; say --direction both if the file lists every edge at both ends, --direction once if it lists every edge at "
        "one end";
  if (has_option(declaration, "symmetrise"))
    advice += std::string(advice.empty() ? "; " : ", ") + "--symmetrise to add the reverse of edges that lead one way";
  return advice;
}

// Generators call the type of the weights otherwise.
std::string advice_on_weights(ValueType wider, const Declaration& declaration) {
  if (wider == ValueType::kNone) return "";
  const std::string option = has_option(declaration, "weight-type") ? "--weight-type" : "--weights";
  return " (" + option + ' ' + std::string(to_string(wider)) + ')';
}

}  // namespace

std::string advice_on(const std::exception& error, const Declaration& declaration) {
  const auto* const refused = dynamic_cast<const graphs::RefusedGraph*>(&error);
  if (refused == nullptr) return "";
  switch (refused->reason()) {
    case graphs::RefusedGraph::Reason::kDirected:
      return advice_on_directed(declaration);
    case graphs::RefusedGraph::Reason::kUndirected:
      if (!has_option(declaration, "direction")) return "";
      return "; say --direction directed if a file that leaves it open lists them so; warpgraph generate list has "
             "--directed";
    case graphs::RefusedGraph::Reason::kSelfLoop:
      return has_option(declaration, "drop-self-loops") ? "; say --drop-self-loops to leave them out" : "";
    case graphs::RefusedGraph::Reason::kParallelEdges:
      return has_option(declaration, "duplicates") ? "; say --duplicates first, min or sum to leave one of them" : "";
    case graphs::RefusedGraph::Reason::kOneWayEdge:
      if (!has_option(declaration, "direction")) return "";
      return "; say --direction once if each edge is listed at one end, or directed if edges lead one way";
    case graphs::RefusedGraph::Reason::kWeights:
      return has_option(declaration, "weights") ? "; say --weights none to leave them out" : "";
    case graphs::RefusedGraph::Reason::kNarrowWeights:
      return advice_on_weights(refused->wider(), declaration);
  }
  return "";
}

}  // namespace warpgraph::cli
