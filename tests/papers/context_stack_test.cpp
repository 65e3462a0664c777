// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <vector>

#include <warpgraph/papers/context_stack.hpp>

#include "collected_items.hpp"

// `runs` counts how often a warp ran a branch with all lanes.
namespace warpgraph::test::collected {
namespace {

class ContextStackTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ContextStackTest);

struct Branch {
  struct Shared {
    papers::ContextStack<Context>::Memory taken;
  };
  View<const std::uint8_t> takes;
  View<std::uint32_t> done;
  View<std::uint32_t> runs;

  WARPGRAPH_DEVICE void run(const Context& context) const {
    atomic::fetch_add(done[context.item], context.twice == 2 * context.item ? 1u : 1000u);
  }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    papers::ContextStack<Context> taken(shared.taken);
    kernel::PerLane<bool> holds{};
    kernel::PerLane<Context> context{};
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      warp.phase([&](kernel::Lane lane) {
        const std::uint32_t item = item_of(warp, round, lane);
        holds[lane] = takes[item] != 0;
        if (holds[lane]) context[lane] = {item, 2 * item, 0};
      });
      if (!taken.fill(warp, holds, context)) continue;
      warp.phase([&](kernel::Lane lane) { run(context[lane]); });
      warp.elect([&] { ++runs[warp.global_index()]; });
    }
    holds = taken.drain(warp, context);
    warp.phase([&](kernel::Lane lane) {
      if (holds[lane]) run(context[lane]);
    });
  }
};

struct BranchResult {
  std::vector<std::uint32_t> done;
  std::vector<std::uint32_t> runs;
};

BranchResult run_branch(StreamRef stream, const std::vector<std::uint8_t>& takes) {
  const auto input = to_device(stream, takes, "takes");
  BranchResult result;
  result.runs = update(stream, std::vector<std::uint32_t>(kWarps), [&](View<std::uint32_t> runs) {
    result.done = update(stream, std::vector<std::uint32_t>(kItems), [&](View<std::uint32_t> done) {
      kernel::launch(stream, kernel::Warps{kWarps}, Branch{input, done, runs});
    });
  });
  return result;
}

TEST_P(ContextStackTest, EveryTakerRunsTheBranchOnce) {
  for (const double probability : {0.03, 0.3, 0.5, 0.9, 0.99}) {
    const auto takes = random_flags(kItems, probability, 1);
    const auto done = run_branch(stream(), takes).done;
    for (std::size_t i = 0; i < kItems; ++i) ASSERT_EQ(done[i], takes[i]) << "item " << i << ", " << probability;
  }
}

TEST_P(ContextStackTest, AWarpRunsTheBranchOnceForEach32Takers) {
  for (const double probability : {0.0, 0.1, 0.6, 1.0}) {
    const auto takes = random_flags(kItems, probability, 2);
    std::vector<std::uint32_t> takers(kWarps);
    for (std::size_t i = 0; i < kItems; ++i) takers[warp_of(i)] += takes[i];
    for (std::uint32_t& each : takers) each /= kernel::Warp::kSize;
    EXPECT_EQ(run_branch(stream(), takes).runs, takers) << probability;
  }
}

// Three paths with contexts of different sizes: bytes, words, and three words.
struct Paths {
  struct Shared {
    papers::ContextStack<std::uint8_t>::Memory bytes;
    papers::ContextStack<std::uint64_t>::Memory words;
    papers::ContextStack<Context>::Memory contexts;
  };
  View<const std::uint8_t> path;
  View<std::uint64_t> sum;  // of each path

  template <class T, class Value>
  WARPGRAPH_DEVICE void take(kernel::Warp& warp, papers::ContextStack<T>& stack, const kernel::PerLane<bool>& holds,
                             kernel::PerLane<T>& context, std::uint32_t which, Value&& value) const {
    if (!stack.fill(warp, holds, context)) return;
    warp.phase(
        [&](kernel::Lane lane) { atomic::fetch_add(sum[which], static_cast<std::uint64_t>(value(context[lane]))); });
  }
  template <class T, class Value>
  WARPGRAPH_DEVICE void finish(kernel::Warp& warp, papers::ContextStack<T>& stack, std::uint32_t which,
                               Value&& value) const {
    kernel::PerLane<T> context{};
    const auto holds = stack.drain(warp, context);
    warp.phase([&](kernel::Lane lane) {
      if (holds[lane]) atomic::fetch_add(sum[which], static_cast<std::uint64_t>(value(context[lane])));
    });
  }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    papers::ContextStack<std::uint8_t> bytes(shared.bytes);
    papers::ContextStack<std::uint64_t> words(shared.words);
    papers::ContextStack<Context> contexts(shared.contexts);
    const auto same = [](auto x) { return x; };
    const auto left = [](const Context& x) { return x.left; };
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      kernel::PerLane<bool> on[3] = {};
      kernel::PerLane<std::uint8_t> byte{};
      kernel::PerLane<std::uint64_t> word{};
      kernel::PerLane<Context> context{};
      warp.phase([&](kernel::Lane lane) {
        const std::uint32_t item = item_of(warp, round, lane);
        on[path[item]][lane] = true;
        byte[lane] = static_cast<std::uint8_t>(item);
        word[lane] = std::uint64_t{item} << 32;
        context[lane] = {item, item, item + 1};
      });
      take(warp, bytes, on[0], byte, 0, same);
      take(warp, words, on[1], word, 1, same);
      take(warp, contexts, on[2], context, 2, left);
    }
    finish(warp, bytes, 0, same);
    finish(warp, words, 1, same);
    finish(warp, contexts, 2, left);
  }
};

TEST_P(ContextStackTest, SeveralPathsKeepTheirContextsApart) {
  const auto path = random_values<std::uint8_t>(kItems, 0, 2, 3);
  const auto input = to_device(stream(), path, "path");
  const auto sum = update(stream(), std::vector<std::uint64_t>(3), [&](View<std::uint64_t> view) {
    kernel::launch(stream(), kernel::Warps{kWarps}, Paths{input, view});
  });
  std::vector<std::uint64_t> expected(3);
  for (std::uint64_t i = 0; i < kItems; ++i)
    expected[path[i]] += path[i] == 0 ? i % 256 : path[i] == 1 ? i << 32 : i + 1;
  EXPECT_EQ(sum, expected);
}

// One step of the loop of a context: whether another follows. A known or varying trip count lies in the context.
struct CountDown {
  WARPGRAPH_DEVICE bool operator()(Context& context) const { return --context.left > 0; }
};
// Nothing but the steps themselves tells how many they are.
struct Collatz {
  WARPGRAPH_DEVICE bool operator()(Context& context) const {
    context.left = context.left % 2 == 0 ? context.left / 2 : 3 * context.left + 1;
    return context.left > 1;
  }
};

template <class Step>
struct Loop {
  struct Shared {
    papers::ContextStack<Context>::Memory waiting;
  };
  View<const std::uint32_t> first;
  View<std::uint32_t> steps;
  View<std::uint32_t> runs;

  WARPGRAPH_DEVICE bool step(Context& context) const {
    atomic::fetch_add(steps[context.item], 1u);
    return Step{}(context);
  }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    papers::ContextStack<Context> waiting(shared.waiting);
    kernel::PerLane<bool> holds{};
    kernel::PerLane<Context> context{};
    std::uint32_t count = 0;
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      warp.phase([&](kernel::Lane lane) {
        const std::uint32_t item = item_of(warp, round, lane);
        holds[lane] = first[item] != 0;
        context[lane] = {item, 0, first[item]};
      });
      while (waiting.fill(warp, holds, context)) {
        warp.phase([&](kernel::Lane lane) { holds[lane] = step(context[lane]); });
        ++count;
      }
    }
    holds = waiting.drain(warp, context);
    warp.phase([&](kernel::Lane lane) {
      while (holds[lane]) holds[lane] = step(context[lane]);
    });
    warp.elect([&] { runs[warp.global_index()] = count; });
  }
};

template <class Step>
void loops_make_all_steps_in_full_warps(StreamRef stream, const std::vector<std::uint32_t>& first) {
  const auto input = to_device(stream, first, "first");
  std::vector<std::uint32_t> steps;
  const auto runs = update(stream, std::vector<std::uint32_t>(kWarps), [&](View<std::uint32_t> view) {
    steps = update(stream, std::vector<std::uint32_t>(kItems), [&](View<std::uint32_t> made) {
      kernel::launch(stream, kernel::Warps{kWarps}, Loop<Step>{input, made, view});
    });
  });
  std::vector<std::uint32_t> of_warp(kWarps);
  std::uint32_t longest = 0;
  for (std::uint32_t i = 0; i < kItems; ++i) {
    Context context{i, 0, first[i]};
    std::uint32_t expected = first[i] != 0;
    while (expected != 0 && Step{}(context)) ++expected;
    ASSERT_EQ(steps[i], expected) << "item " << i;
    of_warp[warp_of(i)] += expected;
    longest = std::max(longest, expected);
  }
  // Fewer than 32 contexts are left, which lack no more than all of their steps.
  for (std::uint32_t i = 0; i < kWarps; ++i) {
    EXPECT_LE(runs[i] * kernel::Warp::kSize, of_warp[i]);
    EXPECT_GT(runs[i] * kernel::Warp::kSize + kernel::Warp::kSize * longest, of_warp[i]);
  }
}

TEST_P(ContextStackTest, LoopsOfOneTripCountMakeAllSteps) {
  loops_make_all_steps_in_full_warps<CountDown>(stream(), std::vector<std::uint32_t>(kItems, 7));
}
TEST_P(ContextStackTest, LoopsOfVaryingTripCountsMakeAllSteps) {
  loops_make_all_steps_in_full_warps<CountDown>(stream(), random_values<std::uint32_t>(kItems, 0, 40, 4));
}
TEST_P(ContextStackTest, LoopsOfUnknownTripCountsMakeAllSteps) {
  loops_make_all_steps_in_full_warps<Collatz>(stream(), random_values<std::uint32_t>(kItems, 2, 300, 5));
}

// Few items have rows, and rows are of any length: items are collected first, and then what lies in their rows.
struct Rows {
  struct Shared {
    papers::ContextStack<Context>::Memory items;
    papers::ContextStack<Context>::Memory entries;
  };
  View<const std::uint32_t> length;
  View<std::uint32_t> visits;
  View<std::uint32_t> runs;

  WARPGRAPH_DEVICE void walk(kernel::Warp& warp, papers::ContextStack<Context>& entries,
                             const kernel::PerLane<bool>& holds, const kernel::PerLane<Context>& item) const {
    kernel::PerLane<std::uint32_t> end{};
    warp.phase([&](kernel::Lane lane) { end[lane] = holds[lane] ? item[lane].left : 0; });
    const std::uint32_t longest = warp.reduce(end, Max{});
    for (std::uint32_t k = 0; k < longest; ++k) {
      kernel::PerLane<bool> inside{};
      kernel::PerLane<Context> entry{};
      warp.phase([&](kernel::Lane lane) {
        inside[lane] = k < end[lane];
        entry[lane] = {item[lane].item, 0, k};
      });
      if (!entries.fill(warp, inside, entry)) continue;
      warp.phase([&](kernel::Lane lane) { visit(entry[lane]); });
      warp.elect([&] { ++runs[warp.global_index()]; });
    }
  }
  WARPGRAPH_DEVICE void visit(const Context& entry) const { atomic::fetch_add(visits[entry.item], entry.left + 1); }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    papers::ContextStack<Context> items(shared.items);
    papers::ContextStack<Context> entries(shared.entries);
    kernel::PerLane<bool> holds{};
    kernel::PerLane<Context> context{};
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      warp.phase([&](kernel::Lane lane) {
        const std::uint32_t item = item_of(warp, round, lane);
        holds[lane] = length[item] != 0;
        context[lane] = {item, 0, length[item]};
      });
      if (items.fill(warp, holds, context)) walk(warp, entries, kernel::PerLane<bool>::all(true), context);
    }
    holds = items.drain(warp, context);
    walk(warp, entries, holds, context);
    holds = entries.drain(warp, context);
    warp.phase([&](kernel::Lane lane) {
      if (holds[lane]) visit(context[lane]);
    });
  }
};

TEST_P(ContextStackTest, NestedStacksVisitEveryEntryOfEveryRow) {
  auto length = random_values<std::uint32_t>(kItems, 0, 30, 6);
  const auto has_row = random_flags(kItems, 0.2, 7);
  std::vector<std::uint32_t> expected(kItems);
  std::vector<std::uint32_t> full(kWarps);
  for (std::size_t i = 0; i < kItems; ++i) {
    length[i] *= has_row[i];
    expected[i] = length[i] * (length[i] + 1) / 2;
    full[warp_of(i)] += length[i];
  }
  for (std::uint32_t& each : full) each /= kernel::Warp::kSize;
  const auto input = to_device(stream(), length, "length");
  const auto runs = update(stream(), std::vector<std::uint32_t>(kWarps), [&](View<std::uint32_t> view) {
    const auto visits = update(stream(), std::vector<std::uint32_t>(kItems), [&](View<std::uint32_t> made) {
      kernel::launch(stream(), kernel::Warps{kWarps}, Rows{input, made, view});
    });
    EXPECT_EQ(visits, expected);
  });
  EXPECT_EQ(runs, full);
}

}  // namespace
}  // namespace warpgraph::test::collected
