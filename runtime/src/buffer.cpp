// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/buffer.hpp>

#include <utility>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::detail {

DeviceBlock::DeviceBlock(StreamRef stream, std::size_t bytes, std::string_view name)
    : stream_(stream.backend().shared_from_this()), name_(name) {
  if (bytes == 0) return;
  stream.device().check_limit(bytes, name);
  data_ = stream_->allocate(bytes, name);
  bytes_ = bytes;
  try {
    stream.device().account().add(name_, bytes_);
  } catch (...) {
    stream_->deallocate(data_, bytes_);
    throw;
  }
}

void DeviceBlock::release() noexcept {
  if (data_ == nullptr || !stream_->home().is_this()) return;
  stream_->device().account().remove(name_, bytes_);
  stream_->deallocate(data_, bytes_);
  data_ = nullptr;
  bytes_ = 0;
}

void DeviceBlock::rebind(StreamRef stream) {
  expects(stream_ != nullptr && &stream.device() == &stream_->device(), "rebind: the stream is of another device");
  stream_ = stream.backend().shared_from_this();
}

void DeviceBlock::swap(DeviceBlock& other) noexcept {
  std::swap(stream_, other.stream_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(name_, other.name_);
}

PinnedBlock::PinnedBlock(Runtime& runtime, std::size_t bytes) : runtime_(runtime.keep_alive()) {
  if (bytes == 0) return;
  runtime.device().home().expect_this();
  data_ = runtime.machine().allocate_pinned(bytes);
  bytes_ = bytes;
}

PinnedBlock::~PinnedBlock() {
  if (data_ != nullptr && runtime_->device().home().is_this()) runtime_->machine().free_pinned(data_, bytes_);
}

void PinnedBlock::swap(PinnedBlock& other) noexcept {
  std::swap(runtime_, other.runtime_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
}

}  // namespace warpgraph::detail
