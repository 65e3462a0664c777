// SPDX-License-Identifier: Apache-2.0
#include "status.hpp"

#include <array>
#include <cstdio>
#include <exception>
#include <new>

#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/message_of.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::c_interface {
namespace {

thread_local std::array<char, 1024> last_message{};  // no allocation, which could fail again

warpgraph_status fail(warpgraph_status status, const char* message) noexcept {
  std::snprintf(last_message.data(), last_message.size(), "%s", message);
  return status;
}

}  // namespace

warpgraph_status status_of_current_exception() noexcept {
  try {
    throw;
  } catch (const InputError& error) {
    return fail(WARPGRAPH_INPUT_ERROR, support::message_of(error));
  } catch (const OutOfMemory& error) {
    return fail(WARPGRAPH_OUT_OF_MEMORY, support::message_of(error));
  } catch (const std::bad_alloc&) {
    return fail(WARPGRAPH_OUT_OF_MEMORY, "not enough host memory");
  } catch (const DeviceError& error) {
    return fail(WARPGRAPH_DEVICE_ERROR, support::message_of(error));
  } catch (const cancellation::Cancelled& error) {
    return fail(WARPGRAPH_CANCELLED, support::message_of(error));
  } catch (const RankError& error) {
    return fail(WARPGRAPH_DEVICE_ERROR, support::message_of(error));
  } catch (const UsageError& error) {
    return fail(WARPGRAPH_USAGE_ERROR, support::message_of(error));
  } catch (const std::exception& error) {
    return fail(WARPGRAPH_INTERNAL_ERROR, support::message_of(error));
  } catch (...) {
    return fail(WARPGRAPH_INTERNAL_ERROR, "unknown error");
  }
}

}  // namespace warpgraph::c_interface

const char* warpgraph_last_error_message(void) { return warpgraph::c_interface::last_message.data(); }

int32_t warpgraph_abi_version(void) { return WARPGRAPH_ABI_VERSION; }

const char* warpgraph_version(void) { return WARPGRAPH_VERSION; }
