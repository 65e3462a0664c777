// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace warpgraph::detail {

// Keeps a process alive that reads pages which a mapped file has lost: the file was cut by others, or its disk failed.
// The system answers such an access with SIGBUS. While there is an object of this class, a handler puts zeros in the
// place of the lost pages of its range, and of all behind them, and notes it. (systemd and Wayland do the same.) A
// signal of another kind, or elsewhere, goes to the handler that was there before, which is in place again when the
// last object is gone. A handler that the program installs meanwhile stays on top, and ours below it for good.
class LostPages {
 public:
  // Whole pages.
  explicit LostPages(std::span<const std::byte> pages);
  ~LostPages();
  LostPages(const LostPages&) = delete;
  LostPages& operator=(const LostPages&) = delete;

  [[nodiscard]] bool found() const noexcept;

 private:
  struct WatchedPages& range_;
};

}  // namespace warpgraph::detail
