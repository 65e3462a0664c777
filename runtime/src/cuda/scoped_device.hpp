// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check.hpp"

namespace warpgraph::detail {

// Makes a device the calling thread's current one for as long as the object lives. Costs one query of a few
// nanoseconds if it is that already.
class ScopedDevice {
 public:
  explicit ScopedDevice(int ordinal) {
    check(cudaGetDevice(&previous_));
    if (previous_ != ordinal) change(ordinal);
  }
  ~ScopedDevice() {
    if (changed_) restore();
  }
  ScopedDevice(const ScopedDevice&) = delete;
  ScopedDevice& operator=(const ScopedDevice&) = delete;

 private:
  void change(int ordinal);
  void restore() noexcept;

  int previous_ = 0;
  bool changed_ = false;
};

}  // namespace warpgraph::detail
