// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "interruption.hpp"
#include "program.hpp"

namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool has_unicode_locale() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view locale = environment(name);
    if (!locale.empty()) return locale.find("UTF-8") != locale.npos || locale.find("utf8") != locale.npos;
  }
  return false;
}

// What the terminal has; 80 if the descriptor is none, or if it does not tell.
std::size_t columns_of(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : 80;
}

bool nobody_reads_standard_output() {
  pollfd descriptor{STDOUT_FILENO, POLLOUT, 0};
  return poll(&descriptor, 1, 0) > 0 && (descriptor.revents & POLLERR) != 0;
}

}  // namespace

int main(int argc, char** argv) {
  warpgraph::cli::handle_interruptions();
  std::signal(SIGPIPE, SIG_IGN);  // a write reports it
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  warpgraph::cli::Output output{std::cout, std::cerr};
  output.terminal = isatty(STDOUT_FILENO) != 0;
  output.color = output.terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  output.unicode = has_unicode_locale();
  output.progress = isatty(STDERR_FILENO) != 0 && environment("TERM") != "dumb";
  output.columns = columns_of(STDOUT_FILENO);
  output.error_columns = columns_of(STDERR_FILENO);
  output.reader_is_gone = nobody_reads_standard_output;
  return warpgraph::cli::run_program(warpgraph::cli::built_in_commands(), arguments, output);
}
