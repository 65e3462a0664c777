// SPDX-License-Identifier: Apache-2.0
#include "pool.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#include <sanitizer/asan_interface.h>
#endif
#endif

namespace warpgraph::detail {

namespace {
constexpr std::size_t kAlignment = 256;
}

void sanitizer_forbid([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__SANITIZE_ADDRESS__)
  __asan_poison_memory_region(block, bytes);
#endif
}
void sanitizer_allow([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(block, bytes);
#endif
}

HostPool::~HostPool() {
  for (const auto& [block, size] : size_) {
    sanitizer_allow(block, size);
    std::free(block);
  }
}

HostPool::Allocation HostPool::allocate(std::size_t bytes, const void* stream) {
  const std::lock_guard lock(mutex_);
  if (bytes > capacity_) return {nullptr, false};
  const std::size_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (void* block = take_leaving(size, stream)) return {block, true};
  void* block = take_idle(size);
  if (block == nullptr) block = grow(size);
  if (block != nullptr) prepare_locked(block, bytes);
  return {block, false};
}

void HostPool::prepare(void* block, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  prepare_locked(block, bytes);
}

void HostPool::prepare_locked(void* block, std::size_t bytes) {
  const std::size_t whole = size_.at(block);
  sanitizer_allow(block, whole);
  if (poison_) std::memset(block, kPoison, whole);
  sanitizer_forbid(static_cast<char*>(block) + bytes, whole - bytes);
}

// The smallest block that is large enough, and none that is more than twice too large.
void* HostPool::take_leaving(std::size_t size, const void* stream) {
  for (auto each = leaving_.lower_bound(size); each != leaving_.end() && each->first <= 2 * size; ++each) {
    if (each->second.stream != stream) continue;
    void* const block = each->second.block;
    leaving_.erase(each);
    return block;
  }
  return nullptr;
}

void* HostPool::take_idle(std::size_t size) {
  const auto found = idle_.lower_bound(size);
  if (found == idle_.end() || found->first > 2 * size) return nullptr;
  void* const block = found->second.block;
  held_bytes_ += found->first;
  idle_bytes_ -= found->first;
  idle_.erase(found);
  return block;
}

void* HostPool::grow(std::size_t size) {
  if (size > capacity_ - held_bytes_) return nullptr;
  if (size > capacity_ - held_bytes_ - idle_bytes_) trim_locked();
  void* block = std::aligned_alloc(kAlignment, size);
  if (block == nullptr) return nullptr;
  try {
    size_.emplace(block, size);
  } catch (const std::bad_alloc&) {
    std::free(block);
    return nullptr;
  }
  ++growths_;
  held_bytes_ += size;
  return block;
}

HostPool::Ticket HostPool::leave(void* block, const void* stream) {
  const std::lock_guard lock(mutex_);
  leaving_.emplace(size_.at(block), Released{block, stream, next_ticket_});
  return next_ticket_++;
}

// The stream may have taken the block again in the meantime: then it is only to be overwritten.
void HostPool::arrive(void* block, Ticket ticket) {
  const std::lock_guard lock(mutex_);
  const std::size_t size = size_.at(block);
  sanitizer_allow(block, size);
  if (poison_) std::memset(block, kPoison, size);
  sanitizer_forbid(block, size);
  const auto [first, last] = leaving_.equal_range(size);
  const auto found = std::find_if(first, last, [&](const auto& each) { return each.second.ticket == ticket; });
  if (found == last) return;
  idle_.insert(leaving_.extract(found));
  held_bytes_ -= size;
  idle_bytes_ += size;
}

void HostPool::trim() {
  const std::lock_guard lock(mutex_);
  trim_locked();
}

void HostPool::trim_locked() {
  for (const auto& [size, released] : idle_) {
    sanitizer_allow(released.block, size);
    std::free(released.block);
    size_.erase(released.block);
  }
  idle_.clear();
  idle_bytes_ = 0;
}

std::size_t HostPool::free_bytes() const {
  const std::lock_guard lock(mutex_);
  return capacity_ - held_bytes_;
}
std::size_t HostPool::pool_bytes() const {
  const std::lock_guard lock(mutex_);
  return held_bytes_ + idle_bytes_;
}
std::size_t HostPool::growths() const {
  const std::lock_guard lock(mutex_);
  return growths_;
}

}  // namespace warpgraph::detail
