// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <mpi.h>

#include <warpgraph/runtime/error.hpp>

#include "check.hpp"

namespace warpgraph::detail {

bool mpi_is_finalised() noexcept {
  int is_finalised = 0;
  MPI_Finalized(&is_finalised);
  return is_finalised != 0;
}

std::shared_ptr<MpiSession> MpiSession::open() {
  static std::weak_ptr<MpiSession> opened;
  std::shared_ptr<MpiSession> session = opened.lock();
  if (!session) {
    session = std::shared_ptr<MpiSession>(new MpiSession);
    opened = session;
  }
  return session;
}

MpiSession::MpiSession() {
  if (mpi_is_finalised())
    throw UsageError("MpiRanks: MPI has been finalised, and cannot start again in the same process");
  int is_initialised = 0;
  check_mpi(MPI_Initialized(&is_initialised), "MPI_Initialized");
  if (is_initialised != 0) return;
  int provided = 0;
  check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  is_ours_ = true;
}

MpiSession::~MpiSession() {
  if (is_ours_ && !mpi_is_finalised()) MPI_Finalize();
}

}  // namespace warpgraph::detail
