// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/as_int64.hpp>

#include <warpgraph/runtime/launch.hpp>

namespace warpgraph::algorithms {

namespace {

template <class Value>
struct WriteInt64 {
  View<const Value> values;
  View<std::int64_t> output;
  bool has_none;
  Value none;
  std::int64_t base;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const Value value = values[i];
    output[i] = has_none && value == none ? -1 : static_cast<std::int64_t>(value) + base;
  }
};

}  // namespace

template <class Value>
Buffer<std::int64_t> as_int64(StreamRef stream, View<const Value> values, std::optional<Value> none,
                              std::int64_t base) {
  Buffer<std::int64_t> output(stream, values.size(), "column");
  kernel::for_each(stream, values.size(),
                   WriteInt64<Value>{values, output, none.has_value(), none.value_or(Value{}), base});
  return output;
}

template Buffer<std::int64_t> as_int64(StreamRef, View<const std::uint32_t>, std::optional<std::uint32_t>,
                                       std::int64_t);
template Buffer<std::int64_t> as_int64(StreamRef, View<const std::uint64_t>, std::optional<std::uint64_t>,
                                       std::int64_t);
template Buffer<std::int64_t> as_int64(StreamRef, View<const std::int32_t>, std::optional<std::int32_t>, std::int64_t);
template Buffer<std::int64_t> as_int64(StreamRef, View<const std::int64_t>, std::optional<std::int64_t>, std::int64_t);

}  // namespace warpgraph::algorithms
