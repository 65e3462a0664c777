// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace warpgraph::test {

// Runs work() in a process that fork() makes. True if it returned true there. False if it threw or crashed, or did not
// return within ten seconds.
template <class Work>
bool in_child_process(const Work& work) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    constexpr unsigned kPatience = 10;
    alarm(kPatience);
    bool is_right = false;
    try {
      is_right = work();
    } catch (...) {
    }
    _exit(is_right ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

}  // namespace warpgraph::test
