// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/detail/host_memory.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "advice.hpp"
#include "completion.hpp"
#include "file_names.hpp"
#include "help.hpp"
#include "parse.hpp"
#include "progress.hpp"
#include "suggestion.hpp"
#include "text.hpp"

namespace warpgraph::cli {

namespace {

constexpr std::string_view kVersion = WARPGRAPH_VERSION;
constexpr std::string_view kStandardOutput = "standard output";  // as OutputFile calls it

// "; did you mean warpgraph run bfs?" of bfs.
std::string as_variant(const Registry& registry, const std::string& name) {
  for (const auto& command : registry.commands())
    for (const Command::Variant& variant : command->variants())
      if (variant.name == name) return "; did you mean warpgraph " + std::string(command->name()) + ' ' + name + '?';
  return "";
}

Command& find_command(const Registry& registry, const std::string& name) {
  if (Command* const command = registry.find(name)) return *command;
  const std::string variant = as_variant(registry, name);
  std::vector<std::string> names{"completion", "help", "--help", "--version", "--plugin", "--no-plugins"};
  for (const auto& command : registry.commands()) names.emplace_back(command->name());
  throw UsageError("unknown command \"" + name + '"' + (variant.empty() ? suggestion(name, names) : variant) +
                   " (see warpgraph --help)");
}

// The name of the file that the command reads; empty if there is none.
std::string input_of(const Invocation& invocation) {
  for (const char* const option : {"file", "input"}) {
    if (invocation.options.count(option) != 0) return input_name(invocation.options[option].as<std::string>());
  }
  return "";
}

void run_with_advice(Command& command, const Invocation& invocation, Output& output) {
  try {
    command.run(invocation.options, output);
  } catch (const Error& error) {
    output.input = input_of(invocation);
    output.advice = advice_on(error, command.describe(invocation.variant));
    throw;
  } catch (const std::bad_alloc&) {
    const std::string_view name = invocation.variant.empty() ? command.name() : std::string_view(invocation.variant);
    output.work = std::string(name);
    if (const std::string input = input_of(invocation); !input.empty()) output.work += " of " + printable(input);
    throw;
  }
}

// The arguments that all ranks must have. Each rank may name its own graph file and devices.
std::vector<std::string> common_of(std::span<const std::string> arguments, const std::string& input) {
  std::vector<std::string> common;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& each = arguments[i];
    if (each == input || each.starts_with("--devices=") || each.starts_with("--memory-limit=")) continue;
    if (each == "--devices" || each == "--memory-limit")
      ++i;  // and its value
    else
      common.push_back(each);
  }
  return common;
}

// `"--iterations 3" where that has "--iterations 4"`: what comes first of what differs.
std::string first_difference(const std::vector<std::string>& mine, const std::vector<std::string>& others) {
  const auto [a, b] = std::ranges::mismatch(mine, others);
  const std::string option = a != mine.begin() && a[-1].starts_with("--") ? a[-1] + ' ' : "";
  const auto show = [&](const std::string& word) {
    return '"' + (word.starts_with("--") ? "" : option) + printable(word) + '"';
  };
  return (a == mine.end() ? "nothing" : show(*a)) + " where that has " + (b == others.end() ? "nothing" : show(*b));
}

// Ranks that do different work would not understand each other's messages.
void expect_same_work(Ranks& ranks, const Command& command, const Invocation& invocation,
                      std::span<const std::string> arguments) {
  const std::string& variant = invocation.variant;
  std::vector<std::string> words = common_of(arguments, input_of(invocation));
  words.insert(words.begin(), std::string(command.name()) + (variant.empty() ? "" : " ") + variant);
  const std::optional<ranks::OtherCall> other = ranks::find_other_call(ranks, words);
  if (!other) return;
  const std::string rank = "rank " + std::to_string(other->rank) + " was started with ";
  if (other->words.front() != other->first.front())
    throw DifferentCalls(rank + '"' + other->words.front() + "\", and the first rank with \"" + other->first.front() +
                         '"');
  throw DifferentCalls(rank + "other options than the first rank: " + first_difference(other->words, other->first));
}

void run_command(Command& command, std::span<const std::string> arguments, Output& output) {
  const Invocation invocation = parse_invocation(command, arguments);
  if (output.ranks != nullptr) expect_same_work(*output.ranks, command, invocation, arguments);
  if (invocation.options.count("help") != 0) return print_help(command, invocation.variant, output);
  output.json = invocation.options.count("json") != 0;
  output.quiet = invocation.options.count("quiet") != 0;
  if (output.ranks == nullptr || command.runs_on_ranks(invocation.options))
    return run_with_advice(command, invocation, output);
  if (output.ranks->rank() != 0) return;
  output.ranks = nullptr;
  run_with_advice(command, invocation, output);
}

bool is_help(const std::string& word) { return word == "--help" || word == "-h" || word == "help"; }

// `warpgraph help`, `warpgraph help COMMAND` and `warpgraph help COMMAND VARIANT`.
void help(const Registry& registry, std::span<const std::string> arguments, Output& output) {
  if (arguments.empty() || is_help(arguments.front())) return print_overview(registry, output);
  std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  rest.emplace_back("--help");
  if (arguments.front() == "completion") return print_completion(registry, rest, output.out);
  run_command(find_command(registry, arguments.front()), rest, output);
}

void dispatch(const Registry& registry, std::span<const std::string> arguments, Output& output) {
  if (arguments.empty()) throw UsageError("no command given (see warpgraph --help)");
  const std::string& first = arguments.front();
  const auto others = arguments.subspan(1);
  if (is_help(first)) return help(registry, others, output);
  if (first == "completion") return print_completion(registry, others, output.out);
  if (first == "--version") {
    output.out << "warpgraph " << kVersion << '\n';
    return;
  }
  run_command(find_command(registry, first), others, output);
}

// What the arguments say of plugins, and the others.
struct PluginArguments {
  bool has_usual = true;  // those of Output::plugin_folder
  std::vector<std::string> libraries = {};
  std::vector<std::string> others = {};
};

PluginArguments split_arguments(std::span<const std::string> arguments) {
  const std::string option = "--plugin";
  PluginArguments split;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(option + "=")) {
      split.libraries.push_back(arguments[i].substr(option.size() + 1));
    } else if (arguments[i] == option) {
      if (++i == arguments.size()) throw UsageError("--plugin: the shared library is missing");
      split.libraries.push_back(arguments[i]);
    } else if (arguments[i] == "--no-plugins") {
      split.has_usual = false;
    } else {
      split.others.push_back(arguments[i]);
    }
  }
  return split;
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// In the order of their names. Not by std::filesystem::directory_iterator: libstdc++ ends the program if there is no
// memory for one.
std::vector<std::string> libraries_in(const std::filesystem::path& folder) {
  std::vector<std::string> libraries;
  errno = 0;
  const std::unique_ptr<DIR, CloseFolder> open(opendir(folder.c_str()));
  if (open == nullptr && errno == ENOMEM) throw std::bad_alloc();
  if (open == nullptr) return libraries;
  while (const dirent* const each = readdir(open.get()))
    if (std::filesystem::path(each->d_name).extension() == ".so") libraries.push_back((folder / each->d_name).string());
  std::ranges::sort(libraries);
  return libraries;
}

// One library that is refused, or that throws, leaves a remark.
void load_usual_libraries(Registry& registry, Output& output) {
  for (const std::string& library : libraries_in(output.plugin_folder)) {
    try {
      add_library(library, registry);
    } catch (const InputError& refusal) {
      remark(std::string(support::message_of(refusal)) + "; --no-plugins leaves it", output);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& fault) {
      remark(library + ": adding its plugins fails: " + fault.what() + "; --no-plugins leaves it", output);
    }
  }
}

// Loads the usual libraries, which `warpgraph --version` needs none of, and those that --plugin names. Returns the
// arguments that are not about plugins.
std::vector<std::string> load_libraries(std::span<const std::string> arguments, Registry& registry, Output& output) {
  PluginArguments split = split_arguments(arguments);
  const auto is_there = [&](const char* word) { return std::ranges::find(split.others, word) != split.others.end(); };
  output.quiet = is_there("--quiet") || is_there("-q");
  const bool needs_them = !split.others.empty() && split.others.front() != "--version";
  if (split.has_usual && needs_them && !output.plugin_folder.empty()) load_usual_libraries(registry, output);
  for (const std::string& library : split.libraries) add_library(library, registry);
  return std::move(split.others);
}

std::string lack_of_memory(const Output& output) {
  const FailedRequest failed = output.failed_request();
  const std::string of = output.work.empty() ? "" : " for " + output.work;
  if (failed.bytes == 0)
    return "not enough host memory" + of + ", free are " + support::format_bytes(detail::free_host_memory());
  return "not enough host memory" + of + ": needs " + support::format_bytes(failed.bytes) + ", free are " +
         support::format_bytes(failed.free);
}

// Ranks end with the code of the one that failed. Every other code is kDeviceError there.
struct FaultCode {
  ExitCode code;
  ranks::RankFault fault;
};
constexpr FaultCode kFaultCodes[] = {{kFileError, ranks::RankFault::kInput},
                                     {kUsageError, ranks::RankFault::kUsage},
                                     {kWrongResult, ranks::RankFault::kResult}};

ranks::RankFault fault_of(ExitCode code) {
  const auto* const found = std::ranges::find(kFaultCodes, code, &FaultCode::code);
  return found == std::end(kFaultCodes) ? ranks::RankFault::kRank : found->fault;
}
ExitCode code_of(ranks::RankFault fault) {
  const auto* const found = std::ranges::find(kFaultCodes, fault, &FaultCode::fault);
  return found == std::end(kFaultCodes) ? kDeviceError : found->code;
}

// An algorithm does not know the name of the file whose graph it refuses.
std::string with_input(const RankError& error, const Output& output) {
  const std::string message = support::message_of(error);
  const bool lacks_name = error.fault() == ranks::RankFault::kInput && !output.input.empty() &&
                          message.find(output.input + ':') == std::string::npos;
  return lacks_name ? output.input + ": " + message : message;
}

// Runs within a handler.
ExitCode report_current_exception(Output& output) {
  const auto show = [&](ExitCode code, std::string_view message) {
    if (message != output.shown_error) show_error(message, output);
    return code;
  };
  const auto say = [&](ExitCode code, std::string_view message) {
    if (output.ranks != nullptr) output.ranks->fail(message, fault_of(code));
    return show(code, message);
  };
  const auto fail = [&](ExitCode code, const std::exception& error) {
    return say(code, support::message_of(error) + output.advice);
  };
  // What a machine lacks, or time. The other ranks end because of this one then, and all exit with the same code.
  const auto lack = [&](ExitCode code, const std::string& message) {
    if (output.ranks == nullptr) return say(code, message);
    output.ranks->fail(message);
    if (message == output.shown_error) return kDeviceError;
    return show(kDeviceError, "rank " + std::to_string(output.ranks->rank()) + ": " + message);
  };
  try {
    throw;
  } catch (const InputError& error) {
    const bool names_none = error.file().empty() && !output.input.empty();
    return say(kFileError, (names_none ? output.input + ": " : "") + support::message_of(error) + output.advice);
  } catch (const OutOfMemory& error) {
    return lack(kOutOfMemory, support::message_of(error) + output.advice);
  } catch (const std::bad_alloc&) {
    return lack(kOutOfMemory, lack_of_memory(output));
  } catch (const DeviceError& error) {
    return lack(kDeviceError, support::message_of(error) + output.advice);
  } catch (const RankError& error) {
    if (error.is_late()) output.late_rank = error.rank();
    const ExitCode code = code_of(error.fault());
    // Another rank has said that this one is late.
    if (output.ranks != nullptr && output.late_rank == output.ranks->rank()) return code;
    return show(code, with_input(error, output) + output.advice);
  } catch (const UsageError& error) {
    return fail(kUsageError, error);
  } catch (const WrongResult& error) {
    return fail(kWrongResult, error);
  } catch (const cancellation::Cancelled& error) {
    return lack(kOutOfTime, support::message_of(error));
  } catch (const std::exception& error) {
    if (support::lacks_threads(error)) return lack(kOutOfMemory, support::message_of(error));
    return say(kInternalError, std::string("internal error: ") + support::message_of(error));
  }
}

}  // namespace

int run_program(Registry registry, std::span<const std::string> arguments, Output& output) {
  constexpr std::size_t kLeastColumns = 40;
  output.columns = std::max(output.columns, kLeastColumns);
  try {
    dispatch(registry, load_libraries(arguments, registry, output), output);
    output.out.flush();
    if (!output.out) throw InputError(std::string(kStandardOutput), 0, "cannot be written");
    return kSuccess;
  } catch (const InputError& error) {
    if (error.file() == kStandardOutput && output.reader_is_gone()) return kSuccess;
    return report_current_exception(output);
  } catch (...) {
    return report_current_exception(output);
  }
}

}  // namespace warpgraph::cli
