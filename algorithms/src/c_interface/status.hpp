// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <warpgraph/algorithms/c_interface.h>
#include <warpgraph/runtime/error.hpp>

// No exception leaves the C interface: every function's body runs in guarded() or create().
namespace warpgraph::c_interface {

// Runs within a handler. Keeps the message for warpgraph_last_error_message.
warpgraph_status status_of_current_exception() noexcept;

template <class Body>
warpgraph_status guarded(Body&& body) noexcept {
  try {
    body();
    return WARPGRAPH_OK;
  } catch (...) {
    return status_of_current_exception();
  }
}

inline void require(bool condition, const std::string& message) {
  if (!condition) throw UsageError(message);
}

template <class T>
T& required(T* pointer, const char* name) {
  require(pointer != nullptr, std::string(name) + " is NULL");
  return *pointer;
}

// make() returns the handle in a unique_ptr.
template <class Handle, class Make>
warpgraph_status create(Handle** place, Make&& make) noexcept {
  return guarded([&] {
    required(place, "the pointer to the new handle") = nullptr;
    *place = make().release();
  });
}

}  // namespace warpgraph::c_interface
