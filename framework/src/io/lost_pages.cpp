// SPDX-License-Identifier: Apache-2.0
#include "io/lost_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>
#include <csignal>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>

namespace warpgraph::detail {

// Once made, a range stays in the list, for the handler may look at it at any time; one that is not in use has the
// end 0. A begin is changed only then.
struct WatchedPages {
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<bool> lost = false;
  WatchedPages* next = nullptr;

  // Where the range ends if it has the address, otherwise 0.
  [[nodiscard]] std::uintptr_t end_around(std::uintptr_t address) const {
    const std::uintptr_t last = end;
    return address < last && address >= begin && end == last ? last : 0;
  }
};

namespace {

std::mutex mutex;                     // of what follows, but for what the handler reads
std::atomic<WatchedPages*> ranges{};  // all
std::size_t used = 0;
struct sigaction before {};
bool is_below_another = false;  // which may call ours, so that ours stays

// As if there were no handler of ours.
void pass_on(int signal, siginfo_t* info, void* context) {
  if ((before.sa_flags & SA_SIGINFO) != 0) return before.sa_sigaction(signal, info, context);
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(signal);
  std::signal(signal, SIG_DFL);  // the access is tried again
}

void fill_lost_pages(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (WatchedPages* range = ranges; info->si_code == BUS_ADRERR && range != nullptr; range = range->next) {
    const std::uintptr_t end = range->end_around(address);
    if (end == 0) continue;
    const std::uintptr_t page = address - address % static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    range->lost = true;
    const void* const zeros = ::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
    errno = error;
    if (zeros == MAP_FAILED) break;
    return;
  }
  pass_on(signal, info, context);
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == fill_lost_pages;
}

void install() {
  struct sigaction action {};
  action.sa_sigaction = fill_lost_pages;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (!is_below_another) ::sigaction(SIGBUS, &action, &before);
}

void take_out() {
  struct sigaction found {};
  ::sigaction(SIGBUS, nullptr, &found);
  is_below_another = !is_ours(found);
  if (!is_below_another) ::sigaction(SIGBUS, &before, nullptr);
}

WatchedPages& free_range() {
  for (WatchedPages* range = ranges; range != nullptr; range = range->next) {
    if (range->end == 0) return *range;
  }
  auto* const range = new WatchedPages;
  range->next = ranges;
  ranges = range;
  return *range;
}

WatchedPages& enter(std::span<const std::byte> pages) {
  const std::lock_guard lock(mutex);
  WatchedPages& range = free_range();
  if (used++ == 0) install();
  const auto begin = reinterpret_cast<std::uintptr_t>(pages.data());
  range.lost = false;
  range.begin = begin;
  range.end = begin + pages.size();
  return range;
}

}  // namespace

LostPages::LostPages(std::span<const std::byte> pages) : range_(enter(pages)) {}

LostPages::~LostPages() {
  const std::lock_guard lock(mutex);
  range_.end = 0;
  if (--used == 0) take_out();
}

bool LostPages::found() const noexcept { return range_.lost; }

}  // namespace warpgraph::detail
