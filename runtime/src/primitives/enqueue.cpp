// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/primitives/calls.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "machine.hpp"

namespace warpgraph::detail {

namespace {

const Primitives& primitives_of(const Device& device) { return device.runtime().machine().primitives(); }

}  // namespace

template <class Call>
void enqueue(StreamRef stream, const Call& call) {
  Device& device = stream.device();
  const Primitives& primitives = primitives_of(device);
  const std::size_t bytes = primitives.run({&device}, call);
  const Buffer<std::byte> scratch(stream, bytes, call.name());
  primitives.run({&device, &stream.backend(), scratch.data(), bytes}, call);
}

template <class Call>
MemoryPlan plan(Device& device, const Call& call) {
  const std::size_t bytes = call.in.size == 0 ? 0 : primitives_of(device).run({&device}, call);
  return bytes == 0 ? MemoryPlan() : MemoryPlan(call.name(), bytes);
}

template void enqueue(StreamRef, const ReduceCall&);
template void enqueue(StreamRef, const ScanCall&);
template void enqueue(StreamRef, const SegmentedReduceCall&);
template void enqueue(StreamRef, const SelectCall&);
template void enqueue(StreamRef, const SortCall&);
template void enqueue(StreamRef, const RunLengthCall&);
template void enqueue(StreamRef, const HistogramCall&);
template void enqueue(StreamRef, const GatherCall&);

template MemoryPlan plan(Device&, const ReduceCall&);
template MemoryPlan plan(Device&, const ScanCall&);
template MemoryPlan plan(Device&, const SegmentedReduceCall&);
template MemoryPlan plan(Device&, const SelectCall&);
template MemoryPlan plan(Device&, const SortCall&);
template MemoryPlan plan(Device&, const RunLengthCall&);

}  // namespace warpgraph::detail
