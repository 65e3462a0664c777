// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/stream.hpp>

#include <exception>

#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "kept_at_home.hpp"
#include "stream_failure.hpp"

namespace warpgraph {

namespace detail {

StreamBackend::StreamBackend(Device& device) : runtime_(device.runtime().keep_alive()), device_(&device) {}
StreamBackend::~StreamBackend() = default;

void StreamBackend::synchronize() {
  home_.expect_this();
  drain();
  failure().tell();
  cancellation::check();
}

}  // namespace detail

Stream::Stream(Device& device, std::string_view name) : backend_(device.backend().make_stream(device, name)) {}

Stream::~Stream() { finish(); }

Stream& Stream::operator=(Stream&& other) noexcept {
  if (this != &other) {
    finish();
    backend_ = std::move(other.backend_);
  }
  return *this;
}

void Stream::finish() noexcept {
  if (!backend_ || !backend_->home().is_this()) return;
  backend_->drain();
  backend_->failure().log();
}

void StreamRef::wait_quietly() const noexcept {
  backend_->drain();
  if (std::uncaught_exceptions() > 0) backend_->failure().forget();
}

Event::Event(Device& device)
    : runtime_(device.runtime().keep_alive()),
      device_(&device),
      backend_(detail::kept_at_home(device.backend().make_event())) {}
Event::~Event() = default;

void Event::record(StreamRef stream) {
  expects(&stream.device() == device_, "Event::record: the stream is of another device than the event");
  stream.backend().record(*backend_);
}

}  // namespace warpgraph
