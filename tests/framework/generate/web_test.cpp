// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

EdgeList web(const generators::GeneratorArguments& more = {}) {
  generators::GeneratorArguments arguments = {{"vertices", "50000"}};
  arguments.insert(more.begin(), more.end());
  return generated("web", arguments);
}

// The share of the links that a page has in common with the page before it.
double shared_links(const EdgeList& edges) {
  std::vector<std::set<VertexId>> links(edges.vertex_count);
  for (const auto& [page, target] : pairs_of(edges)) links[page].insert(target);
  double shared = 0;
  double all = 0;
  for (std::size_t page = 1; page < links.size(); ++page) {
    all += static_cast<double>(links[page].size());
    for (const VertexId target : links[page]) shared += links[page - 1].contains(target) ? 1 : 0;
  }
  return shared / all;
}

TEST(WebTest, PagesHaveAboutTheLinksThatWereAskedFor) {
  const EdgeList edges = web();
  EXPECT_EQ(edges.direction, Direction::kDirected);
  EXPECT_NEAR(static_cast<double>(edges.size()) / edges.vertex_count, 15.5, .7);
}

TEST(WebTest, DegreesOfBothDirectionsAreSkewed) {
  const EdgeList edges = web();
  const auto out = count_occurrences(edges.source, edges.vertex_count);
  const auto in = count_occurrences(edges.target, edges.vertex_count);
  EXPECT_GT(*std::max_element(out.begin(), out.end()), 400u);
  EXPECT_GT(*std::max_element(in.begin(), in.end()), 1000u);
  EXPECT_GT(std::count(in.begin(), in.end(), 0u), 100);
}

TEST(WebTest, NeighbouringPagesShareTheirLinks) {
  EXPECT_GT(shared_links(web({{"copy", ".8"}})), .15);
  EXPECT_LT(shared_links(web({{"copy", "0"}, {"local", "0"}})), .1);
}

TEST(WebTest, LocalLinksStayNear) {
  const auto near_share = [](const EdgeList& edges) {
    double near = 0;
    for (const auto& [page, target] : pairs_of(edges)) near += page / 1024 == target / 1024 ? 1 : 0;
    return near / static_cast<double>(edges.size());
  };
  EXPECT_EQ(near_share(web({{"largest-site", "1024"}, {"local", "1"}})), 1);
  EXPECT_NEAR(near_share(web({{"largest-site", "1024"}, {"local", ".5"}, {"copy", "0"}})), .5, .03);
}

}  // namespace
}  // namespace warpgraph::test
