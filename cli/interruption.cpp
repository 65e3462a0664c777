// SPDX-License-Identifier: Apache-2.0
#include "interruption.hpp"

#include <unistd.h>
#include <csignal>

#include <string_view>
#include <system_error>
#include <thread>

#include <warpgraph/framework/io/output_file.hpp>

#include "program.hpp"

namespace warpgraph::cli {

namespace {

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
  files::abandon_output_files();
  if (isatty(STDERR_FILENO) != 0) [[maybe_unused]]
    const auto written = write(STDERR_FILENO, "\n", 1);
  die_of(signal);
}

// Graphs of .wg files stay mapped after they were read.
void report_lost_bytes(int signal, siginfo_t* info, void*) {
  constexpr std::string_view kReport =
      "warpgraph: a file that is in use has lost bytes: it was cut meanwhile, or its disk has failed\n";
  std::signal(signal, SIG_DFL);
  if (info->si_code != BUS_ADRERR) return;  // happens again
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kReport.data(), kReport.size());
  _exit(kFileError);
}

}  // namespace

void handle_interruptions() {
  struct sigaction lost {};
  lost.sa_sigaction = report_lost_bytes;
  lost.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &lost, nullptr);
  const sigset_t set = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);  // for the threads to come as well
  try {
    std::thread(await_signal, set).detach();
  } catch (const std::system_error&) {  // without a thread for them signals end the program at once
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  }
}

}  // namespace warpgraph::cli
