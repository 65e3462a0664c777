// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/algorithms/strongly_connected.hpp>

#include "catalogue/entries.hpp"
#include "common/labelled.hpp"
#include "components/as_labels.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

// component_facts where vertices are called by numbers from `base` on.
template <class Label>
AlgorithmFacts facts_of_numbers(const std::vector<Label>& labels, std::uint64_t base) {
  std::vector<VertexId> size(labels.size());
  std::uint64_t components = 0;
  for (VertexId v = 0; v < labels.size(); ++v) {
    const std::uint64_t root = static_cast<std::uint64_t>(labels[v]) - base;
    components += root == v;
    ++size[root];
  }
  const std::uint64_t largest = size.empty() ? 0 : *std::ranges::max_element(size);
  return {{"components", components}, {"largest", largest}};
}

// A label is what the input calls a vertex of its component.
AlgorithmFacts component_facts(const VertexValues& values, const PlacedGraphView& graph) {
  return std::visit(
      [&]<class Label>(const std::vector<Label>& labels) {
        const VertexId first = graph.own().first;
        if (graph.ranks() == nullptr && graph.ids().original.empty()) return facts_of_numbers(labels, graph.ids().base);
        std::uint64_t components = 0;
        std::vector<Labelled<Label, std::uint64_t>> sizes;
        for (VertexId i = 0; i < labels.size(); ++i) {
          components += static_cast<std::uint64_t>(labels[i]) == graph.ids().name_of(first + i).value();
          sizes.push_back({labels[i], 1});
        }
        sizes = combined(std::move(sizes), std::plus<>());
        if (graph.ranks() != nullptr) sizes = over_ranks_with_label(*graph.ranks(), std::move(sizes), std::plus<>());
        std::uint64_t largest = 0;
        for (const auto& each : sizes) largest = std::max(largest, each.value);
        const auto greater = [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); };
        return AlgorithmFacts{{"components", over_ranks(graph, components, std::plus<>())},
                              {"largest", over_ranks(graph, largest, greater)}};
      },
      values);
}

// lowest_named, on several ranks.
std::vector<VertexId> lowest_named_on_ranks(std::vector<VertexId> labels, const PlacedGraphView& graph) {
  const IdMap& ids = graph.ids();
  const VertexId first = graph.own().first;
  const auto lower = [&](VertexId a, VertexId b) { return ids.name_of(b) < ids.name_of(a) ? b : a; };
  std::vector<Labelled<VertexId, VertexId>> lowest;  // of the component with this label
  for (VertexId i = 0; i < labels.size(); ++i) lowest.push_back({labels[i], first + i});
  lowest = over_ranks_with_label(*graph.ranks(), combined(std::move(lowest), lower), lower);
  for (VertexId& each : labels) each = value_of(lowest, each);
  return labels;
}

enum class Method { kUnionFind, kSequential };
constexpr option::Names<Method, 2> kMethods = {
    {{Method::kUnionFind, "union-find"}, {Method::kSequential, "sequential"}}};

constexpr const char* kComponent = "component";

// What all ways to find them have in common.
class Labels : public AlgorithmRun {
 public:
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const final {
    return component_facts(outcome.values(), graph);
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    return verify_named_components(graph.graph(), graph.vertices_of(outcome.values()), &graph.threads());
  }
};

// Where vertices are called by numbers, the lowest vertex has the lowest name.
struct AsLabels : AsNames {
  VertexValues operator()(std::vector<VertexId> labels, const PlacedGraphView& graph) const {
    return as_labels(std::move(labels), graph);
  }
};
constexpr AsLabels kAsLabels;

class Components final : public Labels {
 public:
  explicit Components(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("method", self.method_, kMethods,
          "union-find (most edges are never looked at) or sequential (one thread of the host)");
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    if (method_ == Method::kSequential)
      return request.graph.with_devices([&](const auto&... on) { return find_on_host(request.graph, on...); });
    return over(
        request, kComponent, [&](const auto&... on) { return connected_components(on..., {.engine = request.engine}); },
        kAsLabels);
  }
  shards::SpreadNeeds needs(VertexId) const override { return connected_components_needs(); }
  bool can_spread() const override { return method_ == Method::kUnionFind; }

 private:
  template <EdgeValueType EdgeValue>
  static AlgorithmOutcome find_on_host(const PlacedGraphView& where, StreamRef stream,
                                       const DeviceGraph<EdgeValue>& graph) {
    using Clock = std::chrono::steady_clock;
    if (graph.vertex_count() == 0) return {0, {}, {{kComponent, names_of({}, where)}}};
    const std::vector<EdgeId> row = to_host(stream, graph.parts().incoming.row);
    const std::vector<VertexId> column = to_host(stream, graph.parts().incoming.column);
    const auto begin = Clock::now();
    std::vector<VertexId> labels = serial_components(row, column);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return {seconds, {}, {{kComponent, as_labels(std::move(labels), where)}}};
  }
  static AlgorithmOutcome find_on_host(const PlacedGraphView&, const auto&) {
    throw UsageError("the method sequential is for a graph on one device");
  }

  Method method_ = Method::kUnionFind;
};

class ComponentLabels final : public Labels {
 public:
  explicit ComponentLabels(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    bool converged = true;
    const auto find = [&](const auto&... on) {
      auto found = warpgraph::algorithms::component_labels(on..., {.engine = request.engine});
      converged = found.converged();
      return found;
    };
    // Those of a run that has not converged are vertices, and not yet the lowest ones of their components.
    return over(request, kComponent, find, [&](std::vector<VertexId> labels, const PlacedGraphView& graph) {
      return converged ? as_labels(std::move(labels), graph) : kAsNames(labels, graph);
    });
  }
  shards::SpreadNeeds needs(VertexId) const override { return needs_of_program(); }
};

class StrongComponents final : public Labels {
 public:
  explicit StrongComponents(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    return over(
        request, kComponent,
        [&](const auto&... on) { return strongly_connected_components(on..., {.engine = request.engine}); }, kAsLabels);
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    return verify_named_strongly_connected_components(graph.graph(), graph.vertices_of(outcome.values()));
  }
  shards::SpreadNeeds needs(VertexId) const override { return strongly_connected_components_needs(); }
};

}  // namespace

VertexValues as_labels(std::vector<VertexId> labels, const PlacedGraphView& graph) {
  const bool has_own_order = std::ranges::is_sorted(graph.ids().original);
  if (graph.ranks() != nullptr && !has_own_order)
    return names_of(lowest_named_on_ranks(std::move(labels), graph), graph);
  return names_of(has_own_order ? std::move(labels) : lowest_named(std::move(labels), graph.ids()), graph);
}

namespace {

std::vector<AlgorithmColumn> declared_columns() {
  return {{.name = kComponent, .type = ColumnType::kVertex, .help = "the lowest vertex of the vertex's component"}};
}
std::vector<DeclaredFact> declared_facts() {
  return {{.name = "components", .help = "components of the graph"},
          {.name = "largest", .help = "vertices of the largest component"}};
}

Algorithm components() {
  return described<Components>({.name = "cc",
                                .summary = "connected components; a directed graph's directions do not matter",
                                .functions = "connected_components",
                                .header = "connected_components.hpp",
                                .family = Family::kComponents,
                                .devices = DeviceUse::kShards,
                                .takes_plans = false,
                                .runs_on_ranks = true,
                                .columns = declared_columns(),
                                .facts = declared_facts()});
}

Algorithm component_labels() {
  return described<ComponentLabels>({.name = "cc-labels",
                                     .summary = "connected components of an undirected graph by label propagation",
                                     .functions = "component_labels",
                                     .header = "components.hpp",
                                     .family = Family::kComponents,
                                     .programs = "Labels",
                                     .needs_undirected = true,
                                     .columns = declared_columns(),
                                     .facts = declared_facts()});
}

Algorithm strongly_connected() {
  return described<StrongComponents>({.name = "scc",
                                      .summary = "strongly connected components of a directed graph",
                                      .functions = "strongly_connected_components",
                                      .header = "strongly_connected.hpp",
                                      .family = Family::kComponents,
                                      .devices = DeviceUse::kShards,
                                      .needs_outgoing = true,
                                      .takes_plans = false,
                                      .has_supersteps = false,
                                      .takes_time_limit = false,
                                      .columns = declared_columns(),
                                      .facts = declared_facts()});
}

}  // namespace

std::vector<Algorithm> entries_of_components() { return {components(), component_labels(), strongly_connected()}; }

}  // namespace warpgraph::algorithms::catalogue
