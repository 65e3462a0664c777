// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <warpgraph/metis/metis.h>
#include <warpgraph/partitioning/partition.hpp>

#include "../graph_names.hpp"

// METIS itself, to compare with: the shared library that WARPGRAPH_METIS names, as its package for Debian has it
// (5.1.0, 32-bit indices). It runs on one thread of the host.
namespace warpgraph::benchmarks {

struct MetisRun {
  std::vector<std::uint32_t> part;
  double seconds = 0;  // of METIS's call alone: its arrays are made before
};

class Metis {
 public:
  Metis() : library_(dlopen(setting("WARPGRAPH_METIS", "libmetis.so.5").c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) throw std::runtime_error(std::string("WARPGRAPH_METIS names no METIS: ") + dlerror());
    set_defaults_ = find<decltype(set_defaults_)>("METIS_SetDefaultOptions");
    partition_ = find<decltype(partition_)>("METIS_PartGraphKway");
  }

  // With METIS's default options but for the objective, from a graph without weights. Without a seed it is METIS's own.
  MetisRun operator()(const partitioning::PartitionInput& graph, std::uint32_t parts, std::int64_t seed = -1,
                      partitioning::PartitionObjective objective = partitioning::PartitionObjective::kCut) const {
    std::vector<idx_t> row(graph.row.begin(), graph.row.end());
    std::vector<idx_t> column(graph.column.begin(), graph.column.end());
    auto vertices = static_cast<idx_t>(row.size() - 1);
    std::vector<idx_t> part(static_cast<std::size_t>(vertices));
    idx_t options[METIS_NOPTIONS];
    set_defaults_(options);
    options[METIS_OPTION_SEED] = static_cast<idx_t>(seed);
    if (objective == partitioning::PartitionObjective::kVolume) options[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_VOL;
    idx_t constraints = 1;
    auto count = static_cast<idx_t>(parts);
    idx_t value = 0;
    const auto begin = std::chrono::steady_clock::now();
    if (partition_(&vertices, &constraints, row.data(), column.data(), nullptr, nullptr, nullptr, &count, nullptr,
                   nullptr, options, &value, part.data()) != METIS_OK)
      throw std::runtime_error("METIS fails");
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return {{part.begin(), part.end()}, taken.count()};
  }

 private:
  template <class Function>
  Function find(const char* name) const {
    auto* const found = reinterpret_cast<Function>(dlsym(library_, name));
    if (found == nullptr) throw std::runtime_error(std::string("METIS has no ") + name);
    return found;
  }

  void* library_;
  decltype(&METIS_SetDefaultOptions) set_defaults_ = nullptr;
  decltype(&METIS_PartGraphKway) partition_ = nullptr;
};

}  // namespace warpgraph::benchmarks
