// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "generate/make.hpp"

// What the web's graph has and R-MAT has not: sites of skewed size with consecutive numbers and most of the links, and
// lists of links that resemble those of a page nearby. Sites come from splitting aligned blocks in halves again and
// again with a fixed probability, which makes their sizes a power law and needs no table; copying follows Kumar and
// others (Stochastic models for the web graph, 2000), but copies from the pages just before, as crawlers see them.
namespace warpgraph::generators::detail {

namespace {

struct Site {
  std::uint64_t first;
  std::uint64_t size;
};

struct WebPages {
  static constexpr std::uint64_t kWindow = 8;  // a page copies from one of so many before it
  static constexpr std::uint64_t kMaxRaises = 12;
  static constexpr unsigned kLinkBits = 20;  // no page has 2^20 links

  CounterRandom splits;
  CounterRandom pages;
  CounterRandom links;
  Probability split;
  Probability copy;
  Probability local;
  std::uint64_t n;
  std::uint64_t mean_links;
  unsigned top_level;  // a block of level k has 2^k pages

  [[nodiscard]] WARPGRAPH_DEVICE Site site_of(std::uint64_t page) const {
    unsigned level = top_level;
    while (level > 0 && split(splits((page >> level) * 64 + level))) --level;
    const std::uint64_t first = page >> level << level;
    const std::uint64_t end = first + (std::uint64_t{1} << level);
    return {first, (end < n ? end : n) - first};
  }

  // Half the mean times 3/2 to the power of a geometric draw, times about 1: a power law of exponent 2.7.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t link_count(std::uint64_t page) const {
    const std::uint64_t bits = pages(2 * page);
    std::uint64_t coins = bits;
    std::uint64_t count = mean_links << 16;
    for (std::uint64_t d = 0; d < kMaxRaises && (coins & 1) != 0; ++d, coins >>= 1) count += count / 2;
    const std::uint64_t about_one = (1u << 15) + (bits >> 48);  // of 2^16
    return (count >> 9) * about_one >> 24;
  }

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t prototype(std::uint64_t page, const Site& site) const {
    const std::uint64_t before = page - site.first;
    return page - 1 - below(pages(2 * page + 1), before < kWindow ? before : kWindow);
  }

  // The front page is the most popular one: for every coin that shows heads the distance to it shrinks to a sixteenth,
  // so the k-th page is linked in proportion to k^-3/4, and the exponent of incoming degrees is 1 + 4/3.
  [[nodiscard]] WARPGRAPH_DEVICE static std::uint64_t page_of(const Site& site, std::uint64_t bits) {
    std::uint64_t distance = (bits >> 32) * site.size >> 32;
    for (std::uint64_t coins = bits & 0xff; (coins & 1) != 0; coins >>= 1) distance /= 16;
    return site.first + distance;
  }

  [[nodiscard]] WARPGRAPH_DEVICE VertexId target(std::uint64_t page, std::uint64_t link, const Site& site) const {
    std::uint64_t draw = (page << kLinkBits | link) * 4;
    while (page != site.first && copy(links(draw))) {
      const std::uint64_t model = prototype(page, site);
      if (link >= link_count(model)) break;
      page = model;
      draw = (page << kLinkBits | link) * 4;
    }
    const bool stays = local(links(draw + 1));
    const Site goal = stays ? site : site_of(below(links(draw + 2), n));
    return static_cast<VertexId>(page_of(goal, links(draw + 3)));
  }
};

struct CountLinks {
  WebPages web;
  View<std::uint64_t> counts;

  WARPGRAPH_DEVICE void operator()(std::uint64_t page) const { counts[page] = web.link_count(page); }
};

struct FillLinks {
  WebPages web;
  View<const std::uint64_t> before;
  EdgeSink sink;

  WARPGRAPH_DEVICE void operator()(std::uint64_t page) const {
    const Site site = web.site_of(page);
    const std::uint64_t first = before[page];
    const std::uint64_t count = before[page + 1] - first;
    for (std::uint64_t link = 0; link < count; ++link)
      sink.put(first + link, {static_cast<VertexId>(page), web.target(page, link, site)});
  }
};

}  // namespace

template <class Executor>
void make(const generators::Web& web, Job<Executor>& job) {
  const WebPages pages{job.random(Draw::kStructure),
                       job.random(Draw::kPosition),
                       job.random(Draw::kDetail),
                       Probability(.75),
                       Probability(web.copy),
                       Probability(web.local),
                       web.vertices,
                       web.degree,
                       static_cast<unsigned>(std::bit_width(web.largest_site) - 1)};
  auto counts = job.executor.template zeros<std::uint64_t>(web.vertices + 1, "generated degrees");
  job.executor.for_each(web.vertices, CountLinks{pages, Executor::view(counts)});
  job.executor.exclusive_scan(counts);
  const EdgeSink sink = job.allocate(web.vertices, job.executor.read_last(counts), Direction::kDirected);
  job.executor.for_each(web.vertices, FillLinks{pages, Executor::view(counts), sink});
}

WARPGRAPH_INSTANTIATE_GENERATOR(Web);

}  // namespace warpgraph::generators::detail
