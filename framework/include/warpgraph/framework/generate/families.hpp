// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>

// What can be generated: one options struct a family. docs/reference/generators.md says how each graph looks; the
// registry holds the ranges and the help of the members. "Directed" families make edges from source to target, the
// others make each edge once, for both directions. Only where it says so are there no duplicates and no self-loops.
namespace warpgraph::generators {

// ---- Random graphs

// Recursive matrix (Chakrabarti, Zhan, Faloutsos 2004): 2^scale vertices, edge_factor * 2^scale edges; each bit of an
// edge's ends falls into one of four quadrants with probability a, b, c, 1 - a - b - c. Graph500's Kronecker graph is
// .57, .19, .19, undirected, with permuted ids.
struct Rmat {
  std::uint32_t scale = 16;
  double edge_factor = 16;
  double a = .45;
  double b = .25;
  double c = .15;
  bool directed = true;
};

// Both ends of every edge are drawn uniformly (GAP's urand).
struct UniformRandom {
  std::uint64_t vertices = 65536;
  double edge_factor = 16;
  bool directed = false;
};

// Erdos and Renyi's G(n, m): m different edges, no self-loops.
struct ErdosRenyi {
  std::uint64_t vertices = 65536;
  std::uint64_t edges = 1048576;
  bool directed = false;
};

// Dense random graphs side by side: sqrt(edges / density) vertices in equal blocks, each with its part of the edges.
struct RandomBlocks {
  std::uint64_t edges = 1048576;
  double density = .001;
  std::uint64_t blocks = 1;
};

// Barabasi and Albert's preferential attachment: a vertex comes with `degree` edges to earlier ones, which it chooses
// with probability proportional to their degree. The first degree + 1 vertices are a clique. No self-loops.
struct PreferentialAttachment {
  std::uint64_t vertices = 65536;
  std::uint64_t degree = 8;
};

// Watts and Strogatz's small world: a ring in which a vertex knows the degree / 2 next on either side; an edge's far
// end moves to any other vertex with probability `rewire`. No self-loops.
struct SmallWorld {
  std::uint64_t vertices = 65536;
  std::uint64_t degree = 16;
  double rewire = .05;
};

// Web-like, directed: sites of consecutive pages, of skewed sizes; a page copies a link of a page shortly before it
// with probability `copy`; its other links stay in the site with probability `local`.
struct Web {
  std::uint64_t vertices = 65536;
  std::uint64_t degree = 16;  // links of a page on average, skewed
  double copy = .5;
  double local = .8;
  std::uint64_t largest_site = 65536;  // pages; a power of two
};

// ---- Lattices and geometry

struct Grid2d {
  std::uint64_t width = 256;
  std::uint64_t height = 256;
  bool periodic = false;
};

struct Grid3d {
  std::uint64_t width = 64;
  std::uint64_t height = 64;
  std::uint64_t depth = 64;
  bool periodic = false;
};

// Road-like: crossings on a grid, joined by a random spanning tree and by any other grid road with probability `keep`;
// a road is a chain of 1 to `segments` edges. Connected; mean degree 2.4 as it stands.
struct Road {
  std::uint64_t width = 512;  // in crossings
  std::uint64_t height = 512;
  double keep = .5;
  std::uint64_t segments = 3;
};

// Points in the unit square, joined if they are at most `radius` apart. Ids run along rows of small cells.
struct RandomGeometric {
  std::uint64_t vertices = 65536;
  double radius = 0;  // 0: .55 sqrt(ln n / n), DIMACS's choice, just connected
};

// A triangulated grid of jittered points: each square gets the diagonal that Delaunay would choose for its four
// corners. Planar, of mean degree 6, near to a Delaunay triangulation, but not one: the grid's own edges always stay.
struct Mesh {
  std::uint64_t width = 256;
  std::uint64_t height = 256;
  double jitter = .2;  // of the spacing
};

// ---- Lists and trees

enum class ListOrder { kOrdered, kReversed, kRandom };

// Disjoint linked lists of equal length (up to one). Undirected edges between neighbours, or, directed, an edge from
// every element to its successor, the last one's being itself. The head of a single random list is vertex 0.
struct LinkedLists {
  std::uint64_t vertices = 65536;
  std::uint64_t lists = 1;
  ListOrder order = ListOrder::kRandom;
  bool directed = false;
};

// Random trees that grow: a new vertex takes one of the free places of the vertices before it, each of which offers
// `children` places (0: any number, and each vertex is as likely as any other).
struct RandomTrees {
  std::uint64_t vertices = 65536;
  std::uint64_t trees = 1;
  std::uint64_t children = 2;
};

// Complete: the parent of v is (v - 1) / children.
struct CompleteTree {
  std::uint64_t vertices = 65535;
  std::uint64_t children = 2;
};

// A path, each vertex of which has `legs` leaves.
struct Caterpillar {
  std::uint64_t vertices = 65536;
  std::uint64_t legs = 2;
};

// ---- Adversaries; all but the last two are exactly what their name says

struct Star {
  std::uint64_t vertices = 65536;  // 0 is the centre
};
struct Path {
  std::uint64_t vertices = 65536;
};
struct Cycle {
  std::uint64_t vertices = 65536;
};
struct Complete {
  std::uint64_t vertices = 1024;
};
struct CompleteBipartite {
  std::uint64_t left = 1024;
  std::uint64_t right = 1024;
};
struct Cliques {
  std::uint64_t cliques = 1024;
  std::uint64_t size = 32;
};
// Only every stride-th vertex has edges: edge_factor for each of them, drawn uniformly among them.
struct EmptyRows {
  std::uint64_t vertices = 1048576;
  std::uint64_t stride = 64;
  double edge_factor = 16;
};
// A uniform random graph, with one vertex (number n / 2) that is joined to all others besides.
struct HeavyVertex {
  std::uint64_t vertices = 65536;
  double edge_factor = 4;
};

}  // namespace warpgraph::generators

namespace warpgraph::generators {

using GeneratorFamily =
    std::variant<generators::Rmat, generators::UniformRandom, generators::ErdosRenyi, generators::RandomBlocks,
                 generators::PreferentialAttachment, generators::SmallWorld, generators::Web, generators::Grid2d,
                 generators::Grid3d, generators::Road, generators::RandomGeometric, generators::Mesh,
                 generators::LinkedLists, generators::RandomTrees, generators::CompleteTree, generators::Caterpillar,
                 generators::Star, generators::Path, generators::Cycle, generators::Complete,
                 generators::CompleteBipartite, generators::Cliques, generators::EmptyRows, generators::HeavyVertex>;

}  // namespace warpgraph::generators
