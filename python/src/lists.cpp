// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/error.hpp>

#include "arrays.hpp"
#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

namespace warpgraph::python {

namespace {

using algorithms::ListRankOptions;

template <algorithms::ListIndex Index>
nb::dict rank(const std::shared_ptr<Devices>& devices, std::span<const Index> next, std::shared_ptr<const void> owner,
              const ListRankOptions& options) {
  auto left = interruptibly([=] {
    return owner == nullptr ? algorithms::HostListRanks<Index>{}
                            : algorithms::rank_lists(*devices->runtime, next, options);
  });
  nb::dict columns;
  columns["rank"] = array_of(std::move(left.rank));
  if (options.heads) columns["head"] = array_of(std::move(left.head));
  if (options.order) {
    columns["order"] = array_of(std::move(left.order));
    columns["first"] = array_of(std::move(left.first));
  }
  columns["lists"] = left.lists;
  return columns;
}

nb::dict rank_lists(const std::shared_ptr<Devices>& devices, const Array& next, bool from_tail, bool heads, bool order,
                    const std::string& method, std::uint64_t seed) {
  ListRankOptions options;
  options.from = from_tail ? algorithms::ListEnd::kTail : algorithms::ListEnd::kHead;
  options.heads = heads;
  options.order = order;
  options.method = method;
  options.seed = seed;
  if (next.dtype() == nb::dtype<std::uint32_t>())
    return rank(devices, span_of<std::uint32_t>(next), owner_of(next), options);
  return rank(devices, span_of<std::uint64_t>(next), owner_of(next), options);
}

}  // namespace

void add_lists(nb::module_& module) {
  module.def("rank_lists", &rank_lists, nb::arg("devices"), nb::arg("next"), nb::arg("from_tail"), nb::arg("heads"),
             nb::arg("order"), nb::arg("method"), nb::arg("seed"));
}

}  // namespace warpgraph::python
