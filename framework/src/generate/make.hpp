// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/generate/families.hpp>

#include "generate/job.hpp"

namespace warpgraph::generators::detail {

// Makes the family's edges in the job. One overload a family, instantiated for both executors beside its kernels.
template <class Executor>
void make(const generators::Rmat&, Job<Executor>&);
template <class Executor>
void make(const generators::UniformRandom&, Job<Executor>&);
template <class Executor>
void make(const generators::ErdosRenyi&, Job<Executor>&);
template <class Executor>
void make(const generators::RandomBlocks&, Job<Executor>&);
template <class Executor>
void make(const generators::PreferentialAttachment&, Job<Executor>&);
template <class Executor>
void make(const generators::SmallWorld&, Job<Executor>&);
template <class Executor>
void make(const generators::Web&, Job<Executor>&);
template <class Executor>
void make(const generators::Grid2d&, Job<Executor>&);
template <class Executor>
void make(const generators::Grid3d&, Job<Executor>&);
template <class Executor>
void make(const generators::Road&, Job<Executor>&);
template <class Executor>
void make(const generators::RandomGeometric&, Job<Executor>&);
template <class Executor>
void make(const generators::Mesh&, Job<Executor>&);
template <class Executor>
void make(const generators::LinkedLists&, Job<Executor>&);
template <class Executor>
void make(const generators::RandomTrees&, Job<Executor>&);
template <class Executor>
void make(const generators::CompleteTree&, Job<Executor>&);
template <class Executor>
void make(const generators::Caterpillar&, Job<Executor>&);
template <class Executor>
void make(const generators::Star&, Job<Executor>&);
template <class Executor>
void make(const generators::Path&, Job<Executor>&);
template <class Executor>
void make(const generators::Cycle&, Job<Executor>&);
template <class Executor>
void make(const generators::Complete&, Job<Executor>&);
template <class Executor>
void make(const generators::CompleteBipartite&, Job<Executor>&);
template <class Executor>
void make(const generators::Cliques&, Job<Executor>&);
template <class Executor>
void make(const generators::EmptyRows&, Job<Executor>&);
template <class Executor>
void make(const generators::HeavyVertex&, Job<Executor>&);

// Gives the job's edges their weights.
template <class Executor>
void weigh(Job<Executor>&);

#define WARPGRAPH_INSTANTIATE_GENERATOR(Family)                      \
  template void make(const generators::Family&, Job<HostExecutor>&); \
  template void make(const generators::Family&, Job<StreamExecutor>&)

}  // namespace warpgraph::generators::detail
