// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/value.hpp>

// What a run of the catalogue returns, as the catalogue declares it: columns with a value for each vertex or edge, and
// facts about the whole.
namespace warpgraph::algorithms {

enum class ColumnType {
  kInt64,
  kFloat,
  kDouble,
  kVertex,    // what the user calls it: int64; uint64 where a vertex is called 2^63 or more
  kDistance,  // float or double as the graph's weights are; int64 of other graphs
  kWeight,    // what the graph's weights are; int32 of graphs without
};

// What stands for a value that there is not.
enum class Missing {
  kNever,     // each vertex has a value
  kMinusOne,  // of uint64, the number of the same bits
  kInfinite,  // infinity, or -1 of whole numbers
  kLowest,    // minus infinity, or the lowest whole number of the type
};

struct AlgorithmColumn {
  std::string name;  // "distance"
  ColumnType type = ColumnType::kInt64;
  Missing missing = Missing::kNever;
  std::string help;              // one line
  std::string double_with = {};  // the switch with which floats are doubles; empty: there is none
  // Whether a run makes it where the caller names no columns: yes, but for a switch that makes it in place of another
  // one, or leaves it out for another one.
  bool is_usual = true;
  std::string made_with = {};
  std::string left_out_with = {};
  bool costs_extra = false;  // it is left out, too, where the caller wants no values

  [[nodiscard]] bool is_vertex() const { return type == ColumnType::kVertex; }
};

enum class FactType {
  kUint64,
  kInt64,
  kDouble,
  kText,
  kVertex,  // what the user calls it: uint64
  kWeight,  // double of graphs with weights of float or double; int64 of others
};

struct DeclaredFact {
  std::string name;  // "highest_vertex"
  FactType type = FactType::kUint64;
  std::string help;           // one line
  std::string unit = {};      // "seconds"; empty: none
  bool is_of_device = false;  // each device has one: "device_0_" and so on comes before the name

  [[nodiscard]] bool is_vertex() const { return type == FactType::kVertex; }
};

// "int64", "float", "double", "vertex", "distance", "weight"
[[nodiscard]] std::string_view to_string(ColumnType type);
// "never", "-1", "infinity", "lowest"
[[nodiscard]] std::string_view to_string(Missing missing);
// "uint64", "int64", "double", "text", "vertex", "weight"
[[nodiscard]] std::string_view to_string(FactType type);

// The type of the column's values in a graph with these weights; nothing of vertices, whose type the names decide.
// `in_double`: whether the switch `double_with` is given.
[[nodiscard]] std::optional<ValueType> value_type_of(const AlgorithmColumn& column, ValueType weights, bool in_double);

// What stands for a value that there is not, among values of this type; nothing where there is always one.
template <class Value>
[[nodiscard]] std::optional<Value> missing_value(Missing missing) {
  using Limits = std::numeric_limits<Value>;
  switch (missing) {
    case Missing::kNever:
      return std::nullopt;
    case Missing::kMinusOne:
      return static_cast<Value>(-1);
    case Missing::kInfinite:
      return std::is_floating_point_v<Value> ? Limits::infinity() : static_cast<Value>(-1);
    case Missing::kLowest:
      return std::is_floating_point_v<Value> ? -Limits::infinity() : Limits::lowest();
  }
  return std::nullopt;
}

// The columns that a caller looks at: those that a run makes by itself, none that would cost extra, or the columns of
// these names.
class WantedColumns {
 public:
  WantedColumns() = default;
  template <std::same_as<bool> Bool>               // no pointer
  WantedColumns(Bool values) : values_(values) {}  // NOLINT(google-explicit-constructor)
  explicit WantedColumns(std::vector<std::string> names) : names_(std::move(names)) {}
  // Each text has one name or several with commas between them: of an option that may be repeated.
  [[nodiscard]] static WantedColumns parse(const std::vector<std::string>& texts);

  [[nodiscard]] bool values() const { return values_; }
  // Empty: those that a run makes by itself.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool has_names() const { return !names_.empty(); }
  [[nodiscard]] bool names(std::string_view column) const;

 private:
  bool values_ = true;
  std::vector<std::string> names_ = {};
};

}  // namespace warpgraph::algorithms
