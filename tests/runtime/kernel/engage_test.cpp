// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/affine.hpp"
#include "support/collect.hpp"
#include "support/lanes.hpp"
#include "support/machines.hpp"

// Collaborative task engagement against one loop a task.
namespace warpgraph::test {
namespace {

class EngageTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(EngageTest);

// Coarse tasks, 32 a warp: task i is the range [first[i], last[i]).
template <class Index>
struct Tasks {
  std::vector<Index> first;
  std::vector<Index> last;
};

using Sizes = std::vector<std::uint32_t>;

// Consecutive tasks adjoin.
template <class Index>
Tasks<Index> adjoining(const Sizes& sizes, Index origin) {
  Tasks<Index> tasks;
  for (const std::uint32_t size : sizes) {
    tasks.first.push_back(origin);
    origin = static_cast<Index>(origin + size);
    tasks.last.push_back(origin);
  }
  return tasks;
}

// Ranges anywhere, overlapping too.
template <class Index>
Tasks<Index> scattered(const Sizes& sizes) {
  std::mt19937 random(5);
  Tasks<Index> tasks;
  for (const std::uint32_t size : sizes) {
    tasks.first.push_back(static_cast<Index>(random() % 100000));
    tasks.last.push_back(static_cast<Index>(tasks.first.back() + size));
  }
  return tasks;
}

Sizes all_of(std::uint32_t size) { return Sizes(32, size); }

Sizes one_huge(std::size_t lane, std::uint32_t size, std::uint32_t others) {
  Sizes sizes(32, others);
  sizes[lane] = size;
  return sizes;
}

Sizes random_sizes(std::uint32_t max, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Sizes sizes(32);
  for (auto& size : sizes) size = static_cast<std::uint32_t>(random() % (max + 1));
  return sizes;
}

// Few large, many tiny.
Sizes power_law(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(0.001, 1);
  Sizes sizes(32);
  for (auto& size : sizes) size = static_cast<std::uint32_t>(std::pow(uniform(random), -1.2)) - 1;
  return sizes;
}

// Each a warp's worth.
const std::vector<std::pair<std::string, Sizes>>& size_cases() {
  static const std::vector<std::pair<std::string, Sizes>> cases = {
      {"all empty", all_of(0)},
      {"all one", all_of(1)},
      {"all two", all_of(2)},
      {"all 32", all_of(32)},
      {"all 33", all_of(33)},
      {"all 128", all_of(128)},
      {"all 129", all_of(129)},
      {"one in the first lane", one_huge(0, 1, 0)},
      {"one in the last lane", one_huge(31, 1, 0)},
      {"huge first", one_huge(0, 1000, 0)},
      {"huge in the middle", one_huge(13, 1500, 0)},
      {"huge last", one_huge(31, 1024, 0)},
      {"huge among ones", one_huge(7, 1000, 1)},
      {"32 among empties", one_huge(9, 32, 0)},
      {"127 among empties", one_huge(9, 127, 0)},
      {"128 among empties", one_huge(9, 128, 0)},
      {"129 among empties", one_huge(9, 129, 0)},
      {"129 among threes", one_huge(20, 129, 3)},
      {"random small", random_sizes(5, 1)},
      {"random large", random_sizes(90, 2)},
      {"power law", power_law(3)},
      {"another power law", power_law(4)},
  };
  return cases;
}

// A fine task's value must depend on it, on its coarse task's descriptors, and on nothing else.
struct MapToAffine {
  template <class Index>
  WARPGRAPH_DEVICE Affine operator()(Index fine, std::uint32_t salt, std::uint64_t pepper) const {
    const auto x = static_cast<std::uint32_t>(fine) * 2654435761u + salt + static_cast<std::uint32_t>(pepper >> 32);
    return {x | 1u, x >> 3};
  }
};

// Both fields tell whether all tasks took part, and once, whatever the order.
struct Merge {
  WARPGRAPH_DEVICE constexpr Affine operator()(Affine a, Affine b) const {
    return {a.factor * b.factor, a.offset + b.offset};
  }
};

template <class Form, class Index>
struct EngageAffine {
  View<const Index> first;
  View<const Index> last;
  View<const Affine> initial;
  View<Affine> out;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint32_t> salt;
    kernel::PerLane<std::uint64_t> pepper;
    warp.phase([&](kernel::Lane lane) {
      salt[lane] = warp.global_index() * 32 + lane;
      pepper[lane] = std::uint64_t{lane} << 40;
    });
    store(warp, out,
          warp.engage(Form{}, load(warp, first), load(warp, last), load(warp, initial), MapToAffine{}, Merge{}, salt,
                      pepper));
  }
};

template <class Form, class Index>
void engagement_reduces_each_task(StreamRef stream, const std::string& name, const Tasks<Index>& tasks) {
  const auto initial = random_maps(tasks.first.size(), 9);
  const auto first = to_device(stream, tasks.first, "first");
  const auto last = to_device(stream, tasks.last, "last");
  const auto start = to_device(stream, initial, "initial");
  const auto out = collect<Affine>(stream, initial.size(), [&](View<Affine> view) {
    kernel::launch(stream, kernel::Warps{initial.size() / 32}, EngageAffine<Form, Index>{first, last, start, view});
  });
  for (std::size_t i = 0; i < initial.size(); ++i) {
    Affine expected = initial[i];
    for (Index fine = tasks.first[i]; fine < tasks.last[i]; ++fine)
      expected = Merge{}(expected, MapToAffine{}(fine, static_cast<std::uint32_t>(i), std::uint64_t{i % 32} << 40));
    ASSERT_EQ(out[i].factor, expected.factor) << name << ", task " << i;
    ASSERT_EQ(out[i].offset, expected.offset) << name << ", task " << i;
  }
}

TEST_P(EngageTest, ScannedTasksAreReducedEachForItself) {
  for (const auto& [name, sizes] : size_cases())
    engagement_reduces_each_task<kernel::Scanned>(stream(), name, adjoining<std::uint64_t>(sizes, 5000000000u));
}
TEST_P(EngageTest, DisjointTasksAreReducedEachForItself) {
  for (const auto& [name, sizes] : size_cases())
    engagement_reduces_each_task<kernel::Disjoint>(stream(), name, scattered<std::uint32_t>(sizes));
}
TEST_P(EngageTest, ManyWarpsKeepToTheirOwnTasks) {
  Sizes sizes;
  for (const auto& each : size_cases()) sizes.insert(sizes.end(), each.second.begin(), each.second.end());
  engagement_reduces_each_task<kernel::Scanned>(stream(), "scanned", adjoining<std::uint32_t>(sizes, 17));
  engagement_reduces_each_task<kernel::Disjoint>(stream(), "disjoint", scattered<std::int64_t>(sizes));
}

// A sparse matrix' rows times a vector, without descriptors: the sum may round otherwise than the serial one.
struct MultiplyRows {
  View<const std::uint32_t> row;
  View<const float> product;
  View<float> out;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint32_t rows = static_cast<std::uint32_t>(out.size());
    kernel::PerLane<std::uint32_t> first;
    kernel::PerLane<std::uint32_t> last;
    warp.phase([&](kernel::Lane lane) {
      const std::uint32_t v = warp.global_index() * 32 + lane;
      first[lane] = row[v < rows ? v : rows];
      last[lane] = row[v < rows ? v + 1 : rows];
    });
    const auto sum = warp.engage(
        kernel::Scanned{}, first, last, kernel::PerLane<float>::all(0.5f),
        [&](std::uint32_t edge) { return product[edge]; }, Plus{});
    warp.phase([&](kernel::Lane lane) {
      const std::uint32_t v = warp.global_index() * 32 + lane;
      if (v < rows) out[v] = sum[lane];
    });
  }
};

TEST_P(EngageTest, FloatSumsAreAccurateAndTheLastWarpMayBePartlyEmpty) {
  Sizes sizes;
  for (const auto& each : size_cases()) sizes.insert(sizes.end(), each.second.begin(), each.second.end());
  sizes.resize(sizes.size() - 11);
  std::vector<std::uint32_t> row{0};
  for (const std::uint32_t size : sizes) row.push_back(row.back() + size);
  std::vector<float> product(row.back());
  for (std::size_t i = 0; i < product.size(); ++i) product[i] = 1.0f / static_cast<float>(i % 97 + 1);
  const auto rows = to_device(stream(), row, "row");
  const auto products = to_device(stream(), product, "product");
  const auto out = collect<float>(stream(), sizes.size(), [&](View<float> view) {
    kernel::launch(stream(), kernel::Warps{(sizes.size() + 31) / 32}, MultiplyRows{rows, products, view});
  });
  for (std::size_t v = 0; v < sizes.size(); ++v) {
    double expected = 0.5;
    for (std::uint32_t edge = row[v]; edge < row[v + 1]; ++edge) expected += static_cast<double>(product[edge]);
    EXPECT_NEAR(out[v], expected, 1e-5 * (1 + expected)) << "row of " << sizes[v];
  }
}

// The least edge value and where it is: a reduction to a struct, which a lane then uses alone.
struct Nearest {
  std::uint64_t edge;
  std::uint32_t weight;
};
struct Nearer {
  WARPGRAPH_DEVICE Nearest operator()(const Nearest& a, const Nearest& b) const { return b.weight < a.weight ? b : a; }
};
struct FindNearest {
  View<const std::uint64_t> first;
  View<const std::uint64_t> last;
  View<std::uint64_t> out;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const auto nearest = warp.engage(
        kernel::Disjoint{}, load(warp, first), load(warp, last), kernel::PerLane<Nearest>::all({0, 0xffffffffu}),
        [](std::uint64_t edge) {
          return Nearest{edge, static_cast<std::uint32_t>(edge * 0x9e3779b97f4a7c15u >> 40)};
        },
        Nearer{});
    warp.phase([&](kernel::Lane lane) { out[warp.global_index() * 32 + lane] = nearest[lane].edge; });
  }
};

TEST_P(EngageTest, ReducesToStructs) {
  const auto tasks = scattered<std::uint64_t>(power_law(6));
  const auto first = to_device(stream(), tasks.first, "first");
  const auto last = to_device(stream(), tasks.last, "last");
  const auto out = collect<std::uint64_t>(stream(), 32, [&](View<std::uint64_t> view) {
    kernel::launch(stream(), kernel::Warps{1}, FindNearest{first, last, view});
  });
  for (std::size_t i = 0; i < 32; ++i) {
    Nearest expected{0, 0xffffffffu};
    for (std::uint64_t edge = tasks.first[i]; edge < tasks.last[i]; ++edge)
      expected = Nearer{}(expected, {edge, static_cast<std::uint32_t>(edge * 0x9e3779b97f4a7c15u >> 40)});
    EXPECT_EQ(out[i], expected.edge) << "task of " << tasks.last[i] - tasks.first[i];
  }
}

#if WARPGRAPH_CHECKED
// The tasks are refused before the first of them runs.
TEST_P(EngageTest, MoreFineTasksThanAWarpCountsFailTheStream) {
  if (on_cuda()) GTEST_SKIP() << "fine tasks are counted on the host";
  Stream failing(device(), "failing");
  const std::vector<std::uint64_t> begin(32);
  const auto first = to_device(stream(), begin, "first");
  const auto last = to_device(stream(), std::vector<std::uint64_t>(32, std::uint64_t{1} << 26), "last");
  Buffer<std::uint64_t> out(stream(), 32, "out");
  stream().synchronize();
  kernel::launch(failing.ref(), kernel::Warps{1}, FindNearest{first, last, out});
  try {
    failing.synchronize();
    FAIL() << "no error";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("2147483648 fine tasks"), std::string::npos) << error.what();
  }
}
#endif

}  // namespace
}  // namespace warpgraph::test
