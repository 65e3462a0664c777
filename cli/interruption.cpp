// SPDX-License-Identifier: Apache-2.0
#include "interruption.hpp"

#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace warpgraph::cli {

namespace {

using std::filesystem::path;

// A signal concerns the whole process, so what it has to know does as well.
std::mutex unfinished_mutex;
std::vector<path>& unfinished_targets() {
  static auto* const targets = new std::vector<path>;  // outlives the thread that waits for signals
  return *targets;
}

// Signals that somebody above us has switched off (nohup) stay off.
sigset_t awaited_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&set, signal);
  }
  return set;
}

[[noreturn]] void die_of(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  std::raise(signal);
  _exit(128 + signal);
}

void await_signal(sigset_t set) {
  int signal = 0;
  if (sigwait(&set, &signal) != 0) return;
  const std::lock_guard lock(unfinished_mutex);  // never released: nothing new is begun
  for (const path& target : unfinished_targets()) remove_unfinished(target);
  if (isatty(STDERR_FILENO) != 0) [[maybe_unused]]
    const auto written = write(STDERR_FILENO, "\n", 1);
  die_of(signal);
}

}  // namespace

void handle_interruptions() {
  const sigset_t set = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);  // for the threads to come as well
  try {
    std::thread(await_signal, set).detach();
  } catch (const std::system_error&) {  // without a thread for them signals end the program at once
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  }
}

UnfinishedFile::UnfinishedFile(const path& target) : target_(target) {
  const std::lock_guard lock(unfinished_mutex);
  unfinished_targets().push_back(target_);
}

UnfinishedFile::~UnfinishedFile() {
  const std::lock_guard lock(unfinished_mutex);
  std::vector<path>& targets = unfinished_targets();
  targets.erase(std::ranges::find(targets, target_));
}

void remove_unfinished(const path& target) noexcept {
  std::error_code error;
  const path resolved = std::filesystem::weakly_canonical(target, error);
  if (error) return;
  const std::string beginning = "." + resolved.filename().string() + "." + std::to_string(getpid()) + "-";
  for (std::filesystem::directory_iterator entry(resolved.parent_path(), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (name.starts_with(beginning) && name.ends_with(".part")) std::filesystem::remove(entry->path(), ignored);
  }
}

}  // namespace warpgraph::cli
