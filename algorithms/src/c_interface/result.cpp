// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <warpgraph/framework/run/plan.hpp>

#include "handles.hpp"
#include "status.hpp"

using warpgraph::c_interface::CColumn;
using warpgraph::c_interface::CFact;
using warpgraph::c_interface::CValues;
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

const CColumn& column_of(const warpgraph_result* result, std::int64_t index) {
  const auto& columns = required(result, "result").columns;
  require(index >= 0 && static_cast<std::size_t>(index) < columns.size(), "the result has no column of this number");
  return columns[static_cast<std::size_t>(index)];
}

std::int64_t size_of(const CColumn& column) {
  return std::visit([](const auto& values) { return static_cast<std::int64_t>(values.size()); }, column.values);
}

template <class To>
warpgraph_status copy_values(const warpgraph_result* result, std::int64_t column, To* values, std::size_t capacity) {
  return guarded([&] {
    const CValues& held = column_of(result, column).values;
    if constexpr (std::is_same_v<To, double>) {
      if (const auto* const floats = std::get_if<std::vector<float>>(&held)) return copy(*floats, values, capacity);
    }
    const auto* const of_type = std::get_if<std::vector<To>>(&held);
    require(of_type != nullptr, "the result is of another type");
    copy(*of_type, values, capacity);
  });
}

// Fills a struct of which the caller knows the first `size` bytes.
template <class Struct>
void fill(Struct* place, std::size_t size, const Struct& content, const char* name) {
  required(place, name);
  require(size >= sizeof content.name, std::string("the size is not that of the struct for the ") + name);
  std::memset(static_cast<void*>(place), 0, size);
  std::memcpy(static_cast<void*>(place), &content, std::min(size, sizeof content));
}

warpgraph_column described(const CColumn& column) {
  using warpgraph::algorithms::missing_value;
  warpgraph_column described{};
  described.name = column.name.c_str();
  described.type = kTypes[column.values.index()];
  described.is_vertex = column.is_vertex ? 1 : 0;
  std::visit(
      [&]<class Value>(const std::vector<Value>&) {
        const auto missing = missing_value<Value>(column.missing);
        if (!missing) return;
        described.has_missing = 1;
        if constexpr (std::is_integral_v<Value>) described.missing_integer = *missing;
        described.missing_real = static_cast<double>(*missing);
      },
      column.values);
  return described;
}

warpgraph_fact described(const CFact& fact) {
  return {fact.name.c_str(), fact.type, fact.is_vertex ? 1 : 0, fact.unit.c_str(),
          fact.integer,      fact.real, fact.text.c_str()};
}

}  // namespace

void warpgraph_result_destroy(warpgraph_result* result) { delete result; }

warpgraph_status warpgraph_result_type(const warpgraph_result* result, int32_t* type) {
  return guarded([&] { required(type, "type") = kTypes[column_of(result, 0).values.index()]; });
}

warpgraph_status warpgraph_result_size(const warpgraph_result* result, int64_t* size) {
  return guarded([&] {
    const CColumn& first = column_of(result, 0);
    required(size, "size") = size_of(first);
  });
}

warpgraph_status warpgraph_result_copy_int64(const warpgraph_result* result, int64_t* values, size_t capacity) {
  return copy_values(result, 0, values, capacity);
}

warpgraph_status warpgraph_result_copy_float(const warpgraph_result* result, float* values, size_t capacity) {
  return copy_values(result, 0, values, capacity);
}

warpgraph_status warpgraph_result_copy_double(const warpgraph_result* result, double* values, size_t capacity) {
  return copy_values(result, 0, values, capacity);
}

warpgraph_status warpgraph_result_column_count(const warpgraph_result* result, int64_t* count) {
  return guarded([&] { required(count, "count") = static_cast<int64_t>(required(result, "result").columns.size()); });
}

warpgraph_status warpgraph_result_column(const warpgraph_result* result, int64_t index, warpgraph_column* column,
                                         size_t column_size) {
  return guarded([&] { fill(column, column_size, described(column_of(result, index)), "column"); });
}

warpgraph_status warpgraph_result_find_column(const warpgraph_result* result, const char* name, int64_t* index) {
  return guarded([&] {
    const auto& columns = required(result, "result").columns;
    const auto found = std::ranges::find(columns, &required(name, "name"), &CColumn::name);
    require(found != columns.end(), "the result has no column \"" + std::string(name) + '"');
    required(index, "index") = found - columns.begin();
  });
}

warpgraph_status warpgraph_result_copy_column_int64(const warpgraph_result* result, int64_t column, int64_t* values,
                                                    size_t capacity) {
  return copy_values(result, column, values, capacity);
}

warpgraph_status warpgraph_result_copy_column_float(const warpgraph_result* result, int64_t column, float* values,
                                                    size_t capacity) {
  return copy_values(result, column, values, capacity);
}

warpgraph_status warpgraph_result_copy_column_double(const warpgraph_result* result, int64_t column, double* values,
                                                     size_t capacity) {
  return copy_values(result, column, values, capacity);
}

warpgraph_status warpgraph_result_fact_count(const warpgraph_result* result, int64_t* count) {
  return guarded([&] { required(count, "count") = static_cast<int64_t>(required(result, "result").facts.size()); });
}

warpgraph_status warpgraph_result_fact(const warpgraph_result* result, int64_t index, warpgraph_fact* fact,
                                       size_t fact_size) {
  return guarded([&] {
    const auto& facts = required(result, "result").facts;
    require(index >= 0 && static_cast<std::size_t>(index) < facts.size(), "the result has no fact of this number");
    fill(fact, fact_size, described(facts[static_cast<std::size_t>(index)]), "fact");
  });
}

warpgraph_status warpgraph_result_find_fact(const warpgraph_result* result, const char* name, warpgraph_fact* fact,
                                            size_t fact_size) {
  return guarded([&] {
    const auto& facts = required(result, "result").facts;
    const auto found = std::ranges::find(facts, &required(name, "name"), &CFact::name);
    require(found != facts.end(), "the result has no fact \"" + std::string(name) + '"');
    fill(fact, fact_size, described(*found), "fact");
  });
}

warpgraph_status warpgraph_result_copy_edges(const warpgraph_result* result, uint64_t* source, uint64_t* target,
                                             size_t capacity) {
  return guarded([&] {
    const warpgraph_result& handle = required(result, "result");
    require(!handle.source.empty() || size_of(column_of(result, 0)) == 0,
            "the result has a value for every vertex, and no edges");
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
