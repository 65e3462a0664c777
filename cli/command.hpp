// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::cli {

namespace po = boost::program_options;

// The check that somebody asked for has found a result that is not right.
class WrongResult : public Error {
 public:
  using Error::Error;
};

// Memory of the host that was asked for in vain.
struct FailedRequest {
  std::size_t bytes = 0;  // 0: not known
  std::size_t free = 0;
};

// What a command writes to, and how.
struct Output {
  std::ostream& out;  // results
  std::ostream& err;  // progress, remarks and errors
  bool json = false;
  bool quiet = false;
  bool terminal = false;  // `out` is one
  bool color = false;     // `out` is a terminal and NO_COLOR is not set
  bool unicode = false;   // the locale is one of UTF-8
  bool progress = false;  // `err` is a terminal
  // Characters in a line of `out` and of `err`; 80 for what is no terminal. The program lays `out` out for 40 at least.
  std::size_t columns = 80;
  std::size_t error_columns = 80;
  // Its shared libraries are loaded as those of --plugin are, but for --no-plugins; empty, or not there: there are
  // none.
  std::filesystem::path plugin_folder = {};
  // Whether nobody reads `out` any more ("| head"): then there is nothing left to do, and nothing to complain about.
  std::function<bool()> reader_is_gone = [] { return false; };
  // The processes that run the command together; null: there is one. What is written by others than the first is lost.
  Ranks* ranks = nullptr;
  int late_rank = -1;  // that the others wait for
  // An error that was shown when it happened, because the program may have to wait before it can end.
  std::string shown_error = {};
  // Stands before an error in what was read that names no file.
  std::string input = {};
  // Stands behind the error that ends the command: which of its options help.
  std::string advice = {};
  // What the command works on, for messages: "msf of m.wg".
  std::string work = {};
  // The last request that failed, as a program knows it that watches them.
  std::function<FailedRequest()> failed_request = [] { return FailedRequest(); };

  // At most so many characters has a line of results: files and pipes take lines of any length.
  [[nodiscard]] std::size_t width() const { return terminal ? columns : std::string::npos; }
  [[nodiscard]] std::size_t error_width() const { return progress ? error_columns : std::string::npos; }
};

// Options that belong together, under a caption in the help.
struct OptionGroup {
  std::string caption;
  po::options_description options = po::options_description();
};

// The options and positional arguments of a command.
struct Declaration {
  std::vector<OptionGroup> groups;
  po::options_description hidden = po::options_description();  // those of positional arguments
  po::positional_options_description positional = po::positional_options_description();
  // By option: the only values that it accepts. They are checked, and completed by the shell.
  std::map<std::string, std::vector<std::string>> choices = {};
  // By option: some of the values that it accepts. They are completed by the shell.
  std::map<std::string, std::vector<std::string>> hints = {};
};

// A subcommand of `warpgraph`. It declares its options; the program parses, helps, reports errors and exits.
class Command {
 public:
  virtual ~Command() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  // One line, for the list of commands.
  [[nodiscard]] virtual std::string_view summary() const = 0;
  // Positional arguments as shown in help: "INPUT OUTPUT".
  [[nodiscard]] virtual std::string_view arguments() const { return ""; }

  // A word that stands right behind the command's name and decides which options there are: `generate rmat`.
  struct Variant {
    std::string name;
    std::string summary;
  };
  // None: the command has no variants.
  [[nodiscard]] virtual std::vector<Variant> variants() const { return {}; }
  // Whether this option may stand where the variant does, and there is none then.
  [[nodiscard]] virtual bool goes_without_variant(std::string_view first) const {
    static_cast<void>(first);
    return false;
  }

  // In what follows, `variant` is empty for commands without, and for the help of all variants together.

  // Command lines that work, each with what it does.
  struct Example {
    std::string line;
    std::string effect;
  };
  [[nodiscard]] virtual std::vector<Example> examples(std::string_view variant) const = 0;
  // The variant itself is the first positional argument.
  [[nodiscard]] virtual Declaration describe(std::string_view variant) const = 0;
  // Whether several ranks run it together with these options (Output::ranks); else the first does it alone.
  [[nodiscard]] virtual bool runs_on_ranks(const po::variables_map& options) const {
    static_cast<void>(options);
    return false;
  }
  // Throws the library's errors.
  virtual void run(const po::variables_map& options, Output& output) = 0;
};

}  // namespace warpgraph::cli
