// SPDX-License-Identifier: Apache-2.0
#include "nccl_calls.hpp"

#include <chrono>
#include <exception>
#include <string_view>
#include <thread>
#include <utility>

#include <warpgraph/runtime/detail/located_error.hpp>
#include <warpgraph/runtime/detail/log.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "../stream_failure.hpp"
#include "check.hpp"

namespace warpgraph::detail {

namespace {

// "NCCL: unhandled system error, Call to ibv_... failed"
std::string describe(ncclResult_t status) {
  std::string text = std::string("NCCL: ") + nccl().get_error_string(status);
  if (const char* more = nccl().get_last_error(nullptr); more != nullptr && *more != '\0')
    text.append(", ").append(more);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// Whether the work of a stream that is idle is done, and did not fail. A failure that no caller was told is logged,
// since the stream now takes it for told; but not that of a round between ranks while another error unwinds: that one
// has the same cause, and names it.
bool is_done(StreamRef stream) noexcept {
  StreamFailure& failure = stream.backend().failure();
  stream.backend().drain();
  const bool told = failure.is_told();
  try {
    if (const std::exception_ptr error = failure.show()) std::rethrow_exception(error);
    return true;
  } catch (const std::exception& error) {
    const bool is_known = std::uncaught_exceptions() > 0 && dynamic_cast<const ranks::RoundError*>(&error) != nullptr;
    if (!told && !is_known) log(support::message_of(error));
    return false;
  }
}

}  // namespace

void check(ncclResult_t status, std::source_location where) {
  if (status == ncclSuccess || status == ncclInProgress) [[likely]]
    return;
  static_cast<void>(cudaGetLastError());
  throw LocatedError<DeviceError>(describe(status), place_of(where));
}

void log_failure(ncclResult_t status) noexcept {
  if (status == ncclSuccess || status == ncclInProgress) [[likely]]
    return;
  static_cast<void>(cudaGetLastError());
  try {
    log(describe(status));
  } catch (const std::exception&) {
    // No memory for the message.
  }
}

bool finish(std::vector<StreamRef> busy) {
  constexpr std::chrono::microseconds kPause{50};
  while (true) {
    std::vector<StreamRef> later;
    for (const StreamRef stream : busy) {
      if (!stream.is_idle())
        later.push_back(stream);
      else if (!is_done(stream))
        return false;
    }
    if (later.empty()) return true;
    busy = std::move(later);
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace warpgraph::detail
