// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/kernel/atomic.hpp>

namespace warpgraph::detail {

// A word that another transaction may be writing: it is read between two looks at its entry, which must be alike.
template <class T, class Access, class IsFree, class AreAlike>
WARPGRAPH_DEVICE bool read_unlocked(T& transaction, Access& access, IsFree&& is_free, AreAlike&& are_alike) {
  auto& entry = transaction.memory.entries[access.entry];
  const auto before = atomic::load<kernel::Order::kAcquire>(entry);
  if (!is_free(before)) return false;
  access.value = access.before = atomic::load<kernel::Order::kAcquire>(transaction.memory.words[access.word]);
  access.stamp = before;
  const auto after = atomic::load<kernel::Order::kAcquire>(entry);
  return is_free(after) && are_alike(before, after);
}

}  // namespace warpgraph::detail
