// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/stream.hpp>

#include <exception>

#include <warpgraph/runtime/detail/log.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>

namespace warpgraph {

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
  if (!backend_) return;
  const bool told = backend_->failure_is_told();
  try {
    backend_->synchronize();
  } catch (const std::exception& error) {
    if (!told) detail::log(message_of(error));
  }
}

void StreamRef::wait_quietly() const noexcept {
  try {
    synchronize();
  } catch (const std::exception&) {
  }
}

Event::Event(Device& device) : device_(&device), backend_(device.backend().make_event()) {}
Event::~Event() = default;

void Event::record(StreamRef stream) {
  expects(&stream.device() == device_, "Event::record: the stream is of another device than the event");
  stream.backend().record(*backend_);
}

}  // namespace warpgraph
