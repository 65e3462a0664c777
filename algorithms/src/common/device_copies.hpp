// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/copy.hpp>

namespace warpgraph::algorithms {

// Arrays that a program points into, copied to each device that it runs on. They must stay until the run is over.
class DeviceCopies {
 public:
  // Waits for the stream.
  template <class T>
  View<const T> operator()(StreamRef stream, const std::vector<T>& values, std::string_view name) {
    auto copy = std::make_shared<const Buffer<T>>(to_device(stream, values, name));
    kept_.push_back(copy);
    return copy->view();
  }

 private:
  std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace warpgraph::algorithms
