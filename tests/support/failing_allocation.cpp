// SPDX-License-Identifier: Apache-2.0
#include "support/failing_allocation.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> is_counting{false};
std::atomic<std::int64_t> allocations{0};
std::atomic<std::int64_t> first_failure{0};
std::atomic<std::int64_t> failures{0};

bool fails() {
  if (!is_counting) return false;
  return allocations.fetch_add(1) - first_failure >= 0 && failures.fetch_sub(1) > 0;
}

void* allocate(std::size_t bytes) { return fails() ? nullptr : std::malloc(bytes == 0 ? 1 : bytes); }

}  // namespace

namespace warpgraph::test {

FailingAllocation::FailingAllocation(std::int64_t number, std::int64_t count) : number_(number) {
  allocations = 0;
  first_failure = number;
  failures = count;
  is_counting = true;
}

FailingAllocation::~FailingAllocation() { is_counting = false; }

bool FailingAllocation::has_failed() const { return allocations > number_; }

}  // namespace warpgraph::test

// Not inlined: g++ would compare new and delete with malloc and free, one by one.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  if (void* const block = allocate(bytes)) return block;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes); }
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, const std::nothrow_t&) noexcept { std::free(block); }
