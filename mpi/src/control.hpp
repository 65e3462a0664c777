// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>

#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::detail {

// What ranks tell each other besides data, on a communicator of its own: that one has failed, and whether one lives.
class MpiControl {
 public:
  struct Failure {
    int rank = 0;
    std::string message;
    bool is_late = false;  // said by another rank
    ranks::RankFault fault = ranks::RankFault::kRank;
  };

  // Collective. Duplicates the communicator.
  MpiControl(MPI_Comm communicator, int rank, int size);
  // Leaves the communicator, and letters that are under way, to MPI.
  ~MpiControl();
  MpiControl(const MpiControl&) = delete;
  MpiControl& operator=(const MpiControl&) = delete;

  // The first failure that this rank was told or has told.
  [[nodiscard]] const std::optional<Failure>& failure() const { return failure_; }
  void throw_failure() const;

  // Tells all other ranks, unless some failure is known already. Does not wait.
  void tell(Failure failure);
  // Takes in what has arrived, and answers questions.
  void poll();
  // poll() brings the answers of ranks that are waiting themselves.
  void ask(const std::vector<int>& ranks);
  [[nodiscard]] bool has_answered(int rank) const { return answered_[static_cast<std::size_t>(rank)]; }

  // After ranks were told: false while some rank does not take part in this. Collective.
  [[nodiscard]] bool all_know();
  // Collective.
  void free();

  // Some buffer of a caller is still MPI's to write into, so MPI must not be called again.
  void forbid_calls() noexcept { is_forbidden_ = true; }
  [[nodiscard]] bool is_forbidden() const noexcept { return is_forbidden_; }

 private:
  struct Letter {
    std::string text;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  void send(int to, int kind, std::string text);
  void take_in(const MPI_Status& status);
  void drop_sent();

  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_;
  int size_;
  std::optional<Failure> failure_;
  std::vector<bool> answered_;
  std::list<Letter> letters_;
  MPI_Request goodbye_ = MPI_REQUEST_NULL;
  bool is_forbidden_ = false;
};

}  // namespace warpgraph::detail
