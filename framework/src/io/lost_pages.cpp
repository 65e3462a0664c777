// SPDX-License-Identifier: Apache-2.0
#include "io/lost_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>
#include <csignal>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>
#include <span>

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

struct SigbusHandler {
  std::mutex mutex;                    // of what follows, but for what the handler reads
  std::atomic<WatchedPages*> pages{};  // all
  std::size_t used = 0;
  struct sigaction before {};
  bool is_below_another = false;  // which may call ours, so that ours stays
};
constinit SigbusHandler sigbus_handler;

// As if there were no handler of ours.
void pass_sigbus_on(int signal, siginfo_t* info, void* context) {
  const struct sigaction& before = sigbus_handler.before;
  if ((before.sa_flags & SA_SIGINFO) != 0) return before.sa_sigaction(signal, info, context);
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(signal);
  std::signal(signal, SIG_DFL);  // the access is tried again
}

void fill_lost_pages(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (WatchedPages* range = sigbus_handler.pages; info->si_code == BUS_ADRERR && range != nullptr;
       range = range->next) {
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
  pass_sigbus_on(signal, info, context);
}

bool is_our_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == fill_lost_pages;
}

void install_sigbus_handler() {
  struct sigaction action {};
  action.sa_sigaction = fill_lost_pages;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (!sigbus_handler.is_below_another) ::sigaction(SIGBUS, &action, &sigbus_handler.before);
}

void take_sigbus_handler_out() {
  struct sigaction found {};
  ::sigaction(SIGBUS, nullptr, &found);
  sigbus_handler.is_below_another = !is_our_handler(found);
  if (!sigbus_handler.is_below_another) ::sigaction(SIGBUS, &sigbus_handler.before, nullptr);
}

WatchedPages& free_watch() {
  for (WatchedPages* range = sigbus_handler.pages; range != nullptr; range = range->next) {
    if (range->end == 0) return *range;
  }
  auto* const range = new WatchedPages;
  range->next = sigbus_handler.pages;
  sigbus_handler.pages = range;
  return *range;
}

WatchedPages& watch(std::span<const std::byte> pages) {
  const std::lock_guard lock(sigbus_handler.mutex);
  WatchedPages& range = free_watch();
  if (sigbus_handler.used++ == 0) install_sigbus_handler();
  const auto begin = reinterpret_cast<std::uintptr_t>(pages.data());
  range.lost = false;
  range.begin = begin;
  range.end = begin + pages.size();
  return range;
}

}  // namespace

LostPages::LostPages(std::span<const std::byte> pages) : range_(watch(pages)) {}

LostPages::~LostPages() {
  const std::lock_guard lock(sigbus_handler.mutex);
  range_.end = 0;
  if (--sigbus_handler.used == 0) take_sigbus_handler_out();
}

bool LostPages::found() const noexcept { return range_.lost; }

}  // namespace warpgraph::detail
