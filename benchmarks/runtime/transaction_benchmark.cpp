// SPDX-License-Identifier: Apache-2.0
//
// The bank: transfers between two random accounts, and readers of eight, by every policy of the transactional memory.
//   bank/<policy>/accounts:<n>/readers:<percent>
// Time is the device's. commits_per_second counts transfers and readers alike, transactions that were deferred not at
// all; abort_rate is the part of the trials that were lost.
#include <string>

#include <benchmark/benchmark.h>

#include <warpgraph/papers/policies/invisible_reads.hpp>
#include <warpgraph/papers/policies/pessimistic.hpp>
#include <warpgraph/papers/policies/value.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/transaction/transact.hpp>

#include "runtime/measure.hpp"

namespace {

using namespace warpgraph;  // NOLINT(google-build-using-namespace)

constexpr std::uint32_t kAccountsRead = 8;

WARPGRAPH_DEVICE std::uint32_t hash(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

// Every lane runs one transaction after the other. What readers found goes nowhere but into a sum that is not used.
template <class Policy>
struct Bank {
  transactions::TransactionalView<Policy, std::uint32_t> memory;
  View<transactions::TransactionCounts> counts;
  View<std::uint32_t> unexpected;
  std::uint32_t transactions;  // of a lane
  std::uint32_t reader_percent;
  std::uint32_t seed;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const auto accounts = static_cast<std::uint32_t>(memory.words.size());
    const std::uint32_t lanes = warp.count() * kernel::Warp::kSize;
    for (std::uint32_t round = 0; round < transactions; ++round) {
      kernel::PerLane<std::uint32_t> strength;
      kernel::PerLane<std::uint32_t> draw;
      warp.relaxed_phase([&](kernel::Lane lane) {
        const std::uint32_t me = warp.global_index() * kernel::Warp::kSize + lane;
        strength[lane] = transactions::transaction_strength(me, round + 1);
        draw[lane] = hash(seed + round * lanes + me);
      });
      transactions::transact<kAccountsRead>(
          warp, memory, strength,
          [&](kernel::Lane lane, auto& t) {
            const std::uint32_t from = draw[lane] % accounts;
            if (draw[lane] / 7 % 100 < reader_percent) return read(t, draw[lane], accounts);
            const std::uint32_t to = (from + 1 + hash(draw[lane]) % (accounts - 1)) % accounts;
            t.write(from, t.read(from) - 1);
            t.write(to, t.read(to) + 1);
          },
          counts);
    }
  }

 private:
  template <class T>
  WARPGRAPH_DEVICE void read(T& t, std::uint32_t draw, std::uint32_t accounts) const {
    std::uint32_t sum = 0;
    for (std::uint32_t k = 0; k < kAccountsRead; ++k) sum ^= t.read(hash(draw + k) % accounts);
    if (sum == 0x12345678u) atomic::fetch_add(unexpected[0], 1u);
  }
};

template <class Policy>
void run(benchmark::State& state) {
  const bool has_cuda = benchmarks::has_cuda();
  Runtime runtime(has_cuda ? "cuda:0" : "host");
  const Stream stream(runtime.device());
  const auto accounts = static_cast<std::uint64_t>(state.range(0));
  const std::uint64_t warps = has_cuda ? 264 * 8 : 8;  // 264 blocks of 256
  Buffer<std::uint32_t> words(stream, accounts, "accounts");
  fill(stream, words, 1000);
  transactions::TransactionTable<Policy> table(stream, accounts);
  Buffer<transactions::TransactionCounts> counts(stream, 1, "counts");
  Buffer<std::uint32_t> unexpected(stream, 1, "unexpected");
  fill(stream, unexpected, 0);
  const auto clear = [&] {
    fill(stream,
         View<std::uint64_t>(&counts.data()->commits, sizeof(transactions::TransactionCounts) / 8,
                             counts.view().space()),
         0);
  };
  std::uint32_t seed = 1;
  const double microseconds = benchmarks::time_on_device(state, stream, [&] {
    clear();
    kernel::launch(stream, kernel::Warps{warps},
                   Bank<Policy>{table.over(words.view()), counts, unexpected, 4,
                                static_cast<std::uint32_t>(state.range(1)), seed++});
  });
  const transactions::TransactionCounts last = to_host(stream, counts).front();
  state.counters["commits_per_second"] = static_cast<double>(last.commits) / microseconds * 1e6;
  state.counters["abort_rate"] = static_cast<double>(last.aborts) / static_cast<double>(last.trials);
  state.counters["deferred"] = static_cast<double>(last.deferred);
  state.counters["steals"] = static_cast<double>(last.steals);
  state.counters["parked"] = static_cast<double>(last.parked);
}

template <class Policy>
void add(const std::string& policy) {
  for (const std::int64_t accounts : {1 << 10, 1 << 16, 1 << 20})
    for (const std::int64_t readers : {0, 50, 90})
      benchmark::RegisterBenchmark(("bank/" + policy).c_str(), run<Policy>)
          ->ArgNames({"accounts", "readers"})
          ->Args({accounts, readers})
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  add<transactions::PriorityPolicy>("priority");
  add<transactions::VersionedPriorityPolicy>("versioned");
  add<papers::PessimisticPolicy>("pessimistic");
  add<papers::InvisibleReadsPolicy>("invisible-reads");
  add<papers::ValuePolicy>("value");
  return true;
}();

}  // namespace
