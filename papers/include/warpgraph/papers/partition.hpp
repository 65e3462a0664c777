// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/transaction/transact.hpp>

// Two methods of partition() for GPUs, by name once add_methods() (papers.hpp) has been called:
//
//   gp-metis       lock-free matching and request buffers (Goodarzi, Burtscher and Goswami 2016); with the option
//                  `merge`, "hash" or "sort": how one row is made of the rows of two vertices
//   transactional  matching and moves by transactions (Manoochehri 2017)
//
// Both take the number of parts, one tolerance and the seed, and weights of one constraint; other options are refused.
// Their threads race, so two runs may differ.
namespace warpgraph::papers {

// What the transactions of `transactional` came to, over all levels.
struct PartitionTransactions {
  transactions::TransactionCounts matches{};
  transactions::TransactionCounts moves{};    // the outer ones, which claim a vertex
  transactions::TransactionCounts weights{};  // the inner ones, which change the weights of two parts
};

// As Partition::facts has them, so without `steals` and `parked`; all 0 of a partition by another method.
[[nodiscard]] PartitionTransactions partition_transactions(const partitioning::Partition& found);

}  // namespace warpgraph::papers
