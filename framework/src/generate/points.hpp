// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/framework/generate/families.hpp>
#include <warpgraph/framework/generate/generator.hpp>

#include "generate/job.hpp"

// Where the vertices of a family lie, by their numbers in the generator. One overload a family that lies in the plane,
// beside its edges.
namespace warpgraph::generators::detail {

using Points = std::vector<PlanePoint>;

Points points_of(const generators::Grid2d&, Job<HostExecutor>&);
Points points_of(const generators::Road&, Job<HostExecutor>&);
Points points_of(const generators::RandomGeometric&, Job<HostExecutor>&);
Points points_of(const generators::Mesh&, Job<HostExecutor>&);

}  // namespace warpgraph::generators::detail
