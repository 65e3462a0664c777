// SPDX-License-Identifier: Apache-2.0
#include "event.hpp"

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

void CudaEvent::synchronize() { check(cudaEventSynchronize(handle())); }

bool CudaEvent::is_done() { return check_done(cudaEventQuery(handle())); }

double CudaEvent::microseconds_since(EventBackend& earlier) {
  return microseconds_between(static_cast<CudaEvent&>(earlier).handle(), handle());
}

double microseconds_between(cudaEvent_t earlier, cudaEvent_t later) {
  float milliseconds = 0;
  const cudaError_t status = cudaEventElapsedTime(&milliseconds, earlier, later);
  if (status == cudaErrorNotReady || status == cudaErrorInvalidResourceHandle) {
    static_cast<void>(cudaGetLastError());
    throw UsageError("microseconds_since: an event is not recorded and done, or the two are of different devices");
  }
  check(status);
  return 1000.0 * static_cast<double>(milliseconds);
}

}  // namespace warpgraph::detail
