// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace warpgraph::detail {

// MPI's time between its start and its end, shared by all who use it.
class MpiSession {
 public:
  // The session that is open, or a new one, for which MPI is initialised if nobody has. Throws UsageError if MPI has
  // been finalised.
  static std::shared_ptr<MpiSession> open();
  // Finalises MPI if it was initialised here.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  // MPI is not finalised any more: other ranks may never arrive there.
  void abandon() noexcept { is_ours_ = false; }

 private:
  MpiSession();

  bool is_ours_ = false;
};

[[nodiscard]] bool mpi_is_finalised() noexcept;

}  // namespace warpgraph::detail
