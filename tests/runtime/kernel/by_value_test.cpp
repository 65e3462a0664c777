// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <warpgraph/runtime/annotate.hpp>

// The build compiles this file with -O3 and with the passes on that annotate.hpp switches off. GCC changes the
// signatures of functions that no other file can call, so add_both is static and the function that calls it is not.
namespace by_value_test {

struct Values {
  unsigned long element[32];
};

struct Adder {
  [[gnu::noinline]] unsigned long sum(Values values) const {  // `this` is unused, so GCC may remove it
    for (int i = 1; i < 32; ++i) values.element[0] += values.element[i];
    return values.element[0];
  }
};

[[gnu::noinline]] static void add_both(const Adder& adder, const Values& a, const Values& b, unsigned long* sums) {
  sums[0] = adder.sum(a);
  sums[1] = adder.sum(b);
}

void add_one_and_two(const Adder& adder, int place, unsigned long* sums);
[[gnu::noinline]] void add_one_and_two(const Adder& adder, int place, unsigned long* sums) {
  Values one{};
  Values two{};
  one.element[place] = 1;
  two.element[place] = 2;
  add_both(adder, one, two, sums);  // the frame must outlive this call
}

TEST(ByValueTest, CallsReadTheValuesThatTheyPass) {
  for (int place = 0; place < 32; ++place) {
    unsigned long sums[2] = {};
    add_one_and_two(Adder{}, place, sums);
    EXPECT_EQ(sums[0], 1u) << "place " << place;
    EXPECT_EQ(sums[1], 2u) << "place " << place;
  }
}

}  // namespace by_value_test
