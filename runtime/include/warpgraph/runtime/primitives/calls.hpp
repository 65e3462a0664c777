// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string_view>
#include <type_traits>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/memory.hpp>

// What the primitives have in common. Their headers are thin templates that check the caller's arguments and forget
// the element types: what goes to the library is a call, a plain struct that names types by number. So no user of a
// primitive needs nvcc, and the library holds each algorithm once for all types of one width. Temporary storage comes
// from the device's pool and goes back in the order of the stream, so no primitive waits. The functions that say how
// much it is, those in _memory, start nothing.
namespace warpgraph::primitives {

// What reduce, scan, sort and histogram compute with.
template <class T>
concept Number = std::same_as<T, float> || std::same_as<T, double> ||
    (std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, wchar_t> && !std::same_as<T, char32_t> &&
     (sizeof(T) == 4 || sizeof(T) == 8));

// The operators that the library holds for T: Plus, Min, Max, and Or for unsigned integers.
template <class Op, class T>
concept ReductionOf = Number<T> &&(std::same_as<Op, Plus> || std::same_as<Op, Min> || std::same_as<Op, Max> ||
                                   (std::same_as<Op, Or> && std::unsigned_integral<T>));

// What select, partition, gather and scatter move: they look at its width only.
template <class T>
concept Movable = std::is_trivially_copyable_v<T> &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);

// What a sort may carry along with its keys.
template <class T>
concept SortValue = std::is_trivially_copyable_v<T> &&(sizeof(T) == 4 || sizeof(T) == 8);

// What run_length_encode and unique compare: values that are equal exactly if their bytes are. Floats are not such
// values, structs of two integers are.
template <class T>
concept Comparable = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T> &&
    (sizeof(T) == 4 || sizeof(T) == 8);

template <class Array, class T>
concept ArrayOf = std::convertible_to<const Array&, View<const T>>;

// A borrowed array of 32- or 64-bit indices or offsets; a View or a Buffer of either converts.
class Indices {
 public:
  template <ArrayOf<std::uint32_t> Array>
  Indices(const Array& array) : Indices(View<const std::uint32_t>(array)) {}
  template <ArrayOf<std::uint64_t> Array>
  Indices(const Array& array) : Indices(View<const std::uint64_t>(array)) {}

  [[nodiscard]] const void* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] unsigned width() const noexcept { return width_; }  // bytes of an index
  [[nodiscard]] MemorySpace space() const noexcept { return space_; }

 private:
  template <class Index>
  explicit Indices(View<const Index> view)
      : data_(view.data()), size_(view.size()), width_(sizeof(Index)), space_(view.space()) {}

  const void* data_;
  std::size_t size_;
  unsigned width_;
  MemorySpace space_;
};

}  // namespace warpgraph::primitives
namespace warpgraph::detail {

enum class NumberType : std::uint8_t { kInt32, kUint32, kInt64, kUint64, kFloat, kDouble };
enum class Operator : std::uint8_t { kPlus, kMin, kMax, kOr };

template <primitives::Number T>
constexpr NumberType number_type() {
  if (std::same_as<T, float>) return NumberType::kFloat;
  if (std::same_as<T, double>) return NumberType::kDouble;
  if (std::is_signed_v<T>) return sizeof(T) == 4 ? NumberType::kInt32 : NumberType::kInt64;
  return sizeof(T) == 4 ? NumberType::kUint32 : NumberType::kUint64;
}

template <class Op>
constexpr Operator operator_type() {
  if (std::same_as<Op, Plus>) return Operator::kPlus;
  if (std::same_as<Op, Min>) return Operator::kMin;
  if (std::same_as<Op, Max>) return Operator::kMax;
  return Operator::kOr;
}

// Views without their element type. A call that only measures has no data.
struct InputArray {
  InputArray() = default;
  explicit InputArray(std::size_t count) : size(count) {}
  template <class T>
  InputArray(View<const T> view) : data(view.data()), size(view.size()), space(view.space()) {}
  InputArray(const primitives::Indices& view) : data(view.data()), size(view.size()), space(view.space()) {}

  template <class T>
  [[nodiscard]] View<const T> as() const {
    return {static_cast<const T*>(data), size, space};
  }

  const void* data = nullptr;
  std::size_t size = 0;
  MemorySpace space = MemorySpace::kAnywhere;
};

struct OutputArray {
  OutputArray() = default;
  explicit OutputArray(std::size_t count) : size(count) {}
  template <class T>
  OutputArray(View<T> view) : data(view.data()), size(view.size()), space(view.space()) {}

  template <class T>
  [[nodiscard]] View<T> as() const {
    return {static_cast<T*>(data), size, space};
  }

  void* data = nullptr;
  std::size_t size = 0;
  MemorySpace space = MemorySpace::kAnywhere;
};

// A number without its type.
class AnyNumber {
 public:
  AnyNumber() = default;
  template <primitives::Number T>
  AnyNumber(T value) {
    std::memcpy(bytes_, &value, sizeof(T));
  }
  template <primitives::Number T>
  [[nodiscard]] T as() const {
    T value;
    std::memcpy(&value, bytes_, sizeof(T));
    return value;
  }

 private:
  std::byte bytes_[8] = {};
};

// The calls. `in` is never empty when a call runs.

struct ReduceCall {
  static constexpr std::string_view name() { return "reduce"; }
  NumberType number;
  Operator op;
  InputArray in;
  OutputArray out = {};
};

struct ScanCall {
  [[nodiscard]] constexpr std::string_view name() const { return inclusive ? "inclusive_scan" : "exclusive_scan"; }
  bool inclusive;
  NumberType number;
  Operator op;
  InputArray in;
  OutputArray out = {};
  AnyNumber initial = {};  // of an exclusive scan
};

struct SegmentedReduceCall {
  static constexpr std::string_view name() { return "segmented_reduce"; }
  NumberType number;
  Operator op;
  InputArray in;
  std::size_t segments;
  InputArray offsets = {};
  unsigned offset_width = 8;
  OutputArray out = {};
};

struct SelectCall {
  [[nodiscard]] constexpr std::string_view name() const { return keep_rest ? "partition" : "select"; }
  bool keep_rest;
  unsigned width;
  InputArray in;
  InputArray flags = {};
  OutputArray out = {};
  OutputArray count = {};
};

struct SortCall {
  [[nodiscard]] constexpr std::string_view name() const { return value_width == 0 ? "sort_keys" : "sort_pairs"; }
  NumberType number;
  unsigned value_width;  // 0: keys only
  InputArray in;
  int first_bit;
  int last_bit;
  OutputArray out = {};
  InputArray values_in = {};
  OutputArray values_out = {};
};

struct RunLengthCall {
  [[nodiscard]] constexpr std::string_view name() const { return count_width == 0 ? "unique" : "run_length_encode"; }
  unsigned width;
  unsigned count_width;  // 0: no counts
  InputArray in;
  OutputArray values = {};
  OutputArray counts = {};
  OutputArray count = {};
};

struct HistogramCall {
  static constexpr std::string_view name() { return "histogram"; }
  NumberType number;
  InputArray in;
  OutputArray counts;
  AnyNumber lower = {};
  AnyNumber upper = {};
};

struct GatherCall {
  [[nodiscard]] constexpr std::string_view name() const { return scatters ? "scatter" : "gather"; }
  bool scatters;
  unsigned width;
  unsigned index_width;
  InputArray in;
  InputArray index = {};
  OutputArray out = {};
};

// Enqueues the call with its temporary storage, which is asked from the stream's pool under the call's name. Throws
// OutOfMemory, and UsageError if data is not aligned to the width of its elements.
template <class Call>
void enqueue(StreamRef stream, const Call& call);
// The temporary storage that the call will ask for; a call without data will do.
template <class Call>
MemoryPlan plan(Device& device, const Call& call);

inline bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  const auto* const a_first = static_cast<const std::byte*>(a);
  const auto* const b_first = static_cast<const std::byte*>(b);
  return a_bytes != 0 && b_bytes != 0 && std::less<>()(a_first, b_first + b_bytes) &&
         std::less<>()(b_first, a_first + a_bytes);
}
template <class A, class B>
bool overlap(View<A> a, View<B> b) {
  return overlap(a.data(), a.size_bytes(), b.data(), b.size_bytes());
}
template <class A>
bool overlap(View<A> a, const primitives::Indices& b) {
  return overlap(a.data(), a.size_bytes(), b.data(), b.size() * b.width());
}

}  // namespace warpgraph::detail
