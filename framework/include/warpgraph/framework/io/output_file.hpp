// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace warpgraph::files {

// A file that appears whole or not at all: what is written goes to an unnamed file beside the
// target (a hidden .part file where the file system has no unnamed ones), and commit() puts it in
// the target's place. Without commit() the target stays as it was and nothing is left behind.
//
// Small writes are gathered in a buffer. "-" is standard output, and a target that is not a regular
// file (a pipe, /dev/null) is written to directly. Throws InputError, with the target's name and
// the reason, if the target cannot be written. A crash of the whole machine is not covered.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path target);
  // One that others help to write: what is written so far has a name, part(), from the beginning.
  [[nodiscard]] static OutputFile shared(std::filesystem::path target);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  // Bytes written so far.
  [[nodiscard]] std::uint64_t size() const noexcept;
  void commit();
  // Where others can open what commit() puts in place; empty if the target is written to directly, or nothing is
  // shared.
  [[nodiscard]] const std::filesystem::path& part() const noexcept;

  // For messages: the path as it was given, or "standard output".
  [[nodiscard]] const std::string& name() const noexcept;

 private:
  struct State;
  explicit OutputFile(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

// For a thread that ends the process: removes the hidden files of all OutputFiles. A thread that commits one, or opens
// or closes one that has a name, does not go on after that. Never throws.
void abandon_output_files() noexcept;

}  // namespace warpgraph::files
