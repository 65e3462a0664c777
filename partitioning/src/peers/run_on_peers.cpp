// SPDX-License-Identifier: Apache-2.0
#include "run_on_peers.hpp"

#include <cstddef>
#include <exception>
#include <future>
#include <vector>

#include <warpgraph/runtime/start_thread.hpp>

namespace warpgraph::partitioning {
namespace {

// The failure of one peer fails all of them: it is told, and theirs are not.
void rethrow_first(const std::vector<std::exception_ptr>& failures) {
  std::exception_ptr told;
  for (const std::exception_ptr& each : failures) {
    if (!each) continue;
    try {
      std::rethrow_exception(each);
    } catch (const PeerFailed&) {
      if (!told) told = each;
    } catch (...) {
      throw;
    }
  }
  if (told) std::rethrow_exception(told);
}

}  // namespace

void run_on_peers(std::span<const StreamRef> streams, VertexId vertices, EdgeId entries,
                  const std::function<void(Peer&)>& work) {
  PeerGroup group({streams.begin(), streams.end()}, vertices, entries);
  std::vector<std::exception_ptr> failures(streams.size());
  const auto run = [&](std::size_t rank) {
    try {
      Peer peer(group, rank);
      work(peer);
    } catch (...) {
      failures[rank] = std::current_exception();
      group.fail();
    }
  };
  {
    std::vector<std::future<void>> running;
    try {
      for (std::size_t rank = 1; rank < streams.size(); ++rank)
        running.push_back(support::start_thread([&] { return std::async(std::launch::async, run, rank); }));
    } catch (...) {
      group.fail();
      throw;
    }
    run(0);
  }
  rethrow_first(failures);
}

}  // namespace warpgraph::partitioning
