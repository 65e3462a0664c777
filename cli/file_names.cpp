// SPDX-License-Identifier: Apache-2.0
#include "file_names.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <warpgraph/framework/io/companion_files.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::cli {

namespace {

enum class Use { kRead, kWritten };

using Identity = std::pair<dev_t, ino_t>;

// The identity of a regular file that is there.
std::optional<Identity> identity_of(const NamedFile& file, Use use) {
  struct stat status {};
  const int found = file.name == "-" ? ::fstat(use == Use::kRead ? STDIN_FILENO : STDOUT_FILENO, &status)
                                     : ::stat(file.name.c_str(), &status);
  if (found != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

// Where a file that is not there yet would lie: a link may lead there already.
std::filesystem::path place_of(const NamedFile& file) {
  constexpr int kMaxLinks = 40;  // as the system has it
  std::error_code error;
  std::filesystem::path place = std::filesystem::absolute(file.name, error);
  for (int i = 0; i < kMaxLinks && std::filesystem::is_symlink(place, error); ++i)
    place = place.parent_path() / std::filesystem::read_symlink(place, error);
  const auto canonical = std::filesystem::weakly_canonical(place, error);
  return error ? place : canonical;
}

bool is_there(const NamedFile& file) {
  std::error_code error;
  return file.name == "-" || std::filesystem::exists(file.name, error);
}

bool are_one_file(const NamedFile& output, const NamedFile& other, Use use) {
  if (output.name == "-" && other.name == "-" && use == Use::kWritten) return true;
  if (!is_there(output) && !is_there(other)) return place_of(output) == place_of(other);
  const auto identity = identity_of(output, Use::kWritten);
  return identity && identity == identity_of(other, use);
}

void expect_name(const NamedFile& file) {
  if (file.name.empty()) throw UsageError(file.role + ": the name of the file is empty");
}

}  // namespace

std::string input_name(const std::string& file) { return file == "-" ? "standard input" : file; }
std::string output_name(const std::string& file) { return file == "-" ? "standard output" : file; }

namespace {

// Said before the work whose result would find no place.
void expect_folder(const std::string& output) {
  const std::filesystem::path folder = std::filesystem::path(output).parent_path();
  std::error_code error;
  if (output == "-" || folder.empty() || std::filesystem::is_directory(std::filesystem::status(folder, error))) return;
  if (!error) error = std::make_error_code(std::errc::not_a_directory);
  throw InputError(output, 0, "cannot be written: " + std::generic_category().message(error.value()));
}

}  // namespace

void add_vertices_file(const po::variables_map& options, std::vector<NamedFile>& inputs) {
  if (options.count("vertices") != 0) inputs.push_back({"--vertices", options["vertices"].as<std::string>()});
}

namespace {

// With the files that belong to a graph of several.
std::vector<NamedFile> with_companions(const std::vector<NamedFile>& named, Use use) {
  std::vector<NamedFile> all = named;
  for (const NamedFile& each : named)
    for (const std::filesystem::path& other :
         use == Use::kRead ? files::files_read_with(each.name) : files::files_written_with(each.name))
      all.push_back({"a file of " + each.role, other.string()});
  return all;
}

}  // namespace

void expect_distinct(const std::vector<NamedFile>& named_inputs, const std::vector<NamedFile>& named_outputs) {
  const std::vector<NamedFile> inputs = with_companions(named_inputs, Use::kRead);
  const std::vector<NamedFile> outputs = with_companions(named_outputs, Use::kWritten);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    expect_name(inputs[i]);
    for (std::size_t j = 0; j < i; ++j) {
      if (inputs[i].name == "-" && inputs[j].name == "-")
        throw UsageError(inputs[j].role + " and " + inputs[i].role + " cannot both be standard input");
    }
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    expect_name(outputs[i]);
    expect_folder(outputs[i].name);
    for (const NamedFile& input : inputs) {
      if (are_one_file(outputs[i], input, Use::kRead))
        throw UsageError(outputs[i].role + " would overwrite " + input.role + ": " + output_name(outputs[i].name) +
                         " is the same file");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (are_one_file(outputs[i], outputs[j], Use::kWritten))
        throw UsageError(outputs[j].role + " and " + outputs[i].role +
                         " are the same file: " + output_name(outputs[i].name));
    }
  }
}

bool has_compressed_name(const std::filesystem::path& file) {
  return file.extension() == ".gz" || file.extension() == ".zst";
}

void expect_uncompressed(const NamedFile& file) {
  if (has_compressed_name(file.name))
    throw UsageError(file.role + " cannot be " + file.name + ": this file is never compressed");
}

void expect_plain_text(const NamedFile& file) {
  expect_uncompressed(file);
  if (files::value_format_of(file.name) != files::ValueFormat::kText)
    throw UsageError(file.role + " cannot be " + file.name + ": this file is text");
}

}  // namespace warpgraph::cli
