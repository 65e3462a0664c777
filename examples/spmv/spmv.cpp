// SPDX-License-Identifier: Apache-2.0
//
// Sparse matrix times vector in several shapes of parallel work, on a regular, a uniform and a
// skewed matrix. Every result is compared with a serial one.
//   spmv [devices] [scale]   2^scale nonzeros a matrix, about
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "matrices.hpp"
#include "spmv_kernels.hpp"

namespace {

using warpgraph::Buffer;
using warpgraph::Device;
using warpgraph::DeviceKind;
using warpgraph::Event;
using warpgraph::InputError;
using warpgraph::Runtime;
using warpgraph::Stream;
using warpgraph::StreamRef;

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

int parse_scale(const char* text) {
  const int scale = std::atoi(text);
  if (scale < 8 || scale > 30) throw InputError("the scale must be a number from 8 to 30");
  return scale;
}

// One line of the table: how it begins, and what it says of each matrix.
struct Line {
  std::string label;
  std::vector<std::string> cells;
};

std::vector<Line> labels() {
  std::vector<Line> table;
  for (const char* label : {"", "rows", "nonzeros", "longest row"}) table.push_back({label, {}});
  for (const auto& kernel : spmv::kKernels) table.push_back({std::string(kernel.name), {}});
  return table;
}

// Adds a column to the table. Returns whether all results are right.
bool try_kernels(StreamRef stream, const spmv::NamedMatrix& named, std::uint32_t nonzeros, std::vector<Line>& table) {
  const spmv::Matrix matrix = named.make(nonzeros);
  std::vector<std::string> column{std::string(named.name), std::to_string(matrix.rows()),
                                  std::to_string(matrix.nonzeros()), std::to_string(matrix.longest_row())};
  Problem problem(stream, matrix);
  bool all_right = true;
  for (const auto& kernel : spmv::kKernels) {
    const double microseconds = problem.microseconds(kernel);
    const bool right = problem.is_right();
    column.push_back(right ? format(matrix.nonzeros() / microseconds / 1000, 3) : "WRONG");
    all_right = all_right && right;
  }
  for (std::size_t i = 0; i < table.size(); ++i) table[i].cells.push_back(column[i]);
  return all_right;
}

void print(const std::vector<Line>& table) {
  for (const Line& line : table) {
    std::cout << std::left << std::setw(16) << line.label << std::right;
    for (const std::string& cell : line.cells) std::cout << std::setw(12) << cell;
    std::cout << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const Runtime runtime(argc > 1 ? argv[1] : "auto");
  Device& device = runtime.device();
  const Stream stream(device);
  const int scale = argc > 2 ? parse_scale(argv[2]) : device.kind() == DeviceKind::kGpu ? 24 : 20;

  std::vector<Line> table = labels();
  bool all_right = true;
  for (const auto& matrix : spmv::kMatrices) {
    all_right = try_kernels(stream, matrix, std::uint32_t{1} << scale, table) && all_right;
  }
  std::cout << "SpMV on " << device.name() << ", " << device.info().model << ", in G nonzeros/s\n\n";
  print(table);
  return all_right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "spmv: " << error.what() << '\n';
  return 1;
}
