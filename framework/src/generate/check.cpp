// SPDX-License-Identifier: Apache-2.0
#include "generate/check.hpp"

#include <bit>
#include <cmath>
#include <string>
#include <string_view>
#include <variant>

#include <warpgraph/runtime/error.hpp>

#include "generate/fields.hpp"
#include "generate/size.hpp"

namespace warpgraph::generators::detail {

namespace {

// Far beyond any memory; keeps sums of sizes in bytes from wrapping around.
constexpr std::uint64_t kMaxEdges = std::uint64_t{1} << 48;

// Keeps the first problem.
struct RangeCheck {
  std::string* problem;

  template <class Member, class Values>
  void operator()(std::string_view name, const Member& value, const Values& values, std::string_view) const {
    if (problem->empty() && !option::contains(values, value))
      *problem = std::string(name) + " must be " + option::describe(values) + ", not " + option::to_text(value, values);
  }
};

std::string problem(const generators::Rmat& g) {
  return g.a + g.b + g.c > 1 ? "a + b + c must not be more than 1" : "";
}

std::string problem(const generators::ErdosRenyi& g) {
  const std::uint64_t possible =
      g.directed ? g.vertices * (g.vertices - 1) : size_of(generators::Complete{g.vertices}).edges;
  return g.edges > possible ? std::to_string(g.vertices) + " vertices have only " + std::to_string(possible) +
                                  " different edges, " + std::to_string(g.edges) + " were asked for"
                            : "";
}

std::string problem(const generators::RandomBlocks& g) {
  return g.blocks > size_of(g).vertices ? "there are more blocks than vertices, sqrt(edges / density)" : "";
}

std::string problem(const generators::PreferentialAttachment& g) {
  return g.vertices <= g.degree ? "vertices must be more than degree" : "";
}

std::string problem(const generators::SmallWorld& g) {
  if (g.degree % 2 != 0) return "degree must be even";
  return g.vertices <= g.degree ? "vertices must be more than degree" : "";
}

std::string problem(const generators::Web& g) {
  return std::has_single_bit(g.largest_site) ? "" : "largest-site must be a power of two";
}

std::string problem(const generators::RandomGeometric& g) {
  return g.radius != 0 && g.radius < 1e-8 ? "radius must be 0 or at least 1e-8" : "";
}

// Crossings count inner vertices in 32 bits.
std::string problem(const generators::Road& g) {
  const double crossings = static_cast<double>(g.width) * static_cast<double>(g.height);
  return crossings * static_cast<double>(2 * g.segments - 1) > 0xffffffffu
             ? "chance could make more than 2^32 - 1 vertices: width * height * (2 * segments - 1)"
             : "";
}

std::string problem(const generators::LinkedLists& g) {
  return g.lists > g.vertices ? "there are more lists than vertices" : "";
}

std::string problem(const generators::RandomTrees& g) {
  return g.trees > g.vertices ? "there are more trees than vertices" : "";
}

template <class Family>
std::string problem(const Family&) {
  return {};
}

template <class Family>
constexpr bool kHasLengths =
    Is<Family, generators::Road> || Is<Family, generators::Mesh> || Is<Family, generators::RandomGeometric>;

bool fits(const WeightOptions& w) {
  if (w.type == ValueType::kFloat || w.type == ValueType::kDouble) return true;
  if (w.lowest != std::floor(w.lowest) || w.highest != std::floor(w.highest)) return false;
  return w.type == ValueType::kInt64 || (w.lowest >= -0x1p31 && w.highest < 0x1p31);
}

std::string problem_of_weights(const WeightOptions& w, bool has_lengths) {
  if (w.kind == WeightKind::kNone) return {};
  if (w.kind == WeightKind::kLength) return has_lengths ? "" : "weights by length need a road, mesh or geometric graph";
  if (w.lowest > w.highest) return "lowest-weight must not be more than highest-weight";
  if (!fits(w)) return "lowest-weight and highest-weight must be integers of the weights' type";
  if (w.kind == WeightKind::kSkewed && w.lowest <= 0) return "skewed weights need a lowest-weight above 0";
  return {};
}

std::string problem_of_size(const GeneratorFamily& family) {
  const GeneratorSize size = std::visit([](const auto& options) { return size_of(options); }, family);
  if (size.vertices > kVertices.highest) return "the graph would have more than 2^32 - 1 vertices";
  if (size.edges > kMaxEdges) return "the graph would have more than 2^48 edges";
  return {};
}

}  // namespace

std::string problem_of(const GeneratorSpec& spec) {
  std::string found;
  all_fields(spec, RangeCheck{&found});
  if (found.empty()) found = std::visit([](const auto& options) { return problem(options); }, spec.family);
  if (found.empty()) found = problem_of_size(spec.family);
  if (!found.empty()) return found;
  const bool has_lengths = std::visit([]<class Family>(const Family&) { return kHasLengths<Family>; }, spec.family);
  return problem_of_weights(spec.weights, has_lengths);
}

void check(const GeneratorSpec& spec) {
  const std::string problem = problem_of(spec);
  if (!problem.empty()) throw UsageError("generate: " + problem);
}

}  // namespace warpgraph::generators::detail

namespace warpgraph::generators {

GeneratorSize generator_size(const GeneratorSpec& spec) {
  generators::detail::check(spec);
  return std::visit([](const auto& options) { return generators::detail::size_of(options); }, spec.family);
}

}  // namespace warpgraph::generators
