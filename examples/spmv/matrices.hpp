// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

// Matrices to try the kernels on, the same on every machine. All numbers are small integers, so that sums are exact in
// any order and a result is right or wrong, never close.
namespace spmv {

struct Matrix {
  std::vector<std::uint32_t> row{0};  // where each row begins, and behind the last one where it ends
  std::vector<std::uint32_t> column;
  std::vector<float> value;

  [[nodiscard]] std::uint32_t rows() const { return static_cast<std::uint32_t>(row.size() - 1); }
  [[nodiscard]] std::uint32_t nonzeros() const { return row.back(); }
  [[nodiscard]] std::uint32_t longest_row() const {
    std::uint32_t longest = 0;
    for (std::uint32_t r = 0; r < rows(); ++r) longest = std::max(longest, row[r + 1] - row[r]);
    return longest;
  }
};

inline std::uint32_t hash(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return static_cast<std::uint32_t>(x ^ (x >> 31));
}

// Fills a matrix whose rows are laid out; `draw(hash)` is a column.
template <class Draw>
Matrix with_columns(std::vector<std::uint32_t> row, Draw&& draw) {
  Matrix matrix{std::move(row), {}, {}};
  matrix.column.resize(matrix.nonzeros());
  matrix.value.resize(matrix.nonzeros());
  for (std::uint32_t i = 0; i < matrix.nonzeros(); ++i) {
    const std::uint32_t drawn = hash(i + 1);
    matrix.column[i] = draw(drawn);
    matrix.value[i] = static_cast<float>(1 + drawn % 3);
  }
  return matrix;
}

// Regular: the five-point stencil of a square grid. Rows of three to five, columns close to the diagonal.
inline Matrix grid_matrix(std::uint32_t nonzeros) {
  const auto side = static_cast<std::uint32_t>(std::sqrt(nonzeros / 5.0)) + 1;
  Matrix matrix;
  const auto add = [&](std::uint32_t column, float value) {
    matrix.column.push_back(column);
    matrix.value.push_back(value);
  };
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t r = y * side + x;
      if (y > 0) add(r - side, -1);
      if (x > 0) add(r - 1, -1);
      add(r, 4);
      if (x + 1 < side) add(r + 1, -1);
      if (y + 1 < side) add(r + side, -1);
      matrix.row.push_back(static_cast<std::uint32_t>(matrix.column.size()));
    }
  }
  return matrix;
}

// Uniform: rows of 1 to 31 with columns drawn from all.
inline Matrix uniform_matrix(std::uint32_t nonzeros) {
  const std::uint32_t rows = nonzeros / 16;
  std::vector<std::uint32_t> row{0};
  for (std::uint32_t r = 0; r < rows; ++r) row.push_back(row.back() + 1 + hash(r + 1) % 31);
  return with_columns(std::move(row), [=](std::uint32_t drawn) { return drawn % rows; });
}

// Skewed: the k-th longest row has 4 (rows / k)^(3/4) nonzeros, 16 on average, and the k-th most wanted column is drawn
// as often. Ranks are scattered over the rows.
inline Matrix skewed_matrix(std::uint32_t nonzeros) {
  const std::uint32_t rows = std::uint32_t{1} << static_cast<int>(std::log2(nonzeros / 16));
  const auto row_of_rank = [=](std::uint32_t rank) { return (rank * 0x9e3779b1u + 12345u) & (rows - 1); };
  std::vector<std::uint32_t> row(rows + 1, 0);
  for (std::uint32_t rank = 0; rank < rows; ++rank) {
    row[row_of_rank(rank) + 1] = static_cast<std::uint32_t>(4 * std::pow(rows / (rank + 1.0), 0.75));
  }
  for (std::uint32_t r = 0; r < rows; ++r) row[r + 1] += row[r];
  return with_columns(std::move(row), [=](std::uint32_t drawn) {
    const double uniform = drawn / 4294967296.0;
    return row_of_rank(static_cast<std::uint32_t>(rows * (uniform * uniform) * (uniform * uniform)));
  });
}

struct NamedMatrix {
  std::string_view name;
  Matrix (*make)(std::uint32_t nonzeros);
};
inline constexpr NamedMatrix kMatrices[] = {
    {"grid", grid_matrix}, {"uniform", uniform_matrix}, {"skewed", skewed_matrix}};

// The vector to multiply with.
inline std::vector<float> example_vector(std::uint32_t size) {
  std::vector<float> x(size);
  for (std::uint32_t i = 0; i < size; ++i) x[i] = static_cast<float>(hash(i + 7) % 4);
  return x;
}

// The oracle.
inline std::vector<float> multiply(const Matrix& matrix, const std::vector<float>& x) {
  std::vector<float> y(matrix.rows());
  for (std::uint32_t r = 0; r < matrix.rows(); ++r) {
    for (std::uint32_t i = matrix.row[r]; i < matrix.row[r + 1]; ++i) y[r] += matrix.value[i] * x[matrix.column[i]];
  }
  return y;
}

}  // namespace spmv
