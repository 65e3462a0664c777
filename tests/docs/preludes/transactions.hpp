// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/transaction/transact.hpp>

namespace prelude_transactions {
using namespace warpgraph;

extern StreamRef stream;
extern std::uint32_t accounts;
extern std::uint32_t n;
extern Buffer<std::uint32_t>& balance;

// Inside of the kernel.
using Memory = decltype(std::declval<transactions::TransactionTable<transactions::PriorityPolicy>&>().over(
    std::declval<View<std::uint32_t>>()));
struct Transfer {
  Memory memory;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const;
};
extern kernel::Warp& warp;
extern const Memory& memory;
extern const kernel::PerLane<std::uint32_t>& strength;
extern const kernel::PerLane<std::uint32_t>& payer;
extern const kernel::PerLane<std::uint32_t>& payee;
extern std::uint32_t amount;
}  // namespace prelude_transactions
