// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include <mpi.h>

#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph {

namespace detail {
class MpiControl;
class MpiSession;
}  // namespace detail

// Ranks that are the processes of an MPI communicator, of all processes or of some: several objects on
// sub-communicators may exist at once. Messages are nonblocking and looked after by polling, so a rank that waits sees
// at once that another one has failed, and gives its core away while nothing happens. A rank that is later than three
// quarters of the time limit is asked whether it lives; a rank that is waiting itself answers, so that the error names
// the rank that all wait for. After a failure the error has the same message on all ranks, and none of them may go on
// with the same object.
//
// The calls are made by one thread, the one that initialised MPI (MPI_THREAD_FUNNELED). MPI_Abort is never called.
class MpiRanks final : public Ranks {
 public:
  // Collective. The communicator is duplicated and stays the caller's. If MPI is not initialised yet, it is initialised
  // here, and finalised with the last of these objects. Messages are sent in pieces of at most `max_piece` bytes.
  // Throws UsageError if MPI has been finalised already.
  explicit MpiRanks(MPI_Comm communicator = MPI_COMM_WORLD, std::size_t max_piece = kPiece);
  // Collective: waits for all ranks, up to the time limit. After a failure, or during an exception, it gives the other
  // ranks two seconds to hear of it, and leaves MPI as it is: the program is then to end by std::_Exit with a status
  // other than 0, so that the launcher ends what does not end by itself.
  ~MpiRanks() override;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  void exchange(std::span<const Sent> sent, std::span<const Received> received) override;
  void fail(std::string_view why, ranks::RankFault fault = ranks::RankFault::kRank) noexcept override;
  void expect_answers() override;
  void look_around() override;
  [[nodiscard]] bool are_all_processes() const override;

  static constexpr std::size_t kPiece = std::size_t{1}
                                        << 21;  // some ms of a slow link: an exchange sees that it goes on
  static constexpr std::size_t kMaxPiece = std::size_t{1} << 30;  // MPI counts bytes in an int

 private:
  void end();  // throws the failure
  void meet();
  void say_goodbye() noexcept;
  void close() noexcept;

  std::shared_ptr<detail::MpiSession> session_;
  MPI_Comm data_ = MPI_COMM_NULL;
  std::unique_ptr<detail::MpiControl> control_;
  std::size_t max_piece_;
  int exceptions_at_birth_;
  int rank_ = 0;
  int size_ = 1;
  bool is_over_ = false;  // this rank has failed, or has thrown what made another one fail
};

// The ranks that mpirun, srun or another launcher has started: all processes of MPI. Without a launcher ranks::OneRank,
// and no call of MPI is made. Throws UsageError if the launcher started several processes that MPI knows nothing of.
// With one, collective (MpiRanks).
[[nodiscard]] std::unique_ptr<Ranks> make_ranks();

}  // namespace warpgraph
