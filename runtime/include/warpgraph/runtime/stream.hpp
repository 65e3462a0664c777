// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include <warpgraph/runtime/device.hpp>

namespace warpgraph {

class Event;

// A borrowed stream: what every asynchronous call takes. Valid as long as the Stream.
//
// What a call costs stands at the end of its comment, in the same words everywhere. "Queues work and returns": the
// caller waits for nothing, and the device does the work in the order of the stream. "Waits for the stream": the caller
// blocks, once or several times, until the device has done what was queued; what a call leaves in device memory may
// even then be in the making, but is there for all that is queued behind it.
class StreamRef {
 public:
  explicit StreamRef(detail::StreamBackend& backend) noexcept : backend_(&backend) {}

  [[nodiscard]] Device& device() const noexcept { return backend_->device(); }

  // Later work of this stream starts after the work before the event's last record. Queues work and returns. The event
  // may belong to another device of the runtime; one that was never recorded is no hindrance.
  void wait(const Event& event) const;
  // Runs `function` on a thread of the runtime in stream order. It must not call into the runtime. Queues work and
  // returns.
  void call(std::string_view name, std::function<void()> function) const { backend_->call(name, std::move(function)); }
  // Blocks the caller until all work is done. Throws DeviceError, or OutOfMemory, if any of it failed: the work behind
  // that was skipped. After the throw the stream works again, unless its device is lost or a GPU had a fault.
  void synchronize() const { backend_->synchronize(); }
  // The same for destructors: a failure is left to the next wait, or ends here while an exception unwinds.
  void wait_quietly() const noexcept;
  // Does not wait.
  [[nodiscard]] bool is_idle() const { return backend_->is_idle(); }

  [[nodiscard]] detail::StreamBackend& backend() const noexcept { return *backend_; }

 private:
  detail::StreamBackend* backend_;
};

// A queue of work on one device, in order; owns it. Work on two streams is unordered except through events. The
// destructor waits for the work that is still queued. One thread at a time fills a stream and waits for it, because a
// wait ends the failure that it throws. Streams, events and buffers keep the devices: the Runtime may be destroyed
// before them.
class Stream {
 public:
  explicit Stream(Device& device, std::string_view name = "stream");
  ~Stream();
  Stream(Stream&&) noexcept = default;
  Stream& operator=(Stream&&) noexcept;

  operator StreamRef() const noexcept { return ref(); }
  [[nodiscard]] StreamRef ref() const noexcept { return StreamRef(*backend_); }

  [[nodiscard]] Device& device() const noexcept { return backend_->device(); }
  void wait(const Event& event) const { ref().wait(event); }
  void call(std::string_view name, std::function<void()> function) const { ref().call(name, std::move(function)); }
  void synchronize() const { backend_->synchronize(); }
  [[nodiscard]] bool is_idle() const { return backend_->is_idle(); }

 private:
  void finish() noexcept;

  std::shared_ptr<detail::StreamBackend> backend_;
};

// A mark in a stream. The only way to order work of two streams, and to time work on the device's own clock.
class Event {
 public:
  explicit Event(Device& device);
  ~Event();
  Event(Event&&) noexcept = default;
  Event& operator=(Event&&) noexcept = default;

  // Marks the present end of the queue of a stream of the event's device; a second record replaces the first. Queues
  // work and returns.
  void record(StreamRef stream);
  // Blocks the caller until the stream has passed the last record.
  void synchronize() const { backend().synchronize(); }
  [[nodiscard]] bool is_done() const { return backend().is_done(); }
  // Time between two recorded, finished events of one device.
  [[nodiscard]] double microseconds_since(const Event& earlier) const {
    return backend().microseconds_since(*earlier.backend_);
  }

  // Throws UsageError in another process than the one that made the event.
  [[nodiscard]] detail::EventBackend& backend() const {
    backend_->home().expect_this();
    return *backend_;
  }

 private:
  std::shared_ptr<Runtime> runtime_;  // destroyed last
  Device* device_;
  std::shared_ptr<detail::EventBackend> backend_;
};

inline void StreamRef::wait(const Event& event) const { backend_->wait(event.backend()); }

}  // namespace warpgraph
