// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <mpi.h>

#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::detail {

class MpiControl;

// The messages of one exchange, from their start until all are done.
class MpiTransfer {
 public:
  MpiTransfer(MPI_Comm communicator, MpiControl& control, std::size_t max_piece, std::span<const Ranks::Sent> sent,
              std::span<const Ranks::Received> received);
  // Takes back what is not done, so that the caller may free the buffers.
  ~MpiTransfer();
  MpiTransfer(const MpiTransfer&) = delete;
  MpiTransfer& operator=(const MpiTransfer&) = delete;

  [[nodiscard]] bool is_done() const { return open_ == 0; }
  // Whether messages have ended since the last call. Throws UsageError if one has another size than was expected.
  bool advance();
  // The ranks whose messages are not done, ascending.
  [[nodiscard]] std::vector<int> awaited() const;

 private:
  struct Piece {
    int rank = 0;
    bool is_received = false;
    int bytes = 0;
  };
  void receive(const Ranks::Received& received, std::size_t max_piece);
  void send(const Ranks::Sent& sent, std::size_t max_piece);
  void check_size(const Piece& piece, const MPI_Status& status, bool has_error) const;
  [[nodiscard]] bool is_receiving() const;
  void take_back() noexcept;

  MPI_Comm communicator_;
  MpiControl& control_;
  std::vector<Piece> pieces_;
  std::vector<MPI_Request> requests_;  // of the pieces; null when done
  std::vector<int> ended_;
  std::vector<MPI_Status> statuses_;
  std::size_t open_ = 0;
};

}  // namespace warpgraph::detail
