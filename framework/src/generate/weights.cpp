// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <concepts>
#include <utility>

#include "generate/make.hpp"

// Floating weights are the same on both machines because each is computed by operations that IEEE 754 rounds
// correctly: fused multiply-add, asked for by name and never left to the compiler, and division.
namespace warpgraph::generators::detail {

namespace {

// A number in [0, 1), in steps that T holds exactly.
template <std::floating_point T>
WARPGRAPH_DEVICE T unit(std::uint64_t bits) {
  constexpr int kDigits = std::same_as<T, float> ? 24 : 53;
  constexpr T kStep = T{1} / static_cast<T>(std::uint64_t{1} << kDigits);
  return static_cast<T>(bits >> (64 - kDigits)) * kStep;
}

template <class T>
struct UniformWeight {
  T lowest;
  T span;

  WARPGRAPH_DEVICE T operator()(std::uint64_t bits) const { return std::fma(span, unit<T>(bits), lowest); }
};

// Unsigned, because the span of signed numbers may not be one, and sums that wrap come out right.
template <std::integral T>
struct UniformWeight<T> {
  std::uint64_t lowest;
  std::uint64_t span;

  WARPGRAPH_DEVICE T operator()(std::uint64_t bits) const { return static_cast<T>(lowest + below(bits, span + 1)); }
};

template <class T>
UniformWeight<T> uniform_weight(const WeightOptions& options) {
  const auto lowest = static_cast<T>(options.lowest);
  const auto highest = static_cast<T>(options.highest);
  if constexpr (std::floating_point<T>)
    return {lowest, highest - lowest};
  else
    return {static_cast<std::uint64_t>(lowest),
            static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest)};
}

// The inverse of the distribution function 1 - lowest / x, cut off at `highest`.
template <class T>
struct SkewedWeight {
  double lowest;
  double highest;
  double cut;  // 1 - lowest / highest

  WARPGRAPH_DEVICE T operator()(std::uint64_t bits) const {
    const double value = lowest / std::fma(-cut, unit<double>(bits), 1.0);
    return static_cast<T>(value < highest ? value : highest);
  }
};

template <class T, class Function>
struct WeighPair {
  CounterRandom random;
  Function function;
  View<const VertexId> source;
  View<const VertexId> target;
  View<T> values;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId u = source[i];
    const VertexId v = target[i];
    const std::uint64_t pair = std::uint64_t{u < v ? u : v} << 32 | (u < v ? v : u);
    values[i] = function(random(pair));
  }
};

template <class T>
struct WeighLength {
  View<const std::uint32_t> length;
  View<T> values;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint32_t units = length[i] == 0 ? 1 : length[i];
    if constexpr (std::floating_point<T>)
      values[i] = static_cast<T>(units) * (T{1} / T{1024});
    else
      values[i] = static_cast<T>(units);
  }
};

template <class T, class Executor, class Function>
void weigh_pairs(Job<Executor>& job, View<T> values, const Function& function) {
  job.executor.for_each(values.size(),
                        WeighPair<T, Function>{job.random(Draw::kWeight), function, Executor::view(job.source),
                                               Executor::view(job.target), values});
}

template <class T, class Executor>
void weigh_as(Job<Executor>& job) {
  auto array = job.executor.template array<T>(job.source.size(), "generated weights");
  const View<T> values = Executor::view(array);
  const WeightOptions& options = job.weights();
  if (options.kind == WeightKind::kUniform) weigh_pairs(job, values, uniform_weight<T>(options));
  if (options.kind == WeightKind::kSkewed) {
    // Integers are rounded down, so that the highest needs room above it.
    const double end = options.highest + (std::floating_point<T> ? 0 : 1);
    weigh_pairs(job, values, SkewedWeight<T>{options.lowest, options.highest, 1 - options.lowest / end});
  }
  if (options.kind == WeightKind::kLength)
    job.executor.for_each(values.size(), WeighLength<T>{Executor::view(job.length), values});
  job.values = std::move(array);
}

}  // namespace

template <class Executor>
void weigh(Job<Executor>& job) {
  if (job.weights().kind == WeightKind::kNone) return;
  switch (job.weights().type) {
    case ValueType::kNone:
      return;
    case ValueType::kInt32:
      return weigh_as<std::int32_t>(job);
    case ValueType::kInt64:
      return weigh_as<std::int64_t>(job);
    case ValueType::kFloat:
      return weigh_as<float>(job);
    case ValueType::kDouble:
      return weigh_as<double>(job);
  }
}

template void weigh(Job<HostExecutor>&);
template void weigh(Job<StreamExecutor>&);

}  // namespace warpgraph::generators::detail
