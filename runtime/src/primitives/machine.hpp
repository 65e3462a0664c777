// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <warpgraph/runtime/primitives/calls.hpp>

// The border between the calls and the machine that runs them (Machine::primitives). One implementation lives beside
// this file, one in src/cuda.
namespace warpgraph::detail {

// Where a call runs. Without a stream it only measures.
struct Job {
  Device* device;
  StreamBackend* stream = nullptr;
  void* scratch = nullptr;
  std::size_t scratch_bytes = 0;
};

// Every function returns the bytes of temporary storage that the call needs, and enqueues the call if the job has a
// stream. One function does both, so that the prediction cannot differ from the need.
class Primitives {
 public:
  virtual ~Primitives() = default;
  virtual std::size_t run(const Job& job, const ReduceCall& call) const = 0;
  virtual std::size_t run(const Job& job, const ScanCall& call) const = 0;
  virtual std::size_t run(const Job& job, const SegmentedReduceCall& call) const = 0;
  virtual std::size_t run(const Job& job, const SelectCall& call) const = 0;
  virtual std::size_t run(const Job& job, const SortCall& call) const = 0;
  virtual std::size_t run(const Job& job, const RunLengthCall& call) const = 0;
  virtual std::size_t run(const Job& job, const HistogramCall& call) const = 0;
  virtual std::size_t run(const Job& job, const GatherCall& call) const = 0;
};

const Primitives& host_primitives();

// Lays arrays out in a call's temporary storage, each aligned to 256 bytes. Without storage it only counts.
class Layout {
 public:
  explicit Layout(const Job& job) : base_(static_cast<std::byte*>(job.scratch)) {}

  template <class T>
  T* take(std::size_t count) {
    const std::size_t first = (bytes_ + 255) / 256 * 256;
    bytes_ = first + count * sizeof(T);
    return base_ == nullptr ? nullptr : reinterpret_cast<T*>(base_ + first);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::byte* base_;
  std::size_t bytes_ = 0;
};

}  // namespace warpgraph::detail
