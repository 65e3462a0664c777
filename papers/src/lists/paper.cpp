// SPDX-License-Identifier: Apache-2.0
#include "paper.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "lists/ranking.hpp"
#include "lists/trails.hpp"
#include "paper_ranking.hpp"

namespace warpgraph::algorithms::lists {
namespace {

using namespace paper;  // NOLINT(google-build-using-namespace): its kernels

constexpr std::uint64_t kMaxPaperElements = std::uint64_t{1} << 31;
constexpr std::uint32_t kUsualSplitters = 8192;  // 32 blocks of 256 threads

template <class Index>
class PaperRun {
 public:
  PaperRun(StreamRef stream, View<const Index> next, const ListRankOptions& options, PaperMethod method)
      : stream_(stream),
        n_(next.size()),
        options_(options),
        method_(method),
        successor_(stream, n_, "list successors"),
        rank_(stream, n_, "list ranks") {
    kernel::for_each(stream_, n_, Successors<Index>{next, successor_});
    Buffer<Status> status = to_device(stream_, std::vector<Status>(1), "list status");
    kernel::launch(stream_, kernel::Warps{(n_ + FindEnds<Index>::kElements - 1) / FindEnds<Index>::kElements},
                   FindEnds<Index>{next, 0, next.size(), status, {}, 0});
    found_ = to_host(stream_, status)[0];
    if (found_.tails != 1 && (is_of_splitters() || options.from == ListEnd::kHead))
      throw UsageError("lists: the method " + options.method + " takes one list" +
                       (is_of_splitters() ? "" : ", or several from their tails") + ", and there are " +
                       std::to_string(found_.tails));
  }

  ListRanks<Index> operator()() {
    StepClock clock(stream_, options_.time_steps);
    switch (method_) {
      case PaperMethod::kPointerJumping:
        jump(clock);
        break;
      case PaperMethod::kOneBlockJumping:
        jump_in_block(clock);
        break;
      case PaperMethod::kSplitters64: {
        Buffer<std::uint64_t> words(stream_, n_, "list owners");
        split(clock, Packed{words}, [&] { fill(stream_, words, ~std::uint64_t{0}); });
        break;
      }
      default: {
        Buffer<std::uint16_t> owners(stream_, n_, "list owners");
        Buffer<std::uint32_t> ranks(stream_, n_, "list owners");
        split(clock, Unpacked{owners, ranks}, [&] { fill(stream_, owners, std::uint16_t{0xffff}); });
      }
    }
    if (options_.from == ListEnd::kHead) kernel::for_each(stream_, n_, TurnRanks<Index>{rank_});
    stream_.synchronize();
    ListRanks<Index> ranks;
    ranks.rank = std::move(rank_);
    ranks.lists = found_.tails;
    ranks.steps = clock.take();
    return ranks;
  }

 private:
  [[nodiscard]] bool is_of_splitters() const {
    return method_ == PaperMethod::kSplitters64 || method_ == PaperMethod::kSplitters48;
  }

  void jump(StepClock& clock) {
    Buffer<std::uint64_t> words(stream_, n_, "list words");
    Buffer<std::uint32_t> has_worked(stream_, 1, "list words");
    kernel::for_each(stream_, n_, InitJumping{successor_, words});
    clock.end("PJ1 init");
    do {
      fill(stream_, has_worked, 0u);
      kernel::for_each(stream_, n_, Jump{words, has_worked});
      clock.end("PJ2 jump");
    } while (to_host(stream_, has_worked)[0] != 0);
    kernel::for_each(stream_, n_, ExtractRanks<Index>{words, rank_});
    clock.end("PJ3 extract");
  }

  void jump_in_block(StepClock& clock) {
    Buffer<std::uint32_t> ranks(stream_, n_, "list words");
    Buffer<std::uint32_t> last(stream_, n_, "list words");
    kernel::launch(stream_, kernel::Blocks{1}, JumpInBlock{successor_, ranks, last, false});
    kernel::for_each(stream_, n_, WidenRanks<Index>{ranks, rank_});
    clock.end("jump");
  }

  template <class Owners, class Clear>
  void split(StepClock& clock, const Owners& owners, Clear&& clear) {
    const std::uint64_t wanted = options_.splitters != 0 ? options_.splitters : kUsualSplitters;
    const std::uint64_t count = std::min(wanted, n_);
    if (std::is_same_v<Owners, Unpacked> && count > 0xffff)
      throw UsageError("lists: splitters-48 takes at most 65,535 splitters");
    Buffer<std::uint32_t> element(stream_, count, "list splitters");
    Buffer<std::uint32_t> following(stream_, count, "list splitters");
    Buffer<std::uint32_t> rank(stream_, count, "list splitters");
    Buffer<std::uint32_t> last(stream_, count, "list splitters");
    const SplitterList splitters{element, following, rank};
    clear();
    clock.end("RS1 clear");
    const auto head = static_cast<std::uint32_t>(found_.head_sum);
    kernel::for_each(stream_, count, PickSplitters<Owners>{owners, splitters, n_, head, options_.seed});
    clock.end("RS2 pick");
    kernel::for_each(stream_, count, WalkSplitters<Owners>{successor_, owners, splitters});
    clock.end("RS3 walk");
    kernel::launch(stream_, kernel::Blocks{1}, JumpInBlock{following, rank, last, true});
    clock.end("RS4 splitters");
    kernel::for_each(stream_, n_, Aggregate<Index, Owners>{owners, rank, rank_});
    clock.end("RS5 aggregate");
    if (!options_.time_steps) return;
    kernel::for_each(stream_, n_, AggregateWrongly<Owners>{owners, rank, successor_});
    clock.end("RS5 coalesced, wrong", false);
  }

  StreamRef stream_;
  std::uint64_t n_;
  ListRankOptions options_;
  PaperMethod method_;
  Buffer<std::uint32_t> successor_;
  Buffer<Index> rank_;
  Status found_;
};

}  // namespace

template <class Index>
ListRanks<Index> rank_as_in_paper(StreamRef stream, View<const Index> next, const ListRankOptions& options,
                                  PaperMethod method) {
  expects(next.size() < kMaxPaperElements, "lists: the paper's methods take fewer than 2^31 elements");
  expect_lists(stream, next);
  return PaperRun<Index>(stream, next, options, method)();
}

template ListRanks<std::uint32_t> rank_as_in_paper(StreamRef, View<const std::uint32_t>, const ListRankOptions&,
                                                   PaperMethod);
template ListRanks<std::uint64_t> rank_as_in_paper(StreamRef, View<const std::uint64_t>, const ListRankOptions&,
                                                   PaperMethod);

}  // namespace warpgraph::algorithms::lists
