// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>

#include <warpgraph/runtime/rank_devices.hpp>

#include "handles.hpp"
#include "rank_handles.hpp"
#include "status.hpp"

using warpgraph::c_interface::create;
using warpgraph::c_interface::guarded;
using warpgraph::c_interface::require;
using warpgraph::c_interface::required;

warpgraph_status warpgraph_ranks_create(MPI_Comm communicator, uint32_t time_limit, warpgraph_ranks** ranks) {
  return create(ranks, [&] {
    int is_initialised = 0;
    MPI_Initialized(&is_initialised);
    require(is_initialised != 0, "MPI is not initialised");
    require(communicator != MPI_COMM_NULL, "the communicator is MPI_COMM_NULL");
    auto made = std::make_shared<warpgraph::MpiRanks>(communicator);
    made->set_time_limit(std::chrono::milliseconds(time_limit));
    return std::make_unique<warpgraph_ranks>(std::move(made));
  });
}

void warpgraph_ranks_destroy(warpgraph_ranks* ranks) { delete ranks; }

warpgraph_status warpgraph_ranks_rank(const warpgraph_ranks* ranks, int32_t* rank) {
  return guarded([&] { required(rank, "rank") = required(ranks, "ranks").ranks->rank(); });
}

warpgraph_status warpgraph_ranks_size(const warpgraph_ranks* ranks, int32_t* size) {
  return guarded([&] { required(size, "size") = required(ranks, "ranks").ranks->size(); });
}

warpgraph_status warpgraph_ranks_fail(warpgraph_ranks* ranks, const char* why) {
  return guarded([&] { required(ranks, "ranks").ranks->fail(&required(why, "why")); });
}

warpgraph_status warpgraph_ranks_create_runtime(warpgraph_ranks* ranks, const char* devices,
                                                warpgraph_runtime** runtime) {
  return create(runtime, [&] {
    warpgraph::MpiRanks& all = *required(ranks, "ranks").ranks;
    return warpgraph::ranks::fail_together(&all, [&] {
      const warpgraph::ranks::RankDevices chosen =
          warpgraph::ranks::choose_rank_devices(all, &required(devices, "devices"));
      warpgraph::RuntimeOptions options;
      options.host.threads = chosen.threads;
      return std::make_unique<warpgraph_runtime>(std::make_shared<warpgraph::Runtime>(chosen.devices, options));
    });
  });
}
