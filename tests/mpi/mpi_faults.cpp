// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

#include <warpgraph/mpi/mpi_ranks.hpp>

// mpi_faults FAULT: ranks that work together until rank 1 has a fault.
namespace {

using namespace warpgraph;
using namespace std::chrono_literals;

void meet(Ranks& ranks) { static_cast<void>(ranks::all_gather(ranks, ranks.rank())); }

// Only rank 1 has it; the others wait for rank 1 then.
void have_fault(std::string_view fault) {
  if (fault == "throw" || fault == "throw_after_letter" || fault == "throw_while_sending" ||
      fault == "throw_in_round" || fault == "unwind")
    throw std::runtime_error("the graph does not fit");
  if (fault == "late") std::this_thread::sleep_for(4s);
  if (fault == "stop" || fault == "stop_in_round" || fault == "stop_in_round_of_one") std::raise(SIGSTOP);
  if (fault == "kill" || fault == "kill_unnoticed") std::raise(SIGKILL);
  if (fault == "exit") std::_Exit(3);
}

// A message that MPI does not copy, to a rank that does not receive it.
void send_much(Ranks& ranks) {
  const std::vector<std::byte> much(50'000'000);
  const Ranks::Sent sent{.to = 1, .bytes = much};
  ranks.exchange({&sent, 1}, {});
}

// Rank 1 sends a letter and fails at once; the others look for it when they know of the failure.
void send_letter(Ranks& ranks) {
  std::byte letter{};
  std::vector<Ranks::Sent> sent;
  if (ranks.rank() == 1) {
    for (int r = 0; r < ranks.size(); ++r)
      if (r != 1) sent.push_back({.to = r, .bytes = {&letter, 1}});
    return ranks.exchange(sent, {});
  }
  std::this_thread::sleep_for(300ms);
  const Ranks::Received received{.from = 1, .bytes = {&letter, 1}};
  try {
    ranks.exchange({}, {&received, 1});
  } catch (const RankError&) {
    throw std::logic_error("the letter is lost");
  }
}

// What a rank sees whose devices wait for those of another one: a round that is late, or fails, after some time in
// which it answers nobody.
void wait_for_round(Ranks& ranks, std::chrono::milliseconds time) {
  ranks::fail_together(&ranks, [&] {
    std::this_thread::sleep_for(time);
    throw ranks::RoundError("a round has failed");
  });
}

void work(Ranks& ranks, std::string_view fault) {
  meet(ranks);
  std::printf("rank %d is process %d\n", ranks.rank(), static_cast<int>(getpid()));
  std::fflush(stdout);
  meet(ranks);
  std::this_thread::sleep_for(100ms);  // the launcher prints what it was told
  if (fault == "throw_after_letter") send_letter(ranks);
  if (ranks.rank() == 1) have_fault(fault);
  if (fault == "stop_in_round" || fault == "throw_in_round" || (fault == "round" && ranks.rank() == 1))
    wait_for_round(ranks, 200ms);
  if (fault == "stop_in_round_of_one" && ranks.rank() == 0) wait_for_round(ranks, 1100ms);
  if (fault == "throw_while_sending") send_much(ranks);
  for (int round = 0; round < 3; ++round) meet(ranks);
  if (fault == "stop_at_the_end" && ranks.rank() == 1) std::raise(SIGSTOP);
}

int unwind() {
  MpiRanks ranks;
  ranks.set_time_limit(1s);
  work(ranks, "unwind");
  return 0;
}

[[noreturn]] void leave(int rank, const std::exception& error) {
  std::printf("rank %d ends: %s\n", rank, error.what());
  std::fflush(stdout);
  std::this_thread::sleep_for(100ms);
  std::_Exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view fault = argc > 1 ? argv[1] : "";
  const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (rank == nullptr) {
    std::fputs("mpi_faults: must be started by mpirun of Open MPI\n", stderr);
    return 1;
  }
  const int world_rank = std::atoi(rank);
  if (fault == "unwind") {
    try {
      return unwind();
    } catch (const std::exception& error) {
      leave(world_rank, error);
    }
  }
  std::unique_ptr<Ranks> ranks = make_ranks();
  ranks->set_time_limit(1s);
  try {
    work(*ranks, fault);
  } catch (const std::exception& error) {
    ranks->fail(error.what());
    std::printf("rank %d ends: %s\n", world_rank, error.what());
    std::fflush(stdout);
    ranks.reset();
    std::_Exit(1);
  }
  ranks.reset();
  return 0;
}
