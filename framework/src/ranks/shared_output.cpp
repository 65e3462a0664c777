// SPDX-License-Identifier: Apache-2.0
#include "ranks/shared_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/runtime/detail/together.hpp>

namespace warpgraph::detail {

namespace {

std::string said_by_first(Ranks& ranks, const std::string& text) {
  std::vector<std::vector<char>> to(static_cast<std::size_t>(ranks.size()));
  if (ranks.rank() == 0) std::ranges::fill(to, std::vector<char>(text.begin(), text.end()));
  const std::vector<char> said = ranks::all_to_all(ranks, to).front();
  return {said.begin(), said.end()};
}

}  // namespace

SharedOutput::SharedOutput(Ranks& ranks, const std::filesystem::path& path) : ranks_(ranks), name_(path.string()) {
  together(ranks, [&] {
    if (ranks.rank() == 0) file_.emplace(files::OutputFile::shared(path));
  });
  part_ =
      said_by_first(ranks, file_ && !file_->part().empty() ? std::filesystem::absolute(file_->part()).string() : "");
}

void SharedOutput::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (!own_.is_open()) own_ = Descriptor(::open(part_.c_str(), O_WRONLY | O_CLOEXEC));
  if (!own_.is_open()) throw_file_error(name_, "cannot be written");
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(own_.value(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno != EINTR) throw_file_error(name_, "cannot be written");
    const auto done = static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    offset += done;
    bytes = bytes.subspan(done);
  }
}

// Some file systems report only at the end that there was no room.
void SharedOutput::commit() {
  together(
      ranks_,
      [&] {
        if (own_.is_open() && ::close(own_.release()) != 0) throw_file_error(name_, "cannot be written");
      },
      Fault::kRank);
  together(ranks_, [&] {
    if (file_) file_->commit();
  });
}

}  // namespace warpgraph::detail
