// SPDX-License-Identifier: Apache-2.0
#include "control.hpp"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <utility>

#include "check.hpp"

namespace warpgraph::detail {

namespace {

// The kinds of letters, as tags.
constexpr int kFailed = 1;  // "RANK FAULT MESSAGE"
constexpr int kAsked = 2;
constexpr int kAnswered = 3;

// A letter leaves at once, whether or not its receiver is there: MPI keeps copies of messages of a few thousand bytes.
constexpr std::size_t kLongestMessage = 2000;

}  // namespace

MpiControl::MpiControl(MPI_Comm communicator, int rank, int size)
    : rank_(rank), size_(size), answered_(static_cast<std::size_t>(size), false) {
  check_mpi(MPI_Comm_dup(communicator, &communicator_), "MPI_Comm_dup");
  check_mpi(MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

// MPI may still read what has not arrived: such letters are kept to the end of the process.
MpiControl::~MpiControl() {
  static std::mutex mutex;
  static auto& kept = *new std::list<Letter>;
  const std::lock_guard lock(mutex);
  kept.splice(kept.end(), letters_);
}

void MpiControl::throw_failure() const {
  if (failure_) throw RankError(failure_->rank, failure_->message, failure_->is_late, failure_->fault);
}

void MpiControl::tell(Failure failure) {
  if (failure_) return;
  failure_ = std::move(failure);
  failure_->is_late = failure_->rank != rank_;
  failure_->message.resize(std::min(failure_->message.size(), kLongestMessage));
  const std::string text = std::to_string(failure_->rank) + ' ' +
                           std::to_string(static_cast<unsigned>(failure_->fault)) + ' ' + failure_->message;
  for (int r = 0; r < size_; ++r)
    if (r != rank_) send(r, kFailed, text);
}

void MpiControl::poll() {
  if (is_forbidden_) return;
  drop_sent();
  while (true) {
    int is_there = 0;
    MPI_Status status;
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, communicator_, &is_there, &status), "MPI_Iprobe");
    if (is_there == 0) return;
    take_in(status);
  }
}

void MpiControl::ask(const std::vector<int>& ranks) {
  for (const int r : ranks) {
    answered_[static_cast<std::size_t>(r)] = false;
    send(r, kAsked, {});
  }
}

bool MpiControl::all_know() {
  if (goodbye_ == MPI_REQUEST_NULL) check_mpi(MPI_Ibarrier(communicator_, &goodbye_), "MPI_Ibarrier");
  int is_done = 0;
  check_mpi(MPI_Test(&goodbye_, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
  return is_done != 0;
}

void MpiControl::free() { check_mpi(MPI_Comm_free(&communicator_), "MPI_Comm_free"); }

void MpiControl::send(int to, int kind, std::string text) {
  letters_.push_back({std::move(text), MPI_REQUEST_NULL});
  Letter& letter = letters_.back();
  check_mpi(MPI_Isend(letter.text.data(), static_cast<int>(letter.text.size()), MPI_BYTE, to, kind, communicator_,
                      &letter.request),
            "MPI_Isend");
}

void MpiControl::take_in(const MPI_Status& status) {
  int bytes = 0;
  check_mpi(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
  std::string text(static_cast<std::size_t>(bytes), '\0');
  check_mpi(MPI_Recv(text.data(), bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, communicator_, MPI_STATUS_IGNORE),
            "MPI_Recv");
  if (status.MPI_TAG == kAsked) send(status.MPI_SOURCE, kAnswered, {});
  if (status.MPI_TAG == kAnswered) answered_[static_cast<std::size_t>(status.MPI_SOURCE)] = true;
  if (status.MPI_TAG != kFailed || failure_) return;
  Failure failure{.rank = status.MPI_SOURCE, .message = {}};
  const char* const end = text.data() + text.size();
  const char* const after_rank = std::from_chars(text.data(), end, failure.rank).ptr;
  unsigned fault = 0;
  const char* const after_fault = std::from_chars(std::min(after_rank + 1, end), end, fault).ptr;
  failure.fault = static_cast<ranks::RankFault>(fault);
  failure.message.assign(std::min(after_fault + 1, end), end);
  failure.is_late = failure.rank != status.MPI_SOURCE;
  failure_ = std::move(failure);
}

void MpiControl::drop_sent() {
  std::erase_if(letters_, [](Letter& letter) {
    int is_sent = 0;
    check_mpi(MPI_Test(&letter.request, &is_sent, MPI_STATUS_IGNORE), "MPI_Test");
    return is_sent != 0;
  });
}

}  // namespace warpgraph::detail
