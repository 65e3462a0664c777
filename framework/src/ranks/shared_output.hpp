// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "io/descriptor.hpp"

namespace warpgraph::detail {

// A file that all ranks write, each at places of its own, and that appears whole or not at all. All ranks make and
// commit it together. Throws on all ranks alike.
class SharedOutput {
 public:
  SharedOutput(Ranks& ranks, const std::filesystem::path& path);

  // False: the target is no regular file. Then rank 0 alone writes, in order.
  [[nodiscard]] bool has_places() const { return !part_.empty(); }
  // On rank 0.
  [[nodiscard]] files::OutputFile* first() { return file_ ? &*file_ : nullptr; }
  // For this rank alone; together() tells the others of a failure.
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void commit();

 private:
  Ranks& ranks_;
  std::string name_;
  std::optional<files::OutputFile> file_;
  std::string part_;  // its name until then, of an absolute path
  Descriptor own_;
};

}  // namespace warpgraph::detail
