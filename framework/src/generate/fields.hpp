// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <variant>

#include <warpgraph/framework/generate/generator.hpp>
#include <warpgraph/runtime/option_values.hpp>

// The members of the options with their names, ranges and help, said once: fields(options, visit) calls
// visit(name, member, values, help) for each. The checks, the registry and the parser are visitors.
namespace warpgraph::generators::detail {

using option::Names;
using option::RealRange;
using option::Switch;
using option::WholeRange;

inline constexpr WholeRange kAnyWhole = {0, ~std::uint64_t{0}};
inline constexpr WholeRange kVertices = {1, 0xffffffffu};
inline constexpr RealRange kFactor = {0, 65536};
inline constexpr RealRange kUnit = {0, 1};

inline constexpr Names<generators::ListOrder, 3> kListOrders = {{{generators::ListOrder::kOrdered, "ordered"},
                                                                 {generators::ListOrder::kReversed, "reversed"},
                                                                 {generators::ListOrder::kRandom, "random"}}};
inline constexpr Names<WeightKind, 4> kWeightKinds = {{{WeightKind::kNone, "none"},
                                                       {WeightKind::kUniform, "uniform"},
                                                       {WeightKind::kSkewed, "skewed"},
                                                       {WeightKind::kLength, "length"}}};
inline constexpr Names<ValueType, 4> kValueTypes = {{{ValueType::kInt32, "int32"},
                                                     {ValueType::kInt64, "int64"},
                                                     {ValueType::kFloat, "float"},
                                                     {ValueType::kDouble, "double"}}};

// `G` is the options or the constant options.
template <class T, class Options>
concept Is = std::same_as<std::remove_const_t<T>, Options>;

template <Is<generators::Rmat> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("scale", g.scale, WholeRange{1, 31}, "2^scale vertices");
  visit("edge-factor", g.edge_factor, kFactor, "edges for each vertex");
  visit("a", g.a, kUnit, "probability of the upper left quadrant");
  visit("b", g.b, kUnit, "probability of the upper right quadrant");
  visit("c", g.c, kUnit, "probability of the lower left quadrant");
  visit("directed", g.directed, Switch{}, "an edge leads one way");
}

template <Is<generators::UniformRandom> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("edge-factor", g.edge_factor, kFactor, "edges for each vertex");
  visit("directed", g.directed, Switch{}, "an edge leads one way");
}

template <Is<generators::ErdosRenyi> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("edges", g.edges, kAnyWhole, "number of edges, all different");
  visit("directed", g.directed, Switch{}, "an edge leads one way");
}

template <Is<generators::RandomBlocks> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("edges", g.edges, kAnyWhole, "number of edges");
  visit("density", g.density, RealRange{0, 1, true}, "edges / vertices^2");
  visit("blocks", g.blocks, kVertices, "parts without edges between them");
}

template <Is<generators::PreferentialAttachment> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("degree", g.degree, WholeRange{1, 65536}, "edges that a new vertex brings");
}

template <Is<generators::SmallWorld> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("degree", g.degree, WholeRange{2, 65536}, "neighbours on the ring; even");
  visit("rewire", g.rewire, kUnit, "probability that an edge's far end moves");
}

template <Is<generators::Web> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of pages");
  visit("degree", g.degree, WholeRange{1, 1000}, "links of a page on average");
  visit("copy", g.copy, RealRange{0, .95}, "probability that a link is copied from a page shortly before");
  visit("local", g.local, kUnit, "probability that another link stays in the site");
  visit("largest-site", g.largest_site, WholeRange{1, std::uint64_t{1} << 31}, "pages; a power of two");
}

template <Is<generators::Grid2d> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("width", g.width, kVertices, "vertices in a row");
  visit("height", g.height, kVertices, "rows");
  visit("periodic", g.periodic, Switch{}, "opposite borders are joined");
}

template <Is<generators::Grid3d> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("width", g.width, kVertices, "vertices in a row");
  visit("height", g.height, kVertices, "rows in a layer");
  visit("depth", g.depth, kVertices, "layers");
  visit("periodic", g.periodic, Switch{}, "opposite borders are joined");
}

template <Is<generators::Road> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("width", g.width, kVertices, "crossings in a row");
  visit("height", g.height, kVertices, "rows of crossings");
  visit("keep", g.keep, kUnit, "probability of a road that the spanning tree can do without");
  visit("segments", g.segments, WholeRange{1, 1000}, "edges of the longest road; the shortest has 1");
}

template <Is<generators::RandomGeometric> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of points in the unit square");
  visit("radius", g.radius, kUnit, "largest distance of neighbours; 0: .55 sqrt(ln n / n)");
}

template <Is<generators::Mesh> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("width", g.width, kVertices, "points in a row");
  visit("height", g.height, kVertices, "rows");
  visit("jitter", g.jitter, RealRange{0, .249}, "largest displacement along an axis, in spacings");
}

template <Is<generators::LinkedLists> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("lists", g.lists, kVertices, "number of lists");
  visit("order", g.order, kListOrders, "of the ids along a list");
  visit("directed", g.directed, Switch{},
        "edges to the successor, as list ranking takes them; the last element's is itself");
}

template <Is<generators::RandomTrees> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("trees", g.trees, kVertices, "number of trees");
  visit("children", g.children, WholeRange{0, 1024}, "most children of a vertex; 0: any number, 1: lists");
}

template <Is<generators::CompleteTree> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("children", g.children, kVertices, "of every inner vertex");
}

template <Is<generators::Caterpillar> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("legs", g.legs, kVertices, "leaves at each vertex of the path");
}

template <class G, class Visit>
requires(Is<G, generators::Star> || Is<G, generators::Path> ||
         Is<G, generators::Complete>) void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
}

template <Is<generators::Cycle> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, WholeRange{3, kVertices.highest}, "number of vertices");
}

template <Is<generators::CompleteBipartite> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("left", g.left, kVertices, "vertices on one side");
  visit("right", g.right, kVertices, "vertices on the other side");
}

template <Is<generators::Cliques> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("cliques", g.cliques, kVertices, "number of cliques");
  visit("size", g.size, kVertices, "vertices of a clique");
}

template <Is<generators::EmptyRows> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("stride", g.stride, kVertices, "only vertices 0, stride, 2 stride, ... have edges");
  visit("edge-factor", g.edge_factor, kFactor, "edges for each of them");
}

template <Is<generators::HeavyVertex> G, class Visit>
void fields(G& g, const Visit& visit) {
  visit("vertices", g.vertices, kVertices, "number of vertices");
  visit("edge-factor", g.edge_factor, kFactor, "random edges for each vertex");
}

// What all generators have in common.
template <Is<GeneratorSpec> G, class Visit>
void common_fields(G& spec, const Visit& visit) {
  constexpr RealRange kWeight = {-0x1p53, 0x1p53};
  visit("seed", spec.seed, kAnyWhole, "of the random numbers");
  visit("permute", spec.permute, Switch{}, "give the vertices random ids");
  visit("shuffle", spec.shuffle, Switch{}, "put the edges in random order");
  visit("weights", spec.weights.kind, kWeightKinds, "of the edges");
  visit("weight-type", spec.weights.type, kValueTypes, "of the weights");
  visit("lowest-weight", spec.weights.lowest, kWeight, "of uniform and skewed weights");
  visit("highest-weight", spec.weights.highest, kWeight, "of uniform and skewed weights");
}

template <Is<GeneratorSpec> G, class Visit>
void all_fields(G& spec, const Visit& visit) {
  std::visit([&](auto& options) { fields(options, visit); }, spec.family);
  common_fields(spec, visit);
}

}  // namespace warpgraph::generators::detail
