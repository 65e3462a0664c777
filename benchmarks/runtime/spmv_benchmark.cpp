// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <spmv/matrices.hpp>
#include <spmv/spmv_kernels.hpp>

#include "measure.hpp"

// Every kernel of examples/spmv on every matrix: spmv/<matrix>/<nonzeros>/<kernel>. `times_thread_per_row` is how many
// times faster a kernel is than one thread a row, in the same run.
namespace warpgraph::benchmarks {
namespace {

// A matrix on a device, with the vector to multiply it with, the result, and what that must be.
class Problem {
 public:
  Problem(const spmv::NamedMatrix& named, std::uint32_t nonzeros)
      : runtime_(has_cuda() ? "cuda:0" : "host"), stream_(runtime_.device()) {
    const spmv::Matrix matrix = named.make(nonzeros);
    const std::vector<float> x = spmv::example_vector(matrix.rows());
    row_ = to_device(stream_, matrix.row, "row");
    column_ = to_device(stream_, matrix.column, "column");
    value_ = to_device(stream_, matrix.value, "value");
    x_ = to_device(stream_, x, "x");
    y_ = Buffer<float>(stream_, matrix.rows(), "y");
    expected_ = spmv::multiply(matrix, x);
    for (int i = 0; i < 3; ++i) {
      const double run = device_microseconds(stream_, [&] { start(spmv::thread_per_row); });
      thread_per_row_ = i == 0 ? run : std::min(thread_per_row_, run);
    }
  }

  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] std::int64_t nonzeros() const { return static_cast<std::int64_t>(column_.size()); }
  [[nodiscard]] double thread_per_row_microseconds() const { return thread_per_row_; }

  template <class Start>
  void start(Start&& start) {
    start(stream_, spmv::Spmv{row_, column_, value_, x_, y_});
  }
  void spoil_result() { fill(stream_, y_, -1.0f); }
  [[nodiscard]] bool is_right() const { return to_host(stream_, y_) == expected_; }

 private:
  Runtime runtime_;
  Stream stream_;
  Buffer<std::uint32_t> row_;
  Buffer<std::uint32_t> column_;
  Buffer<float> value_;
  Buffer<float> x_;
  Buffer<float> y_;
  std::vector<float> expected_;
  double thread_per_row_ = 0;
};

// The problem of the benchmark that runs; making one takes longer than measuring it.
Problem& problem(const spmv::NamedMatrix& named, std::uint32_t nonzeros) {
  static std::unique_ptr<Problem> kept;
  static std::string kept_name;
  const std::string name = std::string(named.name) + std::to_string(nonzeros);
  if (name != kept_name) {
    kept.reset();
    kept = std::make_unique<Problem>(named, nonzeros);
    kept_name = name;
  }
  return *kept;
}

void run(benchmark::State& state, const spmv::NamedMatrix& matrix, std::uint32_t nonzeros,
         const spmv::NamedKernel& kernel) {
  Problem& subject = problem(matrix, nonzeros);
  subject.spoil_result();
  const double microseconds = time_on_device(state, subject.stream(), [&] { subject.start(kernel.start); });
  if (!subject.is_right()) state.SkipWithError("wrong result");
  state.SetItemsProcessed(state.iterations() * subject.nonzeros());
  state.counters["times_thread_per_row"] = subject.thread_per_row_microseconds() / microseconds;
}

const bool registered = [] {
  const std::vector<int> scales = has_cuda() ? std::vector{24, 26} : std::vector{18};
  for (const int scale : scales) {
    for (const auto& matrix : spmv::kMatrices) {
      for (const auto& kernel : spmv::kKernels) {
        const std::string name =
            "spmv/" + std::string(matrix.name) + "/2^" + std::to_string(scale) + "/" + std::string(kernel.name);
        benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
          run(state, matrix, std::uint32_t{1} << scale, kernel);
        })->UseManualTime();
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace warpgraph::benchmarks
