// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/runtime/detail/host_memory.hpp>

#if WARPGRAPH_WITH_MPI
#include <warpgraph/mpi/mpi_ranks.hpp>
#include <warpgraph/runtime/message_of.hpp>
#endif

#include "interruption.hpp"
#include "program.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WARPGRAPH_OWN_NEW 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WARPGRAPH_OWN_NEW 0
#endif
#endif
#if !defined(WARPGRAPH_OWN_NEW)
#define WARPGRAPH_OWN_NEW 1
#endif

namespace {

// The last request that operator new could not serve, on any thread.
std::atomic<std::size_t> failed_bytes = 0;
std::atomic<std::size_t> free_bytes = 0;

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

// Beside the program, wherever it was installed; nothing if the system does not tell where that is.
std::filesystem::path plugin_folder() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : program.parent_path() / WARPGRAPH_PLUGIN_FOLDER;
}

bool nobody_reads_standard_output() {
  pollfd descriptor{STDOUT_FILENO, POLLOUT, 0};
  return poll(&descriptor, 1, 0) > 0 && (descriptor.revents & POLLERR) != 0;
}

#if WARPGRAPH_WITH_MPI
// What mpirun has started works together, and its first process writes. Where that one gives no answer, the second
// tells. After a failure MPI stays as it is, and the launcher ends what does not end by itself.
template <class Run>
int run_on_ranks(warpgraph::cli::Output& output, const Run& run) {
  std::unique_ptr<warpgraph::Ranks> ranks;
  try {
    ranks = warpgraph::make_ranks();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    output.err << "warpgraph: " << warpgraph::support::message_of(error) << '\n';
    return warpgraph::cli::kDeviceError;
  }
  if (ranks->size() == 1) return run(output);
  std::ostringstream nowhere;
  warpgraph::cli::Output unheard{nowhere, nowhere};
  unheard.plugin_folder = output.plugin_folder;
  warpgraph::cli::Output& mine = ranks->rank() == 0 ? output : unheard;
  mine.ranks = ranks.get();
  const int code = run(mine);
  if (code == 0) return 0;
  if (ranks->rank() == 1 && mine.late_rank == 0) output.err << nowhere.str();
  output.out.flush();
  output.err.flush();
  ranks.reset();
  std::_Exit(code);
}
#endif

// The message takes no memory.
int say_lack_of_memory() {
  constexpr std::string_view kMessage = "warpgraph: not enough host memory\n";
  const bool is_said = ::write(STDERR_FILENO, kMessage.data(), kMessage.size()) > 0;
  return is_said ? warpgraph::cli::kOutOfMemory : warpgraph::cli::kInternalError;
}

std::terminate_handler terminate_before = nullptr;

// Destructors of JSON take memory, and cannot throw.
[[noreturn]] void end_without_memory() {
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    warpgraph::files::abandon_output_files();
    std::_Exit(say_lack_of_memory());
  } catch (...) {
  }
  terminate_before();
  std::abort();
}

int run_main(int argc, char** argv) {
  warpgraph::cli::handle_interruptions();
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);  // a write reports it
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  warpgraph::cli::Output output{std::cout, std::cerr};
  output.terminal = isatty(STDOUT_FILENO) != 0;
  output.color = output.terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  output.unicode = has_unicode_locale();
  output.progress = isatty(STDERR_FILENO) != 0 && environment("TERM") != "dumb";
  output.columns = columns_of(STDOUT_FILENO);
  output.error_columns = columns_of(STDERR_FILENO);
  output.plugin_folder = plugin_folder();
  output.reader_is_gone = nobody_reads_standard_output;
  output.failed_request = [] { return warpgraph::cli::FailedRequest{failed_bytes, free_bytes}; };
  const auto run = [&](warpgraph::cli::Output& on) {
    return warpgraph::cli::run_program(warpgraph::cli::built_in_commands(), arguments, on);
  };
#if WARPGRAPH_WITH_MPI
  return run_on_ranks(output, run);
#else
  return run(output);
#endif
}

}  // namespace

// As the standard library has it, but for the note of what was asked for. All other forms call these.
#if WARPGRAPH_OWN_NEW
void* operator new(std::size_t size) {
  if (void* const block = std::malloc(size == 0 ? 1 : size)) return block;
  failed_bytes = size;
  free_bytes = warpgraph::detail::free_host_memory();
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
#endif

int main(int argc, char** argv) {
  terminate_before = std::set_terminate(end_without_memory);
  try {
    return run_main(argc, argv);
  } catch (const std::bad_alloc&) {  // before there is a command, or for want of room for the message
    return say_lack_of_memory();
  }
}
