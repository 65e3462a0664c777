// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <span>
#include <variant>

#include <warpgraph/framework/graph/edge_list.hpp>

// Compressed rows as other libraries have them, for Graph::from_csr and DeviceGraph::from_csr.
namespace warpgraph {

// What the row of a vertex lists.
enum class CsrRows {
  kOutgoing,  // where its edges lead to: CSR in most libraries
  kIncoming,  // where the edges into it come from: CSC in most libraries, and Graph::incoming()
};

// How the columns of a row are ordered.
enum class ColumnOrder {
  kAscending,  // they ascend; a row that does not is refused
  kAny,        // rows are sorted if one of them does not ascend; equal columns stay in their order
  kUnchecked,  // they are known to ascend: others give wrong results
};

struct CsrOptions {
  CsrRows rows = CsrRows::kOutgoing;
  // Each edge is in the rows of both of its ends, with one value; a self-loop is there once.
  bool undirected = false;
  ColumnOrder order = ColumnOrder::kAscending;
  // Undirected rows are looked through for edges without their reverse. To be left out where that is known.
  bool check_symmetry = true;
  IdMap ids = {};  // what vertices are called, if not 0, 1, 2, ...
};

}  // namespace warpgraph

namespace warpgraph::graphs {

template <class T>
concept CsrInteger = std::same_as<T, std::int32_t> || std::same_as<T, std::uint32_t> || std::same_as<T, std::int64_t> ||
    std::same_as<T, std::uint64_t>;

}  // namespace warpgraph::graphs

namespace warpgraph {

// A borrowed array of integers whose type is known at run time only. Made of vectors, spans and whatever else lies in
// one piece, but of no temporary that owns its elements.
class IntegerSpan {
 public:
  using Values = std::variant<std::span<const std::int32_t>, std::span<const std::uint32_t>,
                              std::span<const std::int64_t>, std::span<const std::uint64_t>>;

  template <std::ranges::contiguous_range Array>
  requires std::ranges::borrowed_range<Array> && graphs::CsrInteger<std::ranges::range_value_t<Array>> IntegerSpan(
      Array&& array)
      : values_(
            std::span<const std::ranges::range_value_t<Array>>(std::ranges::data(array), std::ranges::size(array))) {}

  [[nodiscard]] const Values& values() const noexcept { return values_; }

 private:
  Values values_;
};

}  // namespace warpgraph
