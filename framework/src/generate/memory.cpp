// SPDX-License-Identifier: Apache-2.0
#include <variant>

#include <warpgraph/framework/generate/generator.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "generate/check.hpp"
#include "generate/size.hpp"

namespace warpgraph {

namespace generators::detail {

namespace {

WorkSpace space_of(const generators::Rmat&) {
  WorkSpace space;
  space.plan.add_array<std::uint32_t>("R-MAT table", 256);
  return space;
}

WorkSpace space_of(const generators::Web& g) {
  WorkSpace space{{}, g.vertices + 1, 0};
  space.plan.add_array<std::uint64_t>("generated degrees", g.vertices + 1);
  return space;
}

WorkSpace space_of(const generators::Road& g) {
  WorkSpace space{{}, g.width * g.height + 1, 0};
  space.plan.add_array<std::uint64_t>("road counts", g.width * g.height + 1);
  return space;
}

void add_groups(MemoryPlan& plan, std::uint64_t n, std::uint64_t groups) {
  plan.add_array<std::uint32_t>("generated group ends", groups + 1);
  plan.add_array<std::uint32_t>("generated group members", n);
}

WorkSpace space_of(const generators::RandomGeometric& g) {
  const std::uint64_t cells = cells_along(g) * cells_along(g);
  WorkSpace space{{}, g.vertices + 1, cells + 1};
  add_groups(space.plan, g.vertices, cells);
  space.plan.add_array<std::uint64_t>("generated points", g.vertices);
  space.plan.add_array<std::uint64_t>("generated degrees", g.vertices + 1);
  return space;
}

WorkSpace space_of(const generators::RandomTrees& g) {
  const std::uint64_t positions = tree_positions(g);
  if (positions == 0) return {};
  WorkSpace space{{}, 0, positions + 1};
  add_groups(space.plan, g.vertices - g.trees, positions);
  return space;
}

// All others compute each edge from its number.
template <class Family>
WorkSpace space_of(const Family&) {
  return {};
}

std::size_t value_bytes(ValueType type) { return type == ValueType::kInt32 || type == ValueType::kFloat ? 4 : 8; }

}  // namespace

WorkSpace work_space(const GeneratorFamily& family) {
  return std::visit([](const auto& options) { return space_of(options); }, family);
}

}  // namespace generators::detail

}  // namespace warpgraph

namespace warpgraph::generators {

MemoryPlan generator_memory(const GeneratorSpec& spec) {
  const std::uint64_t edges = generator_size(spec).edges;
  MemoryPlan plan;
  plan.add_array<VertexId>("generated source", edges);
  plan.add_array<VertexId>("generated target", edges);
  if (spec.weights.kind != WeightKind::kNone)
    plan.add("generated weights", edges * generators::detail::value_bytes(spec.weights.type));
  if (spec.weights.kind == WeightKind::kLength) plan.add_array<std::uint32_t>("generated length", edges);
  return plan += generators::detail::work_space(spec.family).plan;
}

MemoryPlan generator_memory(const GeneratorSpec& spec, Device& device) {
  MemoryPlan plan = generator_memory(spec);
  const generators::detail::WorkSpace space = generators::detail::work_space(spec.family);
  if (space.scanned_words != 0) plan += primitives::exclusive_scan_memory<std::uint64_t>(device, space.scanned_words);
  if (space.scanned_numbers != 0)
    plan += primitives::exclusive_scan_memory<std::uint32_t>(device, space.scanned_numbers);
  return plan;
}

}  // namespace warpgraph::generators
