// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/transactional_forest.hpp>

#include <bit>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "absorb_trees.hpp"

namespace warpgraph::papers {
namespace {

using namespace algorithms::forest;  // NOLINT(google-build-using-namespace): its rounds

using Counted = std::function<void(const transactions::TransactionCounts&)>;

class Joins final : public TreeJoins {
 public:
  Joins(StreamRef stream, std::uint64_t vertices, Counted counted)
      : vertices_(vertices),
        locks_(stream, vertices),
        counts_(to_device(stream, std::vector<transactions::TransactionCounts>(1), "spanning forest counts")),
        counted_(std::move(counted)) {}

  void join(StreamRef stream, const TreeRound<false>& round) override { absorb(stream, round); }
  void join(StreamRef stream, const TreeRound<true>& round) override { absorb(stream, round); }
  void end(StreamRef stream) override { counted_(to_host(stream, counts_).front()); }

 private:
  template <bool kWide>
  void absorb(StreamRef stream, const TreeRound<kWide>& round) {
    kernel::launch(stream, kernel::Warps{(vertices_ + kernel::Warp::kSize - 1) / kernel::Warp::kSize},
                   AbsorbTrees<kWide>{round.edges, round.label, round.lightest, locks_.over(round.parent), round.chosen,
                                      counts_, round.number});
  }

  std::uint64_t vertices_;
  transactions::TransactionTable<transactions::PriorityPolicy> locks_;
  Buffer<transactions::TransactionCounts> counts_;
  Counted counted_;
};

}  // namespace

class JoinByTransactions final : public TreeJoining {
 public:
  std::unique_ptr<TreeJoins> begin(StreamRef stream, std::uint64_t vertices) const override {
    expects(vertices < std::uint64_t{1} << 30, "spanning forest: too many vertices for transactions");
    return std::make_unique<Joins>(stream, vertices, [this](const transactions::TransactionCounts& more) {
      const std::lock_guard lock(mutex_);
      counts_ += more;
    });
  }
  MemoryPlan memory(std::uint64_t vertices) const override {
    return {"transaction locks", std::bit_ceil(vertices) * sizeof(transactions::PriorityPolicy::Entry)};
  }

  [[nodiscard]] transactions::TransactionCounts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  mutable std::mutex mutex_;  // runs on several threads may share it
  mutable transactions::TransactionCounts counts_{};
};

TransactionalForest::TransactionalForest() : joining_(std::make_unique<JoinByTransactions>()) {}
TransactionalForest::~TransactionalForest() = default;

algorithms::SpanningForestOptions TransactionalForest::options(const EngineOptions& engine) const {
  algorithms::SpanningForestOptions options;
  options.method = algorithms::ForestMethod::kBoruvka;
  options.engine = engine;
  options.joining = joining_.get();
  return options;
}

transactions::TransactionCounts TransactionalForest::counts() const { return joining_->counts(); }

}  // namespace warpgraph::papers
