// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/process_launcher.hpp>

#include <charconv>
#include <cstdlib>

namespace warpgraph::ranks {

namespace {

struct LauncherVariables {
  const char* sign;       // set by the launcher, and by it alone
  const char* processes;  // null: it does not say
};
// Open MPI, MVAPICH, Intel MPI and MPICH, PALS of Cray, PMIx's own.
constexpr LauncherVariables kLaunchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE"},
    {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"MPI_LOCALRANKID", nullptr},
    {"PALS_RANKID", nullptr},
    {"PMIX_RANK", nullptr},
};

constexpr const char* kLocalRanks[] = {"OMPI_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID",
                                       "PALS_LOCAL_RANKID", "SLURM_LOCALID"};

std::optional<int> number(const Environment& environment, const char* name) {
  const char* const text = name == nullptr ? nullptr : environment(name);
  if (text == nullptr) return std::nullopt;
  const std::string_view digits = text;
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

const char* process_environment(const char* name) { return std::getenv(name); }

std::optional<ProcessLauncher> find_launcher(const Environment& environment) {
  for (const auto& [sign, processes] : kLaunchers)
    if (environment(sign) != nullptr) return ProcessLauncher{sign, number(environment, processes).value_or(0)};
  // srun alone sets the tasks of a step. SLURM_NTASKS is that of the job, and the batch script has it too.
  constexpr const char* kTasks = "SLURM_STEP_NUM_TASKS";
  const int tasks = number(environment, kTasks).value_or(1);
  if (tasks > 1 && environment("SLURM_PROCID") != nullptr) return ProcessLauncher{kTasks, tasks};
  return std::nullopt;
}

std::optional<LocalRank> find_local_rank(const Environment& environment) {
  for (const char* const name : kLocalRanks)
    if (const auto value = number(environment, name)) return LocalRank{*value, name};
  // Other programs than torchrun have a LOCAL_RANK that means something else.
  if (environment("TORCHELASTIC_RUN_ID") != nullptr)
    if (const auto value = number(environment, "LOCAL_RANK")) return LocalRank{*value, "LOCAL_RANK"};
  return std::nullopt;
}

}  // namespace warpgraph::ranks
