// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "../primitives/machine.hpp"

namespace warpgraph::detail {

// CUB below, where CUB has the algorithm. Each function has a file of its own, for the sake of parallel builds.
class CudaPrimitives final : public Primitives {
 public:
  std::size_t run(const Job& job, const ReduceCall& call) const override;
  std::size_t run(const Job& job, const ScanCall& call) const override;
  std::size_t run(const Job& job, const SegmentedReduceCall& call) const override;
  std::size_t run(const Job& job, const SelectCall& call) const override;
  std::size_t run(const Job& job, const SortCall& call) const override;
  std::size_t run(const Job& job, const RunLengthCall& call) const override;
  std::size_t run(const Job& job, const HistogramCall& call) const override;
  std::size_t run(const Job& job, const GatherCall& call) const override;
};

const Primitives& cuda_primitives();

// Two halves of the sort.
std::size_t sort_narrow_keys(const Job& job, const SortCall& call);  // of 4 bytes
std::size_t sort_wide_keys(const Job& job, const SortCall& call);    // of 8 bytes

}  // namespace warpgraph::detail
