// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "handles.hpp"
#include "status.hpp"

using warpgraph::c_interface::create;
using warpgraph::c_interface::guarded;
using warpgraph::c_interface::required;

warpgraph_status warpgraph_runtime_create(const char* devices, warpgraph_runtime** runtime) {
  return create(runtime, [&] {
    required(devices, "devices");
    return std::make_unique<warpgraph_runtime>(std::make_shared<warpgraph::Runtime>(devices));
  });
}

void warpgraph_runtime_destroy(warpgraph_runtime* runtime) { delete runtime; }

warpgraph_status warpgraph_runtime_device_count(const warpgraph_runtime* runtime, int32_t* count) {
  return guarded([&] { required(count, "count") = required(runtime, "runtime").runtime->device_count(); });
}
