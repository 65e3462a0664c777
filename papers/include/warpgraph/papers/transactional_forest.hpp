// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/runtime/transaction/transact.hpp>

namespace warpgraph::papers {

class JoinByTransactions;

// The method `transactional` of the command msf (Manoochehri 2017): minimum_spanning_forest by ForestMethod::kBoruvka,
// but it does without the order of edges where trees are merged. In one transaction a tree makes sure that no other has
// absorbed it, follows its lightest edge to the root there, and absorbs that tree. The forest is the same.
//
//   const papers::TransactionalForest by_transactions;
//   auto forest = algorithms::minimum_spanning_forest(stream, graph, by_transactions.options());
//
// A graph of 2^30 vertices or more is refused (UsageError). Memory: 8 bytes more for each vertex, whose number is
// rounded up to a power of two.
class TransactionalForest {
 public:
  TransactionalForest();
  ~TransactionalForest();
  TransactionalForest(const TransactionalForest&) = delete;
  TransactionalForest& operator=(const TransactionalForest&) = delete;

  // They point to this object, which must outlive the calls that take them.
  [[nodiscard]] algorithms::SpanningForestOptions options(const EngineOptions& engine = {}) const;
  // The transactions of all runs with these options that have ended, on the devices of this process.
  [[nodiscard]] transactions::TransactionCounts counts() const;

 private:
  std::unique_ptr<JoinByTransactions> joining_;
};

}  // namespace warpgraph::papers
