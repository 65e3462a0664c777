// SPDX-License-Identifier: Apache-2.0
#include "prediction.hpp"

#include <string>
#include <variant>

#include <warpgraph/runtime/error.hpp>

#include "../costs.hpp"

namespace warpgraph::cli {

std::vector<costs::SuperstepCost> Prediction::of(const RunReport& report) const {
  std::vector<costs::SuperstepCost> costs;
  for (std::size_t i = 0; i < report.supersteps.size(); ++i)
    costs.push_back(costs::predict_superstep(costs::work_of(report, i, scale), machine, link));
  return costs;
}

std::optional<Prediction> prediction(const po::variables_map& options, const PlacedGraph& graph,
                                     const EngineOptions& engine) {
  if (options.count("costs") == 0) return {};
  const std::string& file = options["costs"].as<std::string>();
  const Costs costs = read_costs(file);
  Prediction model{
      {.vertices = static_cast<double>(graph.vertex_count()), .edges = static_cast<double>(graph.edge_count())},
      costs.devices.front(),
      {}};
  if (graph.on_several() == nullptr) return model;
  const auto devices = [](const auto& each) { return each.layout().device_count(); };
  const Ranks* const ranks = graph.ranks();
  model.scale.devices = std::visit(devices, *graph.on_several());
  model.scale.ranks = ranks == nullptr ? 1 : ranks->size();
  model.scale.grid = std::visit([](const auto& each) { return each.layout().grid; }, *graph.on_several());
  const std::string hub(to_string(*engine.exchange.hub));
  const costs::LinkCost* const link = costs.link_of_all(model.scale.ranks > 1, hub);
  if (link == nullptr)
    throw UsageError("--costs: " + file + " has no cost of the hub " + hub +
                     (model.scale.ranks > 1 ? " between ranks" : " between devices") +
                     "; measure it with the devices and ranks of this run");
  model.link = *link;
  return model;
}

nlohmann::ordered_json describe_prediction(const std::vector<costs::SuperstepCost>& predicted) {
  costs::SuperstepCost sum;
  for (const costs::SuperstepCost& each : predicted) {
    sum.queueing += each.queueing;
    sum.gathering += each.gathering;
    sum.sweeping += each.sweeping;
    sum.messages += each.messages;
    sum.bytes += each.bytes;
  }
  if (predicted.empty()) return nlohmann::ordered_json::object();
  return {{"predicted_seconds", sum.seconds()}, {"bottleneck", sum.bottleneck()}};
}

}  // namespace warpgraph::cli
