// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::partitioning {

// Adds the time of a phase, in seconds, to a sum when it ends.
class PhaseTime {
 public:
  PhaseTime(StreamRef stream, double& sum) : stream_(stream), sum_(sum), begin_(stream.device().runtime().now()) {}
  PhaseTime(const PhaseTime&) = delete;
  PhaseTime& operator=(const PhaseTime&) = delete;
  ~PhaseTime() { sum_ += (stream_.device().runtime().now() - begin_) * 1e-6; }

 private:
  StreamRef stream_;
  double& sum_;
  double begin_;
};

}  // namespace warpgraph::partitioning
