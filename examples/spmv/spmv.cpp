// SPDX-License-Identifier: Apache-2.0
//
// Sparse matrix times vector in several shapes of parallel work, on a regular, a uniform and a
// skewed matrix. Every result is compared with a serial one.
//   spmv [devices] [scale]   2^scale nonzeros a matrix, about
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "matrices.hpp"
#include "spmv_kernels.hpp"

namespace {

using namespace warpgraph;

// A matrix on a device, with the vector to multiply it with and the result.
class Problem {
 public:
  Problem(StreamRef stream, const spmv::Matrix& matrix)
      : Problem(stream, matrix, spmv::example_vector(matrix.rows())) {}

  // The fastest of a few runs.
  double microseconds(const spmv::NamedKernel& kernel) {
    constexpr int kRuns = 5;
    fill(stream_, y_, -1.0f);
    double fastest = time(kernel);
    for (int i = 1; i < kRuns; ++i) fastest = std::min(fastest, time(kernel));
    return fastest;
  }
  bool is_right() { return to_host(stream_, y_) == expected_; }

 private:
  Problem(StreamRef stream, const spmv::Matrix& matrix, const std::vector<float>& x)
      : stream_(stream),
        row_(to_device(stream, matrix.row, "row")),
        column_(to_device(stream, matrix.column, "column")),
        value_(to_device(stream, matrix.value, "value")),
        x_(to_device(stream, x, "x")),
        y_(stream, matrix.rows(), "y"),
        expected_(spmv::multiply(matrix, x)) {}

  double time(const spmv::NamedKernel& kernel) {
    Event begin(stream_.device());
    Event end(stream_.device());
    begin.record(stream_);
    kernel.start(stream_, {row_, column_, value_, x_, y_});
    end.record(stream_);
    end.synchronize();
    return end.microseconds_since(begin);
  }

  StreamRef stream_;
  Buffer<std::uint32_t> row_;
  Buffer<std::uint32_t> column_;
  Buffer<float> value_;
  Buffer<float> x_;
  Buffer<float> y_;
  std::vector<float> expected_;
};

std::string format(double number, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << number;
  return text.str();
}

using Column = std::vector<std::string>;

Column labels() {
  Column column{"", "rows", "nonzeros", "longest row", "", "G nonzeros/s"};
  for (const auto& kernel : spmv::kKernels) column.emplace_back("  " + std::string(kernel.name));
  return column;
}

Column results(StreamRef stream, const spmv::NamedMatrix& named, std::uint32_t nonzeros) {
  const spmv::Matrix matrix = named.make(nonzeros);
  Column column{std::string(named.name),
                std::to_string(matrix.rows()),
                std::to_string(matrix.nonzeros()),
                std::to_string(matrix.longest_row()),
                "",
                ""};
  Problem problem(stream, matrix);
  for (const auto& kernel : spmv::kKernels) {
    const double microseconds = problem.microseconds(kernel);
    column.push_back(problem.is_right() ? format(matrix.nonzeros() / microseconds / 1000, 3) : "WRONG");
  }
  return column;
}

void print(const std::vector<Column>& columns) {
  for (std::size_t line = 0; line < columns.front().size(); ++line) {
    std::cout << std::left << std::setw(18) << columns.front()[line] << std::right;
    for (std::size_t i = 1; i < columns.size(); ++i) {
      std::cout << std::setw(12) << columns[i][line];
    }
    std::cout << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const Runtime runtime(argc > 1 ? argv[1] : "auto");
  Device& device = runtime.device();
  const Stream stream(device);
  const int scale = argc > 2 ? std::stoi(argv[2]) : device.kind() == DeviceKind::kCuda ? 24 : 20;
  expects(scale >= 8 && scale <= 30, "the scale must be from 8 to 30");

  std::vector<Column> columns{labels()};
  for (const auto& matrix : spmv::kMatrices) {
    columns.push_back(results(stream, matrix, std::uint32_t{1} << scale));
  }
  std::cout << "SpMV on " << device.name() << ", " << device.info().model << "\n\n";
  print(columns);
  return std::ranges::any_of(columns, [](const Column& c) { return std::ranges::count(c, "WRONG"); });
} catch (const std::exception& error) {
  std::cerr << "spmv: " << error.what() << '\n';
  return 1;
}
