// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/papers/papers.hpp>

#include "program.hpp"
#include "support/temporary_folder.hpp"

// The command line, called as a function, and files to call it with.
namespace warpgraph::test {

struct CallResult {
  int code;
  std::string out;
  std::string err;

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
};

inline CallResult call(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  cli::Output output{out, err};
  papers::add_methods();  // as the program does, which loads them
  const int code = cli::run_program(cli::built_in_commands(), arguments, output);
  return {code, out.str(), err.str()};
}

// A temporary folder, with files by name: the command line takes names.
class CallFolder : TemporaryFolder {
 public:
  [[nodiscard]] std::string file(const std::string& name) const { return (path() / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    return TemporaryFolder::file(name, bytes).string();
  }
  [[nodiscard]] std::string read(const std::string& name) const { return content(path() / name); }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path()))
      names.push_back(entry.path().filename().string());
    return names;
  }
};

}  // namespace warpgraph::test
