// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace planted {

struct Twice {
  int second;
};

}  // namespace planted
