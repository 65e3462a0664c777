// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace warpgraph::detail {

// Between two looks at something that another thread is to write: gives that thread the core. False where the calling
// thread should sleep instead, because others need the core for long: a thread that yields gets it back when their turn
// is over, which takes milliseconds; one that sleeps gets it when it is woken. A thread that has met such others does
// not yield to them for some time.
[[nodiscard]] bool give_core_briefly();

}  // namespace warpgraph::detail
