// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <warpgraph/papers/papers.hpp>

namespace warpgraph::test {
namespace {

// Before any test of the executable.
class PapersMethods : public testing::Environment {
 public:
  void SetUp() override { papers::add_methods(); }
};
const testing::Environment* const kPapersMethods = testing::AddGlobalTestEnvironment(new PapersMethods);

}  // namespace
}  // namespace warpgraph::test
