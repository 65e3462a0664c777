// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

extern char** environ;

// The installed program as a process of its own, for what only a process has: standard streams, signals, an end.
namespace warpgraph::test {

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  }
  ~Pipe() {
    close_reader();
    close_writer();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] int reader() const { return ends_[0]; }
  [[nodiscard]] int writer() const { return ends_[1]; }
  void close_reader() { close_end(ends_[0]); }
  void close_writer() { close_end(ends_[1]); }

 private:
  static void close_end(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  std::array<int, 2> ends_{-1, -1};
};

// Started by its constructor. The streams are pipes; whoever writes much must read as well.
class ProgramProcess {
 public:
  ProgramProcess(const std::string& program, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in_.reader(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out_.writer(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err_.writer(), STDERR_FILENO);
    const int status = posix_spawnp(&process_, program.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (status != 0) throw std::runtime_error("cannot start " + program);
    in_.close_reader();
    out_.close_writer();
    err_.close_writer();
  }
  ~ProgramProcess() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      wait();
    }
  }
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;

  // To its standard input. Returns false if the program does not read any more.
  bool write(const std::string& text) { return ::write(in_.writer(), text.data(), text.size()) >= 0; }
  void end_input() { in_.close_writer(); }
  // At most so many bytes of its standard output; all of them by default.
  std::string read_output(std::size_t max = ~std::size_t{0}) { return read(out_.reader(), max); }
  void stop_reading() { out_.close_reader(); }
  std::string read_errors() { return read(err_.reader(), ~std::size_t{0}); }
  void send(int signal) const { kill(process_, signal); }

  // Waits for its end. Returns what a shell calls its status: the exit code, or 128 and the signal.
  int wait() {
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

 private:
  static std::string read(int descriptor, std::size_t max) {
    std::string text;
    std::array<char, 4096> buffer;
    while (text.size() < max) {
      const ssize_t got = ::read(descriptor, buffer.data(), std::min(buffer.size(), max - text.size()));
      if (got <= 0) break;
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
  }

  Pipe in_;
  Pipe out_;
  Pipe err_;
  pid_t process_ = 0;
};

}  // namespace warpgraph::test
