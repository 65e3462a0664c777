// SPDX-License-Identifier: Apache-2.0
#include "generate/make.hpp"

namespace warpgraph::generators::detail {

namespace {

// Which vertex is at which place of the lists laid end to end.
struct ListPlaces {
  std::uint64_t n;
  generators::ListOrder order;
  bool head_is_zero;
  Permutation shuffled;  // of all places, or of all but the head

  WARPGRAPH_DEVICE VertexId operator()(std::uint64_t place) const {
    if (order == generators::ListOrder::kReversed)
      place = n - 1 - place;
    else if (order == generators::ListOrder::kRandom && !head_is_zero)
      place = shuffled(place);
    else if (order == generators::ListOrder::kRandom && place != 0)
      place = 1 + shuffled(place - 1);
    return static_cast<VertexId>(place);
  }
};

// The lists cut the places into runs: `longer` of short_run + 1 places, then runs of short_run.
struct ListEdge {
  ListPlaces vertex;
  std::uint64_t short_run;
  std::uint64_t longer;
  bool directed;

  [[nodiscard]] WARPGRAPH_DEVICE bool is_last(std::uint64_t place) const {
    const std::uint64_t in_longer = longer * (short_run + 1);
    return place < in_longer ? place % (short_run + 1) == short_run : (place - in_longer) % short_run == short_run - 1;
  }

  // The i-th place that is not the last of its list.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t linked_place(std::uint64_t i) const {
    const std::uint64_t in_longer = longer * short_run;
    if (i < in_longer) return i + i / short_run;
    return i + longer + (i - in_longer) / (short_run - 1);
  }

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    const std::uint64_t place = directed ? i : linked_place(i);
    const std::uint64_t next = directed && is_last(place) ? place : place + 1;
    return {vertex(place), vertex(next)};
  }
};

}  // namespace

template <class Executor>
void make(const generators::LinkedLists& lists, Job<Executor>& job) {
  const std::uint64_t n = lists.vertices;
  const bool head_is_zero = lists.lists == 1;
  const Permutation shuffled(head_is_zero ? n - 1 : n, job.random(Draw::kStructure));
  const ListEdge edge{{n, lists.order, head_is_zero, shuffled}, n / lists.lists, n % lists.lists, lists.directed};
  emit(job, n, lists.directed ? n : n - lists.lists, direction_if(lists.directed), edge);
}

WARPGRAPH_INSTANTIATE_GENERATOR(LinkedLists);

}  // namespace warpgraph::generators::detail
