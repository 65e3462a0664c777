// SPDX-License-Identifier: Apache-2.0
#include "transfer.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include <warpgraph/runtime/error.hpp>

#include "backoff.hpp"
#include "check.hpp"
#include "control.hpp"

namespace warpgraph::detail {

namespace {

constexpr int kTag = 0;

// each(offset, bytes) for the pieces of a message, in their order.
template <class Each>
void for_each_piece(std::size_t bytes, std::size_t max_piece, Each each) {
  for (std::size_t at = 0; at < bytes; at += max_piece) each(at, static_cast<int>(std::min(bytes - at, max_piece)));
}

}  // namespace

MpiTransfer::MpiTransfer(MPI_Comm communicator, MpiControl& control, std::size_t max_piece,
                         std::span<const Ranks::Sent> sent, std::span<const Ranks::Received> received)
    : communicator_(communicator), control_(control) {
  try {
    for (const Ranks::Received& each : received) receive(each, max_piece);
    for (const Ranks::Sent& each : sent) send(each, max_piece);
  } catch (...) {
    take_back();
    throw;
  }
  ended_.resize(pieces_.size());
  statuses_.resize(pieces_.size());
}

MpiTransfer::~MpiTransfer() {
  if (!is_done()) take_back();
}

void MpiTransfer::receive(const Ranks::Received& received, std::size_t max_piece) {
  for_each_piece(received.bytes.size(), max_piece, [&](std::size_t at, int bytes) {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Irecv(received.bytes.data() + at, bytes, MPI_BYTE, received.from, kTag, communicator_, &request),
              "MPI_Irecv");
    requests_.push_back(request);
    pieces_.push_back({received.from, true, bytes});
    ++open_;
  });
}

void MpiTransfer::send(const Ranks::Sent& sent, std::size_t max_piece) {
  for_each_piece(sent.bytes.size(), max_piece, [&](std::size_t at, int bytes) {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Isend(sent.bytes.data() + at, bytes, MPI_BYTE, sent.to, kTag, communicator_, &request), "MPI_Isend");
    requests_.push_back(request);
    pieces_.push_back({sent.to, false, bytes});
    ++open_;
  });
}

bool MpiTransfer::advance() {
  int count = 0;
  const int status =
      MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &count, ended_.data(), statuses_.data());
  if (status != MPI_ERR_IN_STATUS) check_mpi(status, "MPI_Testsome");
  if (count == MPI_UNDEFINED || count == 0) return false;
  open_ -= static_cast<std::size_t>(count);
  for (int i = 0; i < count; ++i) {
    const Piece& piece = pieces_[static_cast<std::size_t>(ended_[static_cast<std::size_t>(i)])];
    check_size(piece, statuses_[static_cast<std::size_t>(i)], status == MPI_ERR_IN_STATUS);
  }
  return true;
}

void MpiTransfer::check_size(const Piece& piece, const MPI_Status& status, bool has_error) const {
  const std::string rank = "rank " + std::to_string(piece.rank);
  const std::string expected = std::to_string(piece.bytes) + " bytes were expected";
  if (has_error && status.MPI_ERROR != MPI_SUCCESS) {
    int kind = MPI_SUCCESS;
    check_mpi(MPI_Error_class(status.MPI_ERROR, &kind), "MPI_Error_class");
    if (kind == MPI_ERR_TRUNCATE) throw UsageError("Ranks::exchange: " + rank + " sent more, where " + expected);
    check_mpi(status.MPI_ERROR, "a message of " + rank);
  }
  if (!piece.is_received) return;
  int bytes = 0;
  check_mpi(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
  if (bytes != piece.bytes)
    throw UsageError("Ranks::exchange: " + rank + " sent " + std::to_string(bytes) + " bytes, where " + expected);
}

std::vector<int> MpiTransfer::awaited() const {
  std::vector<int> ranks;
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    if (requests_[i] != MPI_REQUEST_NULL) ranks.push_back(pieces_[i].rank);
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

bool MpiTransfer::is_receiving() const {
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    if (pieces_[i].is_received && requests_[i] != MPI_REQUEST_NULL) return true;
  return false;
}

// A receive that has not begun can be cancelled. One that has begun ends with its sender, and so does every send: they
// get some time. A send that does not end reads nothing until a receiver asks for it, and none does after a failure.
void MpiTransfer::take_back() noexcept {
  constexpr std::chrono::milliseconds kLimit{200};
  if (control_.is_forbidden()) return;
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    if (pieces_[i].is_received && requests_[i] != MPI_REQUEST_NULL) MPI_Cancel(&requests_[i]);
  MpiBackoff backoff;
  const auto end = std::chrono::steady_clock::now() + kLimit;
  int are_done = 0;
  while (std::chrono::steady_clock::now() < end) {
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &are_done, MPI_STATUSES_IGNORE);
    if (are_done != 0) return;
    backoff.pause();
  }
  for (MPI_Request& request : requests_) {
    int is_done = 0;
    if (request != MPI_REQUEST_NULL) MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
  }
  if (is_receiving()) control_.forbid_calls();
}

}  // namespace warpgraph::detail
