// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/generate/registry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "generate/check.hpp"
#include "generate/fields.hpp"

namespace warpgraph::generators {

namespace {

using generators::detail::all_fields;
using option::describe;
using option::Option;

class ListParameters {
 public:
  explicit ListParameters(std::vector<Option>* parameters) : parameters_(parameters) {}

  template <class Member>
  void operator()(std::string_view name, const Member& value, const option::WholeRange& range,
                  std::string_view help) const {
    Option& added = add(name, Option::Kind::kWhole, help);
    added.default_value = std::uint64_t{value};
    added.whole = range;
  }
  void operator()(std::string_view name, double value, const option::RealRange& range, std::string_view help) const {
    Option& added = add(name, Option::Kind::kReal, help);
    added.default_value = value;
    added.real = range;
  }
  void operator()(std::string_view name, bool value, option::Switch, std::string_view help) const {
    add(name, Option::Kind::kSwitch, help).default_value = value;
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, Enum value, const option::Names<Enum, N>& names, std::string_view help) const {
    Option& added = add(name, Option::Kind::kName, help);
    added.default_value = option::to_text(value, names);
    for (const auto& [each, text] : names) added.choices.emplace_back(text);
  }

 private:
  Option& add(std::string_view name, Option::Kind kind, std::string_view help) const {
    Option& added = parameters_->emplace_back();
    added.name = name;
    added.kind = kind;
    added.help = help;
    return added;
  }

  std::vector<Option>* parameters_;
};

GeneratorInfo entry(std::string_view name, std::string_view summary, const GeneratorFamily& family,
                    bool permute = false) {
  GeneratorInfo info{std::string(name), std::string(summary), {family, 1, permute, false, {}}, {}};
  all_fields(std::as_const(info.defaults), ListParameters(&info.parameters));
  return info;
}

std::vector<GeneratorInfo> make_registry() {
  using namespace generators;  // NOLINT(google-build-using-namespace)
  const Rmat kron{.a = .57, .b = .19, .c = .19, .directed = false};
  return {
      entry("rmat", "recursive matrix, skewed degrees", Rmat{}),
      entry("kron", "Graph500's Kronecker graph: R-MAT .57 .19 .19, undirected, permuted", kron, true),
      entry("urand", "uniformly random edges", UniformRandom{}),
      entry("erdos-renyi", "G(n, m): different edges, no self-loops", ErdosRenyi{}),
      entry("random-blocks", "dense random graphs side by side", RandomBlocks{}),
      entry("preferential", "preferential attachment (Barabasi, Albert)", PreferentialAttachment{}),
      entry("small-world", "a ring with moved edges (Watts, Strogatz)", SmallWorld{}),
      entry("web", "web-like: skewed sites, copied lists of links", Web{}),
      entry("grid2d", "two-dimensional grid", Grid2d{}),
      entry("grid3d", "three-dimensional grid", Grid3d{}),
      entry("road", "road-like: connected, mean degree 2.4, thousands of levels", Road{}),
      entry("rgg", "random geometric graph in the unit square", RandomGeometric{}),
      entry("mesh", "triangulated grid of jittered points, near to Delaunay", Mesh{}),
      entry("list", "linked lists", LinkedLists{}),
      entry("tree", "random trees of bounded width, permuted", RandomTrees{}, true),
      entry("complete-tree", "complete tree", CompleteTree{}),
      entry("caterpillar", "a path with leaves", Caterpillar{}),
      entry("star", "one centre", Star{}),
      entry("path", "one path", Path{}),
      entry("cycle", "one cycle", Cycle{}),
      entry("complete", "complete graph", Complete{}),
      entry("bipartite", "complete bipartite graph", CompleteBipartite{}),
      entry("cliques", "disjoint cliques", Cliques{}),
      entry("empty-rows", "few vertices with edges among many without", EmptyRows{}),
      entry("heavy-vertex", "uniformly random edges and one vertex joined to all", generators::HeavyVertex{}),
  };
}

// Puts the argument for each parameter in, if there is one, and counts those that were used.
struct Assign {
  const GeneratorArguments* arguments;
  std::string generator;
  std::size_t* used;

  template <class Member, class Values>
  void operator()(std::string_view name, Member& member, const Values& values, std::string_view) const {
    const auto found = arguments->find(name);
    if (found == arguments->end()) return;
    ++*used;
    if (!option::assign(found->second, member, values))
      throw InputError(generator + ": " + std::string(name) + " must be " + describe(values) + ", not \"" +
                       found->second + "\"");
  }
};

[[noreturn]] void refuse_unknown(const GeneratorInfo& info, const GeneratorArguments& arguments) {
  std::string known;
  for (const Option& parameter : info.parameters) known += (known.empty() ? "" : ", ") + parameter.name;
  for (const auto& [name, value] : arguments) {
    const auto is_it = [&](const Option& parameter) { return parameter.name == name; };
    if (std::none_of(info.parameters.begin(), info.parameters.end(), is_it))
      throw InputError(info.name + " has no parameter \"" + name + "\"; it has " + known);
  }
  throw UsageError("generator parameters of one name");
}

template <class Family>
bool has_random_edges(const Family&) {
  using namespace generators;  // NOLINT(google-build-using-namespace)
  using generators::detail::Is;
  return !(Is<Family, Grid2d> || Is<Family, Grid3d> || Is<Family, CompleteTree> || Is<Family, Caterpillar> ||
           Is<Family, Star> || Is<Family, Path> || Is<Family, Cycle> || Is<Family, Complete> ||
           Is<Family, CompleteBipartite> || Is<Family, Cliques>);
}
bool has_random_edges(const generators::LinkedLists& lists) { return lists.order == generators::ListOrder::kRandom; }

}  // namespace

std::span<const GeneratorInfo> generator_registry() {
  static const std::vector<GeneratorInfo> registry = make_registry();
  return registry;
}

const GeneratorInfo& find_generator(std::string_view name) {
  std::string known;
  for (const GeneratorInfo& info : generator_registry()) {
    if (info.name == name) return info;
    known += (known.empty() ? "" : ", ") + info.name;
  }
  throw InputError("there is no generator \"" + std::string(name) + "\"; there are " + known);
}

GeneratorSpec parse_generator(std::string_view name, const GeneratorArguments& arguments) {
  const GeneratorInfo& info = find_generator(name);
  GeneratorSpec spec = info.defaults;
  std::size_t used = 0;
  all_fields(spec, Assign{&arguments, info.name, &used});
  if (used != arguments.size()) refuse_unknown(info, arguments);
  const std::string problem = generators::detail::problem_of(spec);
  if (!problem.empty()) throw InputError(info.name + ": " + problem);
  return spec;
}

bool is_random(const GeneratorSpec& spec) {
  const bool has_random_weights = spec.weights.kind == WeightKind::kUniform || spec.weights.kind == WeightKind::kSkewed;
  return spec.permute || spec.shuffle || has_random_weights ||
         std::visit([](const auto& family) { return has_random_edges(family); }, spec.family);
}

}  // namespace warpgraph::generators
