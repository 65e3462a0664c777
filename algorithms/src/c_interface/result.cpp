// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <variant>
#include <vector>

#include <warpgraph/framework/run/plan.hpp>

#include "handles.hpp"
#include "status.hpp"

using warpgraph::c_interface::guarded;
using warpgraph::c_interface::require;
using warpgraph::c_interface::required;

namespace {

constexpr warpgraph_type kTypes[] = {WARPGRAPH_INT64, WARPGRAPH_FLOAT, WARPGRAPH_DOUBLE};  // of the variant

template <class To, class From>
void copy(const std::vector<From>& from, To* to, std::size_t capacity) {
  require(capacity >= from.size(), "capacity is less than the number of values");
  if (!from.empty()) std::copy(from.begin(), from.end(), &required(to, "values"));
}

template <class To>
warpgraph_status copy_values(const warpgraph_result* result, To* values, std::size_t capacity) {
  return guarded([&] {
    const auto* const held = std::get_if<std::vector<To>>(&required(result, "result").values);
    require(held != nullptr, "the result is of another type");
    copy(*held, values, capacity);
  });
}

}  // namespace

void warpgraph_result_destroy(warpgraph_result* result) { delete result; }

warpgraph_status warpgraph_result_type(const warpgraph_result* result, int32_t* type) {
  return guarded([&] { required(type, "type") = kTypes[required(result, "result").values.index()]; });
}

warpgraph_status warpgraph_result_size(const warpgraph_result* result, int64_t* size) {
  return guarded([&] {
    required(size, "size") = static_cast<int64_t>(
        std::visit([](const auto& values) { return values.size(); }, required(result, "result").values));
  });
}

warpgraph_status warpgraph_result_copy_int64(const warpgraph_result* result, int64_t* values, size_t capacity) {
  return copy_values(result, values, capacity);
}

warpgraph_status warpgraph_result_copy_float(const warpgraph_result* result, float* values, size_t capacity) {
  return copy_values(result, values, capacity);
}

warpgraph_status warpgraph_result_copy_double(const warpgraph_result* result, double* values, size_t capacity) {
  if (result != nullptr && std::holds_alternative<std::vector<float>>(result->values))
    return guarded([&] { copy(std::get<std::vector<float>>(result->values), values, capacity); });
  return copy_values(result, values, capacity);
}

warpgraph_status warpgraph_result_copy_edges(const warpgraph_result* result, uint64_t* source, uint64_t* target,
                                             size_t capacity) {
  return guarded([&] {
    const warpgraph_result& handle = required(result, "result");
    const bool has_values = std::visit([](const auto& values) { return !values.empty(); }, handle.values);
    require(!handle.source.empty() || !has_values, "the result has a value for every vertex, and no edges");
    require(capacity >= handle.source.size(), "capacity is less than the number of edges");
    if (handle.source.empty()) return;
    std::copy(handle.source.begin(), handle.source.end(), &required(source, "source"));
    std::copy(handle.target.begin(), handle.target.end(), &required(target, "target"));
  });
}

warpgraph_status warpgraph_result_converged(const warpgraph_result* result, int32_t* converged) {
  return guarded([&] { required(converged, "converged") = required(result, "result").report.converged() ? 1 : 0; });
}

warpgraph_status warpgraph_result_superstep_count(const warpgraph_result* result, int64_t* count) {
  return guarded(
      [&] { required(count, "count") = static_cast<int64_t>(required(result, "result").report.supersteps.size()); });
}

warpgraph_status warpgraph_result_copy_supersteps(const warpgraph_result* result, warpgraph_superstep* supersteps,
                                                  size_t step_size, size_t capacity) {
  return guarded([&] {
    const auto& steps = required(result, "result").report.supersteps;
    require(capacity >= steps.size(), "capacity is less than the number of supersteps");
    require(step_size >= sizeof(warpgraph_superstep), "step_size is not that of warpgraph_superstep");
    auto* place = reinterpret_cast<char*>(supersteps);
    if (!steps.empty()) required(supersteps, "supersteps");
    for (const warpgraph::SuperstepStatistics& step : steps) {
      const warpgraph_superstep copy{step.superstep,    static_cast<int32_t>(step.plan), step.active_vertices,
                                     step.active_edges, step.updated_vertices,           step.microseconds};
      std::memcpy(place, &copy, sizeof copy);
      place += step_size;
    }
  });
}

// Programs may keep the numbers of plans: a new plan gets the next one.
static_assert(static_cast<int>(warpgraph::Plan::kPullAll) == 0 && static_cast<int>(warpgraph::Plan::kPullActive) == 1 &&
              static_cast<int>(warpgraph::Plan::kPullFirst) == 2 &&
              static_cast<int>(warpgraph::Plan::kPullUnsettled) == 3 && static_cast<int>(warpgraph::Plan::kPush) == 4 &&
              static_cast<int>(warpgraph::Plan::kPushLoop) == 5 && static_cast<int>(warpgraph::Plan::kPriority) == 6);

const char* warpgraph_plan_name(int32_t plan) {
  if (plan < 0 || plan >= warpgraph::kPlanCount) return nullptr;
  return to_string(static_cast<warpgraph::Plan>(plan)).data();
}
