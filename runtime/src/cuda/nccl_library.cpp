// SPDX-License-Identifier: Apache-2.0
#include "nccl_library.hpp"

#include <cstdlib>
#include <optional>

#include <dlfcn.h>

namespace warpgraph::detail {

namespace {

void* open_nccl() {
  constexpr const char* kName = "libnccl.so.2";
  if (void* const loaded = dlopen(kName, RTLD_NOW | RTLD_NOLOAD)) return loaded;
  const char* const file = std::getenv("WARPGRAPH_NCCL");
  if (file != nullptr && *file != '\0')
    if (void* const named = dlopen(file, RTLD_NOW | RTLD_LOCAL)) return named;
  if (void* const usual = dlopen(kName, RTLD_NOW | RTLD_LOCAL)) return usual;
  return dlopen(WARPGRAPH_NCCL_OF_BUILD, RTLD_NOW | RTLD_LOCAL);
}

// Whether the library has it.
template <class Function>
bool find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  return function != nullptr;
}

std::optional<NcclFunctions> functions() {
  void* const library = open_nccl();
  if (library == nullptr) return std::nullopt;
  NcclFunctions all;
  const bool has_all =
      find(library, "ncclCommInitAll", all.comm_init_all) &&
      find(library, "ncclCommInitRankConfig", all.comm_init_rank_config) &&
      find(library, "ncclCommGetAsyncError", all.comm_get_async_error) &&
      find(library, "ncclCommFinalize", all.comm_finalize) && find(library, "ncclCommDestroy", all.comm_destroy) &&
      find(library, "ncclCommAbort", all.comm_abort) && find(library, "ncclGetUniqueId", all.get_unique_id) &&
      find(library, "ncclGroupStart", all.group_start) && find(library, "ncclGroupEnd", all.group_end) &&
      find(library, "ncclSend", all.send) && find(library, "ncclRecv", all.recv) &&
      find(library, "ncclGetErrorString", all.get_error_string) &&
      find(library, "ncclGetLastError", all.get_last_error);
  if (!has_all) return std::nullopt;
  return all;
}

}  // namespace

const NcclFunctions* find_nccl() noexcept {
  static const std::optional<NcclFunctions> found = functions();
  return found ? &*found : nullptr;
}

}  // namespace warpgraph::detail
