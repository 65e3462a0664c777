// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <iterator>

#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>

#include "primitives_cub.cuh"

namespace warpgraph::detail {

namespace {

struct IsSelected {
  __host__ __device__ std::uint64_t operator()(std::uint8_t flag) const { return flag != 0; }
};

// CUB's partition writes the rest from the end backwards. This iterator turns the rest around as it is written: it
// knows how many are selected before the partition runs.
template <class T>
class StableOutput {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using reference = T&;

  __host__ __device__ StableOutput(T* out, std::size_t size, const std::uint64_t* selected)
      : out_(out), size_(size), selected_(selected) {}

  __device__ reference operator[](difference_type offset) const {
    const std::size_t i = first_ + static_cast<std::size_t>(offset);
    const std::size_t selected = *selected_;
    return out_[i < selected ? i : selected + (size_ - 1 - i)];
  }
  __device__ reference operator*() const { return (*this)[0]; }
  __host__ __device__ StableOutput operator+(difference_type offset) const {
    StableOutput moved = *this;
    moved.first_ += static_cast<std::size_t>(offset);
    return moved;
  }

 private:
  T* out_;
  std::size_t size_;
  const std::uint64_t* selected_;
  std::size_t first_ = 0;
};

template <class T>
std::size_t select(const Job& job, const SelectCall& call) {
  return run_cub(job, call, [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
    return cub::DeviceSelect::Flagged(scratch, bytes, call.in.as<T>().data(), call.flags.as<std::uint8_t>().data(),
                                      call.out.as<T>().data(), call.count.as<std::uint64_t>().data(),
                                      cub_count(call.in.size), stream);
  });
}

// Counts the flags first, then partitions.
template <class T>
std::size_t partition(const Job& job, const SelectCall& call) {
  const std::uint8_t* const flags = call.flags.as<std::uint8_t>().data();
  std::uint64_t* const count = call.count.as<std::uint64_t>().data();
  Layout layout(job);
  auto* const count_again = layout.take<std::uint64_t>(1);

  const auto count_flags = [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
    return cub::DeviceReduce::TransformReduce(scratch, bytes, flags, count, call.in.size, ::cuda::std::plus<>{},
                                              IsSelected{}, std::uint64_t{0}, stream);
  };
  const auto partition_flagged = [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
    return cub::DevicePartition::Flagged(scratch, bytes, call.in.as<T>().data(), flags,
                                         StableOutput<T>(call.out.as<T>().data(), call.in.size, count), count_again,
                                         cub_count(call.in.size), stream);
  };

  const Job measure{job.device};
  const std::size_t cub_bytes =
      std::max(run_cub(measure, call, count_flags), run_cub(measure, call, partition_flagged));
  const Job part{job.device, job.stream, layout.take<std::byte>(cub_bytes), cub_bytes};
  if (job.stream != nullptr) {
    run_cub(part, call, count_flags);
    run_cub(part, call, partition_flagged);
  }
  return layout.bytes();
}

}  // namespace

std::size_t CudaPrimitives::run(const Job& job, const SelectCall& call) const {
  expect_aligned(call.in.data, call.width);
  expect_aligned(call.out.data, call.width);
  return with_machine_word(call.width,
                           [&]<class T>(T) { return call.keep_rest ? partition<T>(job, call) : select<T>(job, call); });
}

}  // namespace warpgraph::detail
