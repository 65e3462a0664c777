// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <warpgraph/runtime/detail/home_process.hpp>

namespace warpgraph::detail {

// Shares an object that only the process that made it destroys.
template <class T>
std::shared_ptr<T> kept_at_home(std::unique_ptr<T> object) {
  return {object.release(), [home = HomeProcess()](T* mine) {
            if (home.is_this()) delete mine;
          }};
}

}  // namespace warpgraph::detail
