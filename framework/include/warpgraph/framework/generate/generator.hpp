// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/framework/generate/families.hpp>
#include <warpgraph/framework/graph/device_edge_list.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// Synthetic graphs. A graph is a function of its specification alone: not of the number of threads, nor of the machine.
// The same edges come out in the same order on the host and on a GPU.
namespace warpgraph::generators {

enum class WeightKind {
  kNone,
  kUniform,  // every value from lowest to highest is as likely
  kSkewed,   // a power law: density falls with the square of the value; lowest > 0
  kLength,   // the edge's length, for road, mesh and geometric graphs. Integers count 1/1024 of the spacing (of the
             // radius in geometric graphs) and are at least 1; floats are in spacings. lowest and highest do not apply
};

// Weights depend on the seed and on the unordered pair of an edge's ends only: both directions of an edge, and all
// duplicates of it, agree.
struct WeightOptions {
  WeightKind kind = WeightKind::kNone;
  ValueType type = ValueType::kInt32;
  double lowest = 1;
  double highest = 64;
};

struct GeneratorSpec {
  GeneratorFamily family;
  std::uint64_t seed = 1;
  bool permute = false;  // gives the vertices random numbers, so that ids say nothing about neighbourhood
  bool shuffle = false;  // brings the edges into random order
  WeightOptions weights = {};
};

// Throws UsageError if the specification is out of range or asks for more than 2^32 - 1 vertices, and OutOfMemory,
// before any work, if generator_memory is more than the machine has. O(vertices + edges), on the threads. Allocates
// what generator_memory says.
[[nodiscard]] EdgeList generate(const GeneratorSpec& spec, ThreadPool& threads);

// On the stream's device, in stream order: the arrays are complete when the stream has passed. May wait for the stream.
// Allocates what generator_memory says. Throws as above.
[[nodiscard]] DeviceEdgeList generate(StreamRef stream, const GeneratorSpec& spec);

// Where a vertex lies; x grows to the right, y downwards.
struct PlanePoint {
  double x;
  double y;
};

// Where every vertex that generate() makes lies. Throws UsageError, too, if the family is none of the plane: grid2d,
// road, rgg and mesh are. Allocates 16 bytes a vertex, and twice that where vertices are permuted.
[[nodiscard]] std::vector<PlanePoint> generator_points(const GeneratorSpec& spec, ThreadPool& threads);

struct GeneratorSize {
  std::uint64_t vertices;
  std::uint64_t edges;
  bool exact;  // false: the outcome depends on chance, and these are expected values, rounded up a little
};
// Throws UsageError as generate() does. Arithmetic: makes no edge, as generator_memory does not.
[[nodiscard]] GeneratorSize generator_size(const GeneratorSpec& spec);

// What generate() allocates: the result and the work space together. As exact as generator_size.
[[nodiscard]] MemoryPlan generator_memory(const GeneratorSpec& spec);                  // on the host
[[nodiscard]] MemoryPlan generator_memory(const GeneratorSpec& spec, Device& device);  // on a device

}  // namespace warpgraph::generators
