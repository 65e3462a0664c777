// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <unordered_map>

namespace warpgraph::detail {

// Memory of one virtual device. Released blocks are kept for reuse: at once by the stream that released them, because
// what it queues comes behind the work that used them, by other streams when the release has its turn in the queue.
// While nobody holds a block, and between the bytes asked for and the block's end, AddressSanitizer takes it for freed;
// with `poison` its contents are overwritten, so that uninitialised reads give nonsense and late reads are races that
// ThreadSanitizer sees.
class HostPool {
 public:
  HostPool(std::size_t capacity, bool poison) : capacity_(capacity), poison_(poison) {}
  ~HostPool();
  HostPool(const HostPool&) = delete;
  HostPool& operator=(const HostPool&) = delete;

  // A block for `stream`. Null if the capacity or the system has no more. If the stream had the block before, it is to
  // be made usable by `prepare` in stream order; else it is usable now.
  struct Allocation {
    void* block;
    bool in_stream_order;
  };
  Allocation allocate(std::size_t bytes, const void* stream);
  void prepare(void* block, std::size_t bytes);

  // The two halves of a release: `leave` when the stream is told, `arrive` when its turn in the queue has come.
  using Ticket = std::size_t;
  Ticket leave(void* block, const void* stream);
  void arrive(void* block, Ticket ticket);

  void trim();

  [[nodiscard]] std::size_t free_bytes() const;
  [[nodiscard]] std::size_t pool_bytes() const;
  [[nodiscard]] std::size_t growths() const;

 private:
  struct Released {
    void* block;
    const void* stream;
    Ticket ticket;
  };

  void* take_leaving(std::size_t size, const void* stream);
  void* take_idle(std::size_t size);
  void* grow(std::size_t size);
  void prepare_locked(void* block, std::size_t bytes);
  void trim_locked();

  std::size_t capacity_;
  bool poison_;
  mutable std::mutex mutex_;
  std::unordered_map<void*, std::size_t> size_;  // of all blocks
  // By size. Blocks go from the one to the other without an allocation, for `arrive` has nobody to tell of a failure.
  std::multimap<std::size_t, Released> leaving_;  // the release is still queued
  std::multimap<std::size_t, Released> idle_;
  std::size_t held_bytes_ = 0;  // by somebody, or leaving
  std::size_t idle_bytes_ = 0;
  std::size_t growths_ = 0;
  Ticket next_ticket_ = 0;
};

// Marks a range as unusable or usable for AddressSanitizer; does nothing in other builds.
void sanitizer_forbid(void* block, std::size_t bytes) noexcept;
void sanitizer_allow(void* block, std::size_t bytes) noexcept;

inline constexpr unsigned char kPoison = 0xCB;

}  // namespace warpgraph::detail
