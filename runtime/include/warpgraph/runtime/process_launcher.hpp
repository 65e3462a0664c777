// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string_view>

// What mpirun, srun and their like tell the processes that they start, in the environment.
namespace warpgraph::ranks {

// The value of a variable; null where it is not set.
using Environment = std::function<const char*(const char* name)>;
[[nodiscard]] const char* process_environment(const char* name);

struct ProcessLauncher {
  std::string_view variable;  // by which it was found
  int processes = 0;          // that it started; 0: it does not say
};
// The launcher that has started this process as one of several, or one that starts MPI programs. A batch script of
// Slurm is started by none, but has variables of the whole job.
[[nodiscard]] std::optional<ProcessLauncher> find_launcher(const Environment& environment = process_environment);

struct LocalRank {
  int value = 0;  // among the processes of its host
  std::string_view variable;
};
[[nodiscard]] std::optional<LocalRank> find_local_rank(const Environment& environment = process_environment);

}  // namespace warpgraph::ranks
