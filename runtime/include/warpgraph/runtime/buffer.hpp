// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph {

namespace detail {

// Bytes from a device's pool, freed in the order of the stream that they were asked on.
class DeviceBlock {
 public:
  DeviceBlock() = default;
  DeviceBlock(StreamRef stream, std::size_t bytes, std::string_view name);
  ~DeviceBlock() { release(); }
  DeviceBlock(DeviceBlock&& other) noexcept { swap(other); }
  DeviceBlock& operator=(DeviceBlock&& other) noexcept {
    DeviceBlock(std::move(other)).swap(*this);
    return *this;
  }

  [[nodiscard]] void* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return bytes_; }
  [[nodiscard]] detail::StreamBackend* stream() const noexcept { return stream_.get(); }
  void rebind(StreamRef stream);

 private:
  void swap(DeviceBlock& other) noexcept;
  void release() noexcept;

  std::shared_ptr<detail::StreamBackend> stream_;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::string name_;
};

class PinnedBlock {
 public:
  PinnedBlock() = default;
  PinnedBlock(Runtime& runtime, std::size_t bytes);
  ~PinnedBlock();
  PinnedBlock(PinnedBlock&& other) noexcept { swap(other); }
  PinnedBlock& operator=(PinnedBlock&& other) noexcept {
    PinnedBlock(std::move(other)).swap(*this);
    return *this;
  }
  [[nodiscard]] void* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return bytes_; }

 private:
  void swap(PinnedBlock& other) noexcept;

  std::shared_ptr<Runtime> runtime_;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace detail

// An array in a device's memory; owns it. Allocation and release are ordered in the stream that it was made on: work
// of another stream may use it only after an event of that stream, and must be done (by an event, again) before the
// buffer goes. Contents start undefined. `name` is what the device's memory account calls it. Making one and releasing
// it queue work and return: the memory comes from the device's pool, which asks the system only when it has to grow.
// Moving one and all other members cost nothing.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds trivially copyable values only");

 public:
  Buffer() = default;
  Buffer(StreamRef stream, std::size_t size, std::string_view name)
      : block_(stream, support::array_bytes(size, sizeof(T)), name), space_(stream.device().memory_space()) {}

  [[nodiscard]] std::size_t size() const noexcept { return block_.size_bytes() / sizeof(T); }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] T* data() const noexcept { return static_cast<T*>(block_.data()); }

  [[nodiscard]] View<T> view() noexcept { return {data(), size(), space_}; }
  [[nodiscard]] View<const T> view() const noexcept { return {data(), size(), space_}; }
  operator View<T>() noexcept { return view(); }
  operator View<const T>() const noexcept { return view(); }

  // From now on the release is ordered in `stream`, which must be of the same device.
  void rebind(StreamRef stream) { block_.rebind(stream); }

 private:
  detail::DeviceBlock block_;
  MemorySpace space_ = MemorySpace::kAnywhere;
};

// An array in host memory that every device of the runtime can read and write, and that copies to and from run
// asynchronously; owns it. Contents start undefined. Freed at once: the work that uses it must be done. To pin memory
// takes the system long; what was pinned for buffers of up to 1 MiB is kept for the next ones.
template <class T>
class PinnedBuffer {
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds trivially copyable values only");

 public:
  PinnedBuffer() = default;
  PinnedBuffer(Runtime& runtime, std::size_t size) : block_(runtime, support::array_bytes(size, sizeof(T))) {}

  [[nodiscard]] std::size_t size() const noexcept { return block_.size_bytes() / sizeof(T); }
  [[nodiscard]] T* data() const noexcept { return static_cast<T*>(block_.data()); }
  [[nodiscard]] T& operator[](std::size_t index) const noexcept { return data()[index]; }
  [[nodiscard]] std::span<T> span() const noexcept { return {data(), size()}; }

  [[nodiscard]] View<T> view() noexcept { return {data(), size()}; }
  [[nodiscard]] View<const T> view() const noexcept { return {data(), size()}; }
  operator View<T>() noexcept { return view(); }
  operator View<const T>() const noexcept { return view(); }

 private:
  detail::PinnedBlock block_;
};

}  // namespace warpgraph
