// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <string>

#include <warpgraph/mpi/mpi_ranks.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/one_rank.hpp>
#include <warpgraph/runtime/process_launcher.hpp>

namespace warpgraph {

std::unique_ptr<Ranks> make_ranks() {
  const std::optional<ranks::ProcessLauncher> launcher = ranks::find_launcher();
  if (!launcher) return std::make_unique<ranks::OneRank>();
  auto ranks = std::make_unique<MpiRanks>();
  if (ranks->size() == 1 && launcher->processes > 1)
    throw UsageError("the launcher started " + std::to_string(launcher->processes) + " processes (" +
                     std::string(launcher->variable) +
                     "), but MPI knows of one: start them with the launcher of the same MPI, or with srun --mpi=pmix");
  return ranks;
}

}  // namespace warpgraph
