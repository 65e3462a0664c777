// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nccl.h>

// NCCL, a shared library that is opened when a hub of it is wanted: a program without one needs no NCCL on its machine.
namespace warpgraph::detail {

struct NcclFunctions {
  decltype(&ncclCommInitAll) comm_init_all = nullptr;
  decltype(&ncclCommInitRankConfig) comm_init_rank_config = nullptr;
  decltype(&ncclCommGetAsyncError) comm_get_async_error = nullptr;
  decltype(&ncclCommFinalize) comm_finalize = nullptr;
  decltype(&ncclCommDestroy) comm_destroy = nullptr;
  decltype(&ncclCommAbort) comm_abort = nullptr;
  decltype(&ncclGetUniqueId) get_unique_id = nullptr;
  decltype(&ncclGroupStart) group_start = nullptr;
  decltype(&ncclGroupEnd) group_end = nullptr;
  decltype(&ncclSend) send = nullptr;
  decltype(&ncclRecv) recv = nullptr;
  decltype(&ncclGetErrorString) get_error_string = nullptr;
  decltype(&ncclGetLastError) get_last_error = nullptr;
};

// Null where there is no NCCL, or one that lacks a function. Looks for what the process has loaded already, for the
// file that the environment variable WARPGRAPH_NCCL names, for libnccl.so.2 where the system looks, and for the one
// that the build found. The first call opens it, for the rest of the process. Thread-safe.
[[nodiscard]] const NcclFunctions* find_nccl() noexcept;
// The same for hubs, which there are where find_nccl() has found it.
[[nodiscard]] inline const NcclFunctions& nccl() noexcept { return *find_nccl(); }

}  // namespace warpgraph::detail
