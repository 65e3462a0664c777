// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/mpi/mpi_ranks.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <warpgraph/runtime/detail/log.hpp>
#include <warpgraph/runtime/message_of.hpp>

#include "backoff.hpp"
#include "check.hpp"
#include "control.hpp"
#include "session.hpp"
#include "transfer.hpp"

namespace warpgraph {

namespace {

using Clock = std::chrono::steady_clock;
using detail::MpiControl;
using detail::MpiTransfer;

// What a rank sent before it failed still arrives: the speed of the ranks does not decide in which call each of them
// ends. A message that is on its way does not stand still for as long as this.
constexpr std::chrono::milliseconds kStandstill{100};

std::string seconds(std::chrono::milliseconds limit) {
  const auto tenths = limit.count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

MpiControl::Failure no_answer(int rank, std::chrono::milliseconds limit) {
  return {.rank = rank, .message = "rank " + std::to_string(rank) + " is late: no answer within " + seconds(limit)};
}

// Says which rank is late: after three quarters of the time limit the awaited ranks are asked, and at its end those
// that did not answer are late. A rank that answers waits itself, and names the late one; if none does for another time
// limit, the ranks wait for each other. Where several are late, one of them may wait for the devices of another: it
// gives that up after the time limit and answers then, so a quarter of the limit passes before one is named. Time in
// which this process itself was stopped counts little: it read no messages then.
class LateRank {
 public:
  LateRank(MpiControl& control, std::chrono::milliseconds limit) : control_(control), limit_(limit) {}

  void begin_again() {
    last_look_ = Clock::now();
    waited_ = {};
    has_asked_ = false;
  }
  [[nodiscard]] std::optional<MpiControl::Failure> find(const MpiTransfer& transfer) {
    if (limit_.count() == 0) return std::nullopt;
    const auto now = Clock::now();
    waited_ += std::min<Clock::duration>(now - last_look_, limit_ / 8);
    last_look_ = now;
    if (!has_asked_ && waited_ >= limit_ - limit_ / 4) {
      control_.ask(transfer.awaited());
      has_asked_ = true;
    }
    if (waited_ < limit_) return std::nullopt;
    const std::vector<int> awaited = transfer.awaited();
    std::vector<int> late = awaited;
    std::erase_if(late, [&](int rank) { return control_.has_answered(rank); });
    if (late.size() > 1 && waited_ < limit_ + limit_ / 4) return std::nullopt;
    if (!late.empty()) return no_answer(late.front(), limit_);
    if (waited_ < 2 * limit_) return std::nullopt;
    const int first = awaited.front();
    return MpiControl::Failure{.rank = first,
                               .message = "rank " + std::to_string(first) +
                                          " and this one wait for each other: nothing came within " + seconds(limit_)};
  }

 private:
  MpiControl& control_;
  std::chrono::milliseconds limit_;
  Clock::time_point last_look_ = Clock::now();
  Clock::duration waited_{};
  bool has_asked_ = false;
};

}  // namespace

MpiRanks::MpiRanks(MPI_Comm communicator, std::size_t max_piece)
    : session_(detail::MpiSession::open()), max_piece_(max_piece), exceptions_at_birth_(std::uncaught_exceptions()) {
  using detail::check_mpi;
  expects(max_piece > 0 && max_piece <= kMaxPiece, "MpiRanks: pieces have 1 byte to 1 GiB");
  check_mpi(MPI_Comm_dup(communicator, &data_), "MPI_Comm_dup");
  check_mpi(MPI_Comm_set_errhandler(data_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check_mpi(MPI_Comm_rank(data_, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(data_, &size_), "MPI_Comm_size");
  control_ = std::make_unique<MpiControl>(data_, rank_, size_);
}

MpiRanks::~MpiRanks() {
  if (detail::mpi_is_finalised()) return;
  if (std::uncaught_exceptions() > exceptions_at_birth_) fail("ended by an exception");
  if (!control_->failure()) meet();
  if (control_->failure())
    say_goodbye();
  else
    close();
}

void MpiRanks::exchange(std::span<const Sent> sent, std::span<const Received> received) {
  if (is_over_) control_->throw_failure();
  for (const Sent& each : sent) expects(each.to != rank_, "Ranks::exchange: a rank sends to itself");
  for (const Received& each : received) expects(each.from != rank_, "Ranks::exchange: a rank receives from itself");
  MpiTransfer transfer(data_, *control_, max_piece_, sent, received);
  LateRank late(*control_, time_limit());
  detail::MpiBackoff backoff;
  std::optional<Clock::time_point> quiet_since;  // while a failure is known
  while (!transfer.is_done()) {
    if (transfer.advance()) {
      late.begin_again();
      backoff.reset();
      quiet_since.reset();
      continue;
    }
    control_->poll();
    if (control_->failure()) {
      if (!quiet_since) quiet_since = Clock::now();
      if (Clock::now() - *quiet_since >= kStandstill) end();
    } else if (auto failure = late.find(transfer)) {
      control_->tell(*std::move(failure));
      end();
    }
    backoff.pause();
  }
}

void MpiRanks::end() {
  is_over_ = true;
  control_->throw_failure();
}

void MpiRanks::fail(std::string_view why, ranks::RankFault fault) noexcept {
  is_over_ = true;
  try {
    control_->tell(
        {.rank = rank_, .message = "rank " + std::to_string(rank_) + ": " + std::string(why), .fault = fault});
  } catch (const std::exception& error) {
    detail::log(support::message_of(error));
  }
}

void MpiRanks::expect_answers() {
  control_->throw_failure();
  if (time_limit().count() == 0) return;
  std::vector<int> others;
  for (int r = 0; r < size_; ++r)
    if (r != rank_) others.push_back(r);
  control_->ask(others);
  const auto end = Clock::now() + time_limit();
  detail::MpiBackoff backoff;
  while (true) {
    control_->poll();
    control_->throw_failure();
    const auto late = std::ranges::find_if(others, [&](int rank) { return !control_->has_answered(rank); });
    if (late == others.end()) return;
    if (Clock::now() >= end) control_->tell(no_answer(*late, time_limit()));
    backoff.pause();
  }
}

void MpiRanks::look_around() {
  control_->poll();
  control_->throw_failure();
}

bool MpiRanks::are_all_processes() const {
  int comparison = MPI_UNEQUAL;
  detail::check_mpi(MPI_Comm_compare(data_, MPI_COMM_WORLD, &comparison), "MPI_Comm_compare");
  return comparison != MPI_UNEQUAL;
}

// No rank ends MPI while another still needs it. Where another rank has failed, or is in some other call, that rank has
// an error to show. A rank that is late shows nothing.
void MpiRanks::meet() {
  try {
    static_cast<void>(warpgraph::ranks::all_gather(*this, char{}));
  } catch (const UsageError& error) {
    fail(error.what(), ranks::RankFault::kUsage);
  } catch (const std::exception& error) {
    const auto* const of_rank = dynamic_cast<const RankError*>(&error);
    if (of_rank == nullptr || of_rank->is_late()) detail::log(support::message_of(error));
    fail(error.what());
  }
}

// The launcher may end all processes when the first one leaves, so the others get time to say why.
void MpiRanks::say_goodbye() noexcept {
  constexpr std::chrono::seconds kLimit{2};
  session_->abandon();
  if (control_->is_forbidden()) return;
  try {
    detail::MpiBackoff backoff;
    const auto end = Clock::now() + kLimit;
    while (!control_->all_know() && Clock::now() < end) {
      control_->poll();
      backoff.pause();
    }
  } catch (const std::exception& error) {
    detail::log(support::message_of(error));
  }
}

void MpiRanks::close() noexcept {
  try {
    control_->free();
    detail::check_mpi(MPI_Comm_free(&data_), "MPI_Comm_free");
  } catch (const std::exception& error) {
    detail::log(support::message_of(error));
  }
}

}  // namespace warpgraph
