// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

// Ctrl-C, SIGTERM and a closed terminal end the program at once, wherever it is. Files that were not finished have no
// name yet, or, on file systems without unnamed files (NFS, Lustre), a hidden one ending in .part; those are removed.
// Then the program dies of the signal itself, so that the shell sees 130 (143) and leaves its loops too.
namespace warpgraph::cli {

// To be called once, before there are threads.
void handle_interruptions();

// While one lives, an interruption removes the hidden files of an OutputFile with this target.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::filesystem::path& target);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  std::filesystem::path target_;
};

// Removes the hidden files that this process has made for the target. Never throws.
void remove_unfinished(const std::filesystem::path& target) noexcept;

}  // namespace warpgraph::cli
