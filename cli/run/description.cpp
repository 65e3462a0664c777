// SPDX-License-Identifier: Apache-2.0
#include "description.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "../json_output.hpp"
#include "../table.hpp"
#include "../text.hpp"

namespace warpgraph::cli {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using nlohmann::ordered_json;

namespace {

// "push x 2, pull-first x 3": in the order in which they were first chosen.
std::string plans_of(const RunReport& report) {
  std::vector<std::pair<Plan, std::size_t>> counts;
  for (const SuperstepStatistics& step : report.supersteps) {
    const auto found = std::ranges::find(counts, step.plan, &std::pair<Plan, std::size_t>::first);
    if (found == counts.end())
      counts.emplace_back(step.plan, 1);
    else
      ++found->second;
  }
  std::string text;
  for (const auto& [plan, count] : counts)
    text += (text.empty() ? "" : ", ") + std::string(to_string(plan)) + " x " + format_count(count);
  return text;
}

constexpr std::string_view kSource = "source";

// Whether a fact is the id of a vertex, which is not grouped by thousands.
bool is_vertex(const Algorithm& algorithm, std::string_view name) {
  if (name == kSource) return algorithm.has_source;
  const DeclaredFact* const fact = find_fact(algorithm, name);
  return fact != nullptr && fact->is_vertex();
}

ordered_json to_json(const std::vector<results::DeviceActivity>& devices, bool timed) {
  ordered_json all = ordered_json::array();
  for (const results::DeviceActivity& device : devices) {
    ordered_json one{
        {"own", {device.own.first, device.own.last}}, {"edges", device.edges}, {"updated", device.updated}};
    if (timed) {
      one["compute_microseconds"] = device.compute_microseconds;
      one["exchange_microseconds"] = device.exchange_microseconds;
    }
    all.push_back(std::move(one));
  }
  return all;
}

ordered_json to_json(const std::vector<results::LinkTraffic>& links, DeviceUse how) {
  ordered_json all = ordered_json::array();
  for (const results::LinkTraffic& link : links) {
    ordered_json one{
        {"from", link.from},
        {"to", link.to == results::LinkTraffic::kAllOthers ? ordered_json("others") : ordered_json(link.to)}};
    if (how == DeviceUse::kEngine) one["form"] = to_string(link.form);
    one["bytes"] = link.bytes;
    one["useful_bytes"] = link.useful_bytes;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

ordered_json describe_exchange(const RunReport& report, const ExchangeOptions& exchange) {
  std::uint64_t bytes = 0;
  std::uint64_t useful = 0;
  for (const results::PeerSuperstep& step : report.per_device) {
    for (const results::LinkTraffic& link : step.links) {
      bytes += link.bytes;
      useful += link.useful_bytes;
    }
  }
  return {{"hub", to_string(*exchange.hub)}, {"bytes_sent", bytes}, {"useful_bytes", useful}};
}

ordered_json to_json(const RunReport& report, const Algorithm& algorithm, bool timed,
                     const std::vector<costs::SuperstepCost>& predicted) {
  const DeviceUse how = algorithm.devices;
  ordered_json all = ordered_json::array();
  if (report.supersteps.empty()) {  // of the whole run
    for (const results::PeerSuperstep& run : report.per_device)
      all.push_back({{"devices", to_json(run.devices, false)}, {"links", to_json(run.links, how)}});
  }
  for (std::size_t i = 0; i < report.supersteps.size(); ++i) {
    const SuperstepStatistics& step = report.supersteps[i];
    ordered_json one{{"superstep", step.superstep}};
    if (algorithm.takes_plans) one["plan"] = to_string(step.plan);
    one["active_vertices"] = step.active_vertices;
    one["active_edges"] = step.active_edges;
    one["updated_vertices"] = step.updated_vertices;
    if (timed) one["microseconds"] = step.microseconds;
    if (!predicted.empty()) {
      one["predicted_microseconds"] = predicted[i].seconds() * 1e6;
      one["bottleneck"] = predicted[i].bottleneck();
    }
    if (!report.per_device.empty()) {
      one["devices"] = to_json(report.per_device[i].devices, timed);
      one["links"] = to_json(report.per_device[i].links, how);
    }
    all.push_back(std::move(one));
  }
  return all;
}

ordered_json to_json(const AlgorithmFacts& facts) {
  ordered_json all = ordered_json::object();
  for (const auto& [name, value] : facts) {
    all[name] = std::visit(
        []<class Value>(const Value& each) -> ordered_json {
          if constexpr (std::is_same_v<Value, std::monostate>)
            return nullptr;
          else
            return each;
        },
        value);
  }
  return all;
}

ordered_json describe_run(const Algorithm& algorithm, const NamedRun& run, const AlgorithmFacts& told,
                          std::uint64_t edges) {
  ordered_json facts;
  if (algorithm.has_source) facts[kSource] = run.source.value();
  facts.update(to_json(told));
  facts.update(to_json(run.outcome.facts));
  facts["seconds"] = run.outcome.seconds;
  facts["edges_per_second"] = static_cast<double>(edges) / run.outcome.seconds;
  const RunReport& report = run.outcome.report;
  const bool has_steps = algorithm.devices == DeviceUse::kEngine || !report.supersteps.empty();
  if (has_steps || !report.converged()) facts["end"] = to_string(report.end);
  if (!has_steps) return facts;
  facts["supersteps"] = report.supersteps.size();
  if (algorithm.takes_plans && !report.supersteps.empty()) facts["plans"] = plans_of(report);
  if (!report.advice.empty()) facts["advice"] = report.advice;
  return facts;
}

namespace {

void print_facts(const ordered_json& facts, const std::function<bool(std::string_view)>& is_vertex, Output& output) {
  for (const auto& [name, value] : facts.items()) {
    if (value.is_array()) continue;  // for --json
    std::string text = value.is_string() ? printable(value.get<std::string>()) : value.dump();
    if (is_time(name, value)) text = describe_time(value);
    if (name == "edges_per_second") text = format_number(value.get<double>());
    if (value.is_number_unsigned() && !is_vertex(name)) text = format_count(value.get<std::uint64_t>());
    std::string label = name;
    std::ranges::replace(label, '_', ' ');
    print_fact(std::move(label), text, output);
  }
}

}  // namespace

void print_run(const ordered_json& facts, const Algorithm& algorithm, Output& output) {
  print_facts(
      facts, [&](std::string_view name) { return is_vertex(algorithm, name); }, output);
}
void print_run(const ordered_json& facts, Output& output) {
  print_facts(
      facts, [](std::string_view) { return false; }, output);
}

std::string describe_verified(const Algorithm& algorithm, const std::vector<NamedRun>& runs) {
  const char* const one = algorithm.leaves == Leaves::kEdges ? "all of it" : "all values";
  const char* const end = runs.back().outcome.report.converged() ? "" : ", not converged";
  return std::string(runs.size() > 1 ? "the values of all runs" : one) + end;
}

ordered_json describe_times(const Algorithm& algorithm, const std::vector<NamedRun>& runs) {
  std::vector<double> seconds;
  ordered_json each = ordered_json::array();
  for (const NamedRun& run : runs) {
    seconds.push_back(run.outcome.seconds);
    each.push_back({{"source", run.source.value()},
                    {"seconds", run.outcome.seconds},
                    {"supersteps", run.outcome.report.supersteps.size()}});
  }
  std::ranges::sort(seconds);
  const double median = std::midpoint(seconds[(seconds.size() - 1) / 2], seconds[seconds.size() / 2]);
  return {{"algorithm", algorithm.name}, {"runs", runs.size()},           {"min_seconds", seconds.front()},
          {"seconds", median},           {"max_seconds", seconds.back()}, {"each", each}};
}

}  // namespace warpgraph::cli
