// SPDX-License-Identifier: Apache-2.0
#include "host.hpp"

namespace warpgraph::detail {

namespace {

// Two passes: the sum of each chunk, then each chunk again, from the sum of those before it. One chunk takes both, too,
// so that floating results depend on nothing but the input.
template <class T, class Op>
class Scan {
 public:
  Scan(View<const T> in, View<T> out, T* sums, Op op)
      : in_(reachable(in)), out_(reachable(out)), sums_(sums), size_(in.size()), op_(op) {}

  void run(ThreadPool& threads, bool inclusive, T initial) const {
    sum_chunks(threads);
    scan_sums(initial);
    for_chunks(threads, size_, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      inclusive ? scan_inclusive(first, last, sums_[chunk]) : scan_exclusive(first, last, sums_[chunk]);
    });
  }

 private:
  void sum_chunks(ThreadPool& threads) const {
    for_chunks(threads, size_, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      sums_[chunk] = fold(in_ + first, in_ + last, op_);
    });
  }

  void scan_sums(T before) const {
    for (std::size_t chunk = 0; chunk < chunks_of(size_); ++chunk) {
      const T sum = sums_[chunk];
      sums_[chunk] = before;
      before = op_(before, sum);
    }
  }

  // In place, so each element is read before it is written.
  void scan_inclusive(std::size_t first, std::size_t last, T sum) const {
    for (std::size_t i = first; i < last; ++i) out_[i] = sum = op_(sum, in_[i]);
  }
  void scan_exclusive(std::size_t first, std::size_t last, T sum) const {
    for (std::size_t i = first; i < last; ++i) {
      const T value = in_[i];
      out_[i] = sum;
      sum = op_(sum, value);
    }
  }

  const T* in_;
  T* out_;
  T* sums_;
  std::size_t size_;
  Op op_;
};

}  // namespace

std::size_t HostPrimitives::run(const Job& job, const ScanCall& call) const {
  return with_reduction(call.number, call.op, [&]<class T, class Op>(T, Op op) {
    Layout layout(job);
    T* const sums = layout.take<T>(chunks_of(call.in.size));
    const T initial = call.inclusive ? Op::template identity<T>() : call.initial.as<T>();
    submit(job, call, [=](ThreadPool& threads) {
      Scan(call.in.as<T>(), call.out.as<T>(), sums, op).run(threads, call.inclusive, initial);
    });
    return layout.bytes();
  });
}

}  // namespace warpgraph::detail
