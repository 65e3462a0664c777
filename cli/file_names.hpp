// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command.hpp"

// The files of one call, before any of them is opened.
namespace warpgraph::cli {

// A file that the command line names, and as what: "FILE", "--output". "-" is standard input or standard output.
struct NamedFile {
  std::string role;
  std::string name;
};

// How messages call a file that is read, and one that is written.
std::string input_name(const std::string& file);
std::string output_name(const std::string& file);

// Appends that of --vertices, if it was given.
void add_vertices_file(const po::variables_map& options, std::vector<NamedFile>& inputs);

// Throws UsageError if a name is empty, an output is an input or another output, whatever links lead there, or two
// inputs are both standard input. Each file of a graph counts. Only regular files can be lost, so pipes and
// /dev/null may be named twice.
void expect_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// Whether the name ends in .gz or .zst.
bool has_compressed_name(const std::filesystem::path& file);
// Throws UsageError if the name is one of a compressed file, where only plain ones are read and written.
void expect_uncompressed(const NamedFile& file);
// Throws UsageError if the name is one of a compressed file or of an array, where only plain text is written.
void expect_plain_text(const NamedFile& file);

}  // namespace warpgraph::cli
