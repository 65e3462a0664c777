// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/catalogue.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "catalogue/entries.hpp"
#include "catalogue/methods.hpp"

namespace warpgraph::algorithms {

namespace {

// What what(graph) makes of the graph, wherever it lies.
template <class What>
auto of_graph(const PlacedGraphView& view, const What& what) {
  return view.with([&](const auto&... on) { return what(std::get<sizeof...(on) - 1>(std::tie(on...))); });
}

template <EdgeValueType EdgeValue>
VertexRange own_of(const DeviceGraph<EdgeValue>& graph) {
  return {0, graph.vertex_count()};
}
template <EdgeValueType EdgeValue>
VertexRange own_of(const ShardedGraph<EdgeValue>& graph) {
  VertexRange all;
  for (int i = 0; i < graph.device_count(); ++i) all = all.joined_with(graph.shard(i).own);
  return all;
}
template <EdgeValueType EdgeValue>
VertexRange own_of(const GraphOn<EdgeValue>& graph) {
  return graph.is_part() ? graph.part().own : VertexRange{0, static_cast<VertexId>(graph.vertex_count())};
}

// Within a handler: no other rank waits for this one in vain.
void tell_of_current_exception(Ranks& ranks) noexcept {
  try {
    throw;
  } catch (const std::exception& error) {
    ranks.fail(error.what());
  } catch (...) {
    ranks.fail("an exception that is no std::exception");
  }
}

template <EdgeValueType EdgeValue>
Ranks* ranks_of(const DeviceGraph<EdgeValue>&) {
  return nullptr;
}
template <EdgeValueType EdgeValue>
Ranks* ranks_of(const ShardedGraph<EdgeValue>& graph) {
  return graph.layout().has_others() ? graph.layout().ranks : nullptr;
}
template <EdgeValueType EdgeValue>
Ranks* ranks_of(const GraphOn<EdgeValue>& graph) {
  return graph.is_part() && graph.runtime().ranks()->size() > 1 ? graph.runtime().ranks() : nullptr;
}

}  // namespace

const IdMap& PlacedGraphView::ids() const {
  return *of_graph(*this, [](const auto& graph) -> const IdMap* {
    if constexpr (requires { graph.ids().get(); })
      return graph.ids().get();
    else
      return &graph.ids();
  });
}
VertexId PlacedGraphView::vertex_count() const {
  return of_graph(*this, [](const auto& graph) { return static_cast<VertexId>(graph.vertex_count()); });
}
VertexRange PlacedGraphView::own() const {
  return of_graph(*this, [](const auto& graph) { return own_of(graph); });
}
Ranks* PlacedGraphView::ranks() const {
  return of_graph(*this, [](const auto& graph) { return ranks_of(graph); });
}
std::span<const StreamRef> PlacedGraphView::streams() const {
  if (const auto* const one = std::get_if<OnOne>(&place_)) return {&one->stream, 1};
  return of_graph(*this, [](const auto& graph) -> std::span<const StreamRef> {
    if constexpr (requires { graph.streams(); })
      return graph.streams();
    else
      return {};
  });
}

VerifiedGraph::VerifiedGraph(const AnyGraph& graph, ThreadPool& threads)
    : graph_(graph), threads_(threads), count_(warpgraph::vertex_count(graph)), base_(ids(graph).base) {
  const std::vector<std::uint64_t>& original = ids(graph).original;
  for (VertexId v = 0; v < original.size(); ++v) sorted_.emplace_back(original[v], v);
  std::ranges::sort(sorted_);
}

VertexId VerifiedGraph::find(std::uint64_t name) const {
  const VertexId stranger = name == ~std::uint64_t{0} ? kNoVertex : kNoVertex - 1;
  if (sorted_.empty()) return name - base_ < count_ ? static_cast<VertexId>(name - base_) : stranger;
  const auto found = std::ranges::lower_bound(sorted_, name, {}, &std::pair<std::uint64_t, VertexId>::first);
  return found != sorted_.end() && found->first == name ? found->second : stranger;
}

std::vector<VertexId> VerifiedGraph::vertices_of(const VertexValues& names) const {
  std::vector<VertexId> vertices;
  std::visit(
      [&](const auto& each) {
        vertices.resize(each.size());
        threads_.for_each(each.size(), std::size_t{1} << 14,
                          [&](std::size_t i) { vertices[i] = find(static_cast<std::uint64_t>(each[i])); });
      },
      names);
  return vertices;
}

std::shared_ptr<const PreparedRuns> AlgorithmRun::prepare(const PlacedGraphView&, std::span<const VertexName>) const {
  return nullptr;
}

AlgorithmOutcome AlgorithmRun::run(const AlgorithmRequest& request) const {
  if (request.control.asks_for_nothing()) return perform_on_devices(request);
  Ranks* const ranks = request.graph.ranks();
  cancellation::ControlledScope scope(name_, request.control);
  try {
    cancellation::check();
    return perform_on_devices(request);
  } catch (...) {
    if (ranks != nullptr && scope.has_ended_it()) tell_of_current_exception(*ranks);
    throw;
  }
}

AlgorithmOutcome AlgorithmRun::perform_on_devices(const AlgorithmRequest& request) const {
  if (!request.graph.is_in_host_memory() || works_in_host_memory()) return perform(request);
  const auto perform_on = [&](const auto&... there) {
    if (sizeof...(there) == 1 && !can_spread())
      throw UsageError("with these options " + name_ + " runs on one device, and the graph is for several");
    AlgorithmRequest placed = request;
    placed.graph = PlacedGraphView(there...);
    return perform(placed);
  };
  return of_graph(request.graph, [&]<class G>(const G& graph) -> AlgorithmOutcome {
    if constexpr (IsGraphOn<G>)
      return graph.with(needs(static_cast<VertexId>(graph.vertex_count())), perform_on);
    else
      return perform(request);
  });
}

namespace catalogue {
namespace {

constexpr std::size_t kMaxEntries = 1000;

bool is_name(std::string_view name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '-'; });
}

bool has_name(std::span<const AlgorithmOption> options, const std::string& name) {
  return std::ranges::any_of(options, [&](const AlgorithmOption& each) { return is_called(each, name); });
}

// `others`: those that are added with it.
void expect_addable(const Algorithm& added, std::span<const Algorithm> others) {
  const std::string whose = "the algorithm \"" + added.name + "\" ";
  expects(is_name(added.name), "add_algorithms: " + whose + "has no name of lower-case letters, digits and dashes");
  const auto is_taken = [&](const Algorithm& each) { return &each != &added && each.name == added.name; };
  if (std::ranges::any_of(entries(), is_taken) || std::ranges::any_of(others, is_taken))
    throw UsageError("there are two algorithms called \"" + added.name + '"');
  expects(added.read != nullptr, "add_algorithms: " + whose + "cannot be read");
  expects(added.leaves == Leaves::kEdges || !added.columns.empty(), "add_algorithms: " + whose + "has no column");
  for (std::size_t i = 0; i < added.options.size(); ++i) {
    const std::string& name = added.options[i].name;
    expects(!has_name(std::span(added.options).first(i), name) && !has_name(engine_options(), name) &&
                !has_name(control_options(), name),
            "add_algorithms: " + whose + "has an option \"" + name + "\", and there is one already");
  }
}

}  // namespace
}  // namespace catalogue

std::vector<Algorithm>& catalogue::entries() {
  static std::vector<Algorithm> all = [] {
    std::vector<Algorithm> made;
    for (const auto entries_of_folder : catalogue::entries_of_folders())
      for (Algorithm& each : entries_of_folder()) made.push_back(std::move(each));
    std::ranges::sort(made, {}, [](const Algorithm& each) { return std::tie(each.family, each.name); });
    made.reserve(kMaxEntries);  // so that references stay valid
    return made;
  }();
  return all;
}

void add_algorithms(std::vector<Algorithm> algorithms) {
  std::vector<Algorithm>& entries = catalogue::entries();
  for (const Algorithm& each : algorithms) catalogue::expect_addable(each, algorithms);
  expects(entries.size() + algorithms.size() <= catalogue::kMaxEntries,
          "add_algorithms: there are more than " + std::to_string(catalogue::kMaxEntries) + " algorithms");
  for (Algorithm& each : algorithms) {
    each.is_added = true;
    entries.push_back(std::move(each));
  }
}

std::span<const Algorithm> all_algorithms() { return catalogue::entries(); }

const Algorithm& find_algorithm(std::string_view name) {
  const auto found = std::ranges::find(all_algorithms(), name, &Algorithm::name);
  if (found == all_algorithms().end()) throw UsageError("there is no algorithm \"" + std::string(name) + '"');
  return *found;
}

}  // namespace warpgraph::algorithms
